"""The joins between a workspace's tables: found, judged by people, preferred; and names for groups of joined tables."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from core.catalogue.cluster_names import ClusterNames
from core.catalogue.join_opinions import JoinOpinions
from core.catalogue.preferred_paths import PreferredPaths, Way
from core.config import JOIN_SCORERS
from core.errors import SettingsError, StoreError, UnknownName, WorkspaceBusy, WorkspaceError
from core.graph.clusters import ClusterName
from core.model import Answer, Caution, Cluster, Join, JoinState, PathEdge, Progress
from core.profiles.private import along_joins
from core.workspace.open_stores import OpenStores
from core.workspace.settings import WorkspaceSettings


class Joins:
    """The joins of a workspace, and a person's word on them."""

    def __init__(self, stores: OpenStores, settings: WorkspaceSettings) -> None:
        self._stores = stores
        self._settings = settings

    def all(self, *, rejected: bool = False) -> tuple[Join, ...]:
        """Confirmed joins, then probable ones, likeliest first; with `rejected` the rejected ones last."""
        order: dict[JoinState, int] = {"confirmed": 0, "probable": 1, "rejected": 2}
        found = (j for j in self._stores.catalogue.joins() if rejected or j.state != "rejected")
        ordered = sorted(found, key=lambda j: (order[j.state], -j.score, j.id))
        return PreferredPaths(self._stores.catalogue).mark(ordered)

    def by(self, scorer: str, *, rejected: bool = False) -> tuple[Join, ...]:
        """The joins that the scorer of that name finds in these tables; those of the workspace stay as they are.

        Raises SettingsError for a name that no scorer has.
        """
        return tuple(j for j in self._stores.sync.joins_by(scorer) if rejected or j.state != "rejected")

    def score_by(self, scorer: str, *, progress: Progress | None = None) -> None:
        """Find the joins by the scorer of that name from now on, and keep the choice; "" undoes it.

        Joins that a person judged stay as they were judged. Raises SettingsError for a name that no scorer has, or
        where the settings name one, WorkspaceBusy, and StoreError; all is then as it was.
        """
        stores = self._stores
        if fixed := stores.settings.join_scorer:
            raise SettingsError(
                f"The setting join_scorer says {fixed}, and wins over what is chosen here.", "Take it out to choose."
            )
        if scorer and scorer not in JOIN_SCORERS:
            raise SettingsError(f"There is no join scorer called {scorer}.", f"Use {', '.join(JOIN_SCORERS)}.")
        with stores.changing():
            stores.sync.score_by(scorer or JOIN_SCORERS[0], progress)
            stores.choices.keep_scorer(scorer)
            stores.put_graph_soon()

    def offer_tested(self, answer: Answer) -> None:
        """Put to review what the answer's query joins, was not known to join, and fits. Nothing where others write."""
        from core.ask.state import SchemaView
        from core.ask.translators.chat.sql_checks import TESTED, joins_on_trial
        from core.match.on_the_spot import offered

        stores = self._stores
        if stores.read_only or answer.sql is None or all(w.code != TESTED for w in answer.warnings):
            return
        tables, joins = stores.tables(), self.all(rejected=True)
        spots = joins_on_trial(answer.sql, stores.engine.dialect, SchemaView(tables, joins))
        known = {j.pairs for j in joins if j.state != "rejected" or j.offered}
        with suppress(WorkspaceBusy), stores.changing():
            for made in (offered(tables, spot) for spot in spots):
                if made.pairs not in known:
                    stores.catalogue.put_join(made)

    def use_hinted(self, hint: str) -> tuple[Caution, ...]:
        """Use the joins that a hint names and that were not found, as probable ones, where their values fit; say what
        became of each. They wait for review. Where others write, or nothing fits, nothing changes.
        """
        from core.ask.hints.joins import joins_in
        from core.ask.translators.chat.sql_checks import TESTED
        from core.match.on_the_spot import hinted, tried

        stores, said = self._stores, list[Caution]()
        known = {j.pairs: j for j in self.all(rejected=True)} if "=" in hint else {}
        for left, right in joins_in(hint, stores.tables()) if "=" in hint else ():
            condition, spot = f"{left.id} = {right.id}", tried(left, right)
            made = hinted(stores.tables(), spot)
            before = known.get(made.pairs)
            if before is not None and before.state != "rejected":
                continue
            if before is not None and before.reviewed:
                said.append(Caution("rejected_join", f"The hint joins {condition}, a join that was rejected."))
            elif not spot.fits:
                text = f"The hint's join {condition} is not used: {spot.finding}."
                said.append(Caution("unknown_join", text))
            elif stores.read_only:
                said.append(
                    Caution("unknown_join", f"The hint's join {condition} is not used: the workspace is read-only.")
                )
            else:
                with stores.changing():
                    stores.sync.touch()
                    stores.catalogue.put_join(made)
                    stores.sync.put_graph()
                text = f"The hint joins {condition}, which was not known to join: {spot.finding} a unique key. "
                said.append(Caution(TESTED, text + "It is used, and waits for review."))
        return tuple(said)

    def uses_hinted(self, hint: str) -> bool:
        """Whether the hint names a join that was not found and fits: to use it, the workspace must be written to."""
        from core.ask.hints.joins import joins_in
        from core.match.on_the_spot import hinted, tried

        tables = self._stores.tables()
        pairs = [tried(*ends) for ends in joins_in(hint, tables)] if "=" in hint else []
        known = {j.pairs for j in self.all(rejected=True) if j.state != "rejected" or j.reviewed} if pairs else set()
        return any(spot.fits and hinted(tables, spot).pairs not in known for spot in pairs)

    def as_hinted(self, hint: str, joins: tuple[Join, ...]) -> tuple[Join, ...]:
        """The joins, of several of two tables the one that the hint names marked as preferred."""
        from core.ask.hints.joins import joins_in

        if "=" not in hint:
            return joins
        named = [
            frozenset((frozenset(((a.table, a.name), (b.table, b.name))),))
            for a, b in joins_in(hint, self._stores.tables())
        ]
        used = [j for j in joins if j.state != "rejected"]
        ends = Counter(frozenset((j.child_table, j.parent_table)) for j in used)
        meant = {j.id for j in used if j.pairs in named and ends[frozenset((j.child_table, j.parent_table))] > 1}
        return tuple(replace(j, preferred=True) if j.id in meant else j for j in joins) if meant else joins

    def in_doubt(self) -> tuple[Join, ...]:
        """The joins that a chat model may judge and was not asked about before, the likeliest first."""
        from core.match.opinions import in_doubt

        tables, joins = self._stores.tables(), self.all(rejected=True)
        return in_doubt(joins, along_joins(tables, joins), JoinOpinions(self._stores.catalogue).all())

    def ask_model(self, *, progress: Progress | None = None, stop: threading.Event | None = None) -> int:
        """Have the chat model judge the joins in doubt that it was not asked about before; of how many it was sure.
        What came before Stop, or before the budget was used up, stays. Raises ModelFailed, SettingsError,
        WorkspaceBusy."""
        stores, said = self._stores, dict[str, bool | None]()
        if stores.read_only:
            raise WorkspaceBusy(str(stores.folder))
        tables, joins, wanted = stores.tables(), self.all(rejected=True), self.in_doubt()
        try:
            for batch in self._settings.translators.join_opinions(tables, joins, wanted, stop or threading.Event()):
                said |= batch
                if progress:
                    progress(f"{len(said)} of {len(wanted)} joins in doubt judged", len(said) / len(wanted))
        finally:
            if said:
                with stores.changing():
                    JoinOpinions(stores.catalogue).keep(said)
                    stores.sync.match()
                    stores.put_graph_soon()
        return sum(same is not None for same in said.values())

    def prepare_reviews(self) -> None:
        """Say that verdicts are about to come, so that the first is as quick as those after it. Returns at once."""
        if not self._stores.read_only:
            self._stores.sync.prepare()

    def review(self, join_id: str, state: JoinState | None, *, progress: Progress | None = None) -> None:
        """Set a person's verdict on a join; None takes it back. Raises UnknownName, WorkspaceBusy.

        A confirmed join takes its child column: the program's other proposals for it go. What a rejected one leaves
        free may join elsewhere.
        """
        with self._stores.changing():
            join = next((j for j in self._stores.catalogue.joins() if j.id == join_id), None)
            if join is None:
                raise UnknownName(join_id, kind="join")
            self._judge(join, state, progress)

    def add(self, child_table: str, child: str | Sequence[str], parent_table: str, parent: str | Sequence[str]) -> Join:
        """Join two columns, or two equally long lists of them, by a person's word: kept as reviewed and confirmed.

        A join of these columns that is known, either way round, is confirmed. Evidence is computed as for a join that
        was found. Raises UnknownName, BadJoin, WorkspaceBusy.
        """
        from core.match import named_join

        mine = (child,) if isinstance(child, str) else tuple(child)
        theirs = (parent,) if isinstance(parent, str) else tuple(parent)
        with self._stores.changing():
            rows = self._stores.sync.questions()
            made = named_join(self._stores.tables(), child_table, mine, parent_table, theirs, unique=rows.unique)
            known = next((j for j in self._stores.catalogue.joins() if j.pairs == made.pairs), None)
            self._judge(known or rows.measure(made), "confirmed")
            return next(j for j in self._stores.catalogue.joins() if j.pairs == made.pairs)

    def preferred(self) -> tuple[Way, ...]:
        """The ways between tables that a person prefers to the ones the program would take."""
        return PreferredPaths(self._stores.catalogue).all()

    def prefer(self, way: Sequence[PathEdge]) -> None:
        """Have questions take this way between its ends. Raises WorkspaceBusy."""
        with self._stores.changing():
            PreferredPaths(self._stores.catalogue).prefer(way)

    def prefer_through(self, ends: tuple[str, str], joins: Sequence[str]) -> None:
        """The same, of a way given by the ids of its joins. Raises WorkspaceBusy."""
        first, last = sorted(ends)
        with self._stores.changing():
            PreferredPaths(self._stores.catalogue).keep(Way((first, last), tuple(joins)))

    def forget_preference(self, ends: tuple[str, str]) -> None:
        """Let the program choose again between two tables. Raises WorkspaceBusy."""
        with self._stores.changing():
            PreferredPaths(self._stores.catalogue).forget(ends)

    def _judge(self, join: Join, state: JoinState | None, progress: Progress | None = None) -> None:
        from core.match.verdicts import rivals

        self._stores.sync.touch()
        self._stores.catalogue.review(join, state)
        if state != "confirmed":
            self._stores.sync.add_pending(["joins"], {join.child_table, join.parent_table})
            self._stores.sync.match(progress)
        else:
            self._stores.catalogue.drop_joins([j.id for j in rivals(self._stores.catalogue.joins(), join)])
        self._stores.put_graph_soon()


class Clusters:
    """Groups of tables that hang together, and a person's names for them."""

    def __init__(self, stores: OpenStores) -> None:
        self._stores = stores

    def names(self) -> tuple[ClusterName, ...]:
        """A person's names for groups of tables, each with the tables it was given to."""
        return ClusterNames(self._stores.catalogue).all()

    def rename(self, cluster: Cluster, name: str) -> None:
        """Name a group of tables; without a name it bears its largest table's. Raises WorkspaceBusy."""
        with self._stores.changing():
            self._stores.sync.touch()
            ClusterNames(self._stores.catalogue).keep(cluster, name)
            with suppress(StoreError, WorkspaceError):
                self._stores.sync.put_graph()
