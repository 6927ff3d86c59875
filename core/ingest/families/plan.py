"""From the files to be loaded and the tables that are there: which are loaded by themselves, which as families."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.ingest.digests import digest
from core.ingest.families.drift import at_odds, likeness
from core.ingest.families.forms import Form, form_of_table, forms_of_table
from core.ingest.families.groups import Apart, Bond, grouped, varying_cell, year_of
from core.ingest.families.listed import called_by_lists
from core.ingest.families.planned import Plan, Planned
from core.ingest.families.varying import Varying, common_label, varying
from core.ingest.name_parts import TYPED
from core.ingest.names import free_name
from core.ingest.parts import Part
from core.model import Member, Table
from core.model.sources import divided

_STAYS = 0.6
"""The share of columns that a file of a family must keep when it is loaded again, to stay in it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person chose."""

    apart: Apart = lambda sources: False
    together: Sequence[frozenset[str]] = ()
    column: Callable[[Iterable[str]], str] = lambda sources: ""


@dataclass(frozen=True, slots=True)
class Planning:
    """`alone` are the parts that are tables of their own; `left` families that lose files which fit no more."""

    alone: tuple[Part, ...]
    families: tuple[Plan, ...]


def planned(
    parts: Sequence[Part],
    tables: Sequence[Table],
    form_of: Callable[[Part], Form | None],
    wanted: Wanted,
) -> Planning:
    """How these parts are to be loaded beside the tables that are there."""
    fresh = {p.source: p for p in parts}
    new = [f for p in parts if (f := form_of(p)) is not None]
    if len(new) + len(tables) < 2:
        return Planning(tuple(parts), ())
    old = [f for t in tables for f in forms_of_table(t) if f.source not in fresh]
    forms = [*new, *old]
    known = {m.source: m for t in tables for m in (t.family.members if t.family else ())}
    groups = grouped(forms, wanted.apart, _held_together(forms, tables, wanted))
    found: list[Plan] = []
    taken: set[str] = set()
    names = {t.name.casefold() for t in tables}
    for group in groups:
        for some in _without_copies(group, fresh, known):
            touched = [f for f in some if f.source in fresh]
            if len(some) > 1 and touched:
                plan = _plan(some, forms, tables, fresh, wanted, names)
                names.add(plan.name.casefold())
                found.append(plan)
                taken |= {f.source for f in touched}
    return Planning(tuple(p for p in parts if p.source not in taken), tuple(found))


def replanned(table: Table, members: Sequence[Planned], name: str = "") -> Plan:
    """The plan by which a family is made anew of these members."""
    if table.family is None:
        raise ValueError(table.name)
    return Plan(
        name or table.name,
        table.label,
        tuple(c.label for c in table.columns if c.name in table.family.varies),
        table.family.places,
        tuple(members),
        (table,),
        header_cell="header" in table.family.places,
        description=table.description,
    )


def united(tables: Sequence[Table], every: Sequence[Table], column: str = "") -> Plan:
    """The plan by which loaded tables become one; no file is read for it."""
    forms = [f for t in tables for f in forms_of_table(t)]
    wanted = Wanted(column=lambda sources: column)
    others = [f for t in every if t not in tables for f in forms_of_table(t)]
    return _plan(forms, others, every, {}, wanted, {t.name.casefold() for t in every})


def _held_together(forms: Sequence[Form], tables: Sequence[Table], wanted: Wanted) -> Iterator[Bond]:
    """What is one table stays one, but for files that were loaded again and look otherwise now."""
    places = {f.source: i for i, f in enumerate(forms)}
    for table in tables:
        if table.family is None:
            continue
        whole = form_of_table(table)
        here = [places[s] for s in table.sources if s in places]
        fit = [i for i in here if likeness(whole, forms[i]) >= _STAYS and not at_odds(whole, forms[i])]
        yield from ((fit[0], i) for i in fit[1:])
    for group in wanted.together:
        some = [places[s] for s in sorted(group) if s in places]
        yield from ((some[0], i) for i in some[1:])


def _without_copies(
    group: Sequence[Form], fresh: Mapping[str, Part], known: Mapping[str, Member]
) -> Iterator[list[Form]]:
    """The group without files that are byte for byte another of it, unless their names say another time.

    Each copy is a group of its own.
    """
    seen: dict[tuple[object, ...], Form] = {}
    sizes: dict[tuple[int, tuple[str, ...]], list[Form]] = {}
    for form in group:
        path = fresh[form.source].path if form.source in fresh else Path(divided(form.source)[0])
        if path.is_file():
            sizes.setdefault((path.stat().st_size, form.own[1:]), []).append(form)
    for (_, inside), same in sizes.items():
        for form in same if len(same) > 1 else ():
            path = Path(divided(form.source)[0])
            time = tuple(p.value for p in form.inside if p.kind in TYPED)
            key = (_digest(path, known.get(form.source)), inside, time)
            if key in seen and divided(seen[key].source)[0] != divided(form.source)[0]:
                yield [form]
            else:
                seen.setdefault(key, form)
                continue
            group = [f for f in group if f is not form]
    yield list(group)


def _digest(path: Path, member: Member | None) -> str:
    """A file's digest; one that is as it was when it was loaded is not read again."""
    is_now = path.stat()
    same = member and member.sha256 and (member.size, member.changed_ns) == (is_now.st_size, is_now.st_mtime_ns)
    return member.sha256 if member and same else digest(path)


def _plan(
    forms: Sequence[Form],
    every: Sequence[Form],
    tables: Sequence[Table],
    fresh: dict[str, Part],
    wanted: Wanted,
    names: set[str],
) -> Plan:
    sources = {f.source for f in forms}
    tells = called_by_lists(varying(forms), (f for f in every if f.source not in sources))
    if column := wanted.column(sources):
        tells = [Varying(column, tells[0].where, tells[0].values), *tells[1:]]
    order = sorted(range(len(forms)), key=lambda i: (_in_order([t.values[i] for t in tells]), forms[i].source))
    base = [t for t in tables if sources & set(t.sources)]
    family = next((t for t in base if t.family), None)
    label = family.label if family else common_label(forms)
    own = {t.name.casefold() for t in base if t is not family}
    if family is None:
        others = {t.label.casefold() for t in tables if t not in base} | (names - own)
        label = _free_label(label, others)
    described = [t.description for t in ([family] if family else base) if t.description]
    return Plan(
        name=family.name if family else free_name(label, names - own, "table"),
        label=label,
        varies=tuple(t.label for t in tells),
        places=tuple(t.where for t in tells),
        members=tuple(
            Planned(
                forms[i].source,
                "/".join(forms[i].own),
                tuple(t.values[i] for t in tells),
                fresh.get(forms[i].source),
                year_of(forms[i]),
                forms[i].titles,
                forms[i].columns if forms[i].source in fresh else (),
            )
            for i in order
        ),
        kept=tuple(sorted(base, key=lambda t: (t.family is None, t.name))),
        header_cell=any(t.where == "header" for t in tells) and varying_cell(forms) is not None,
        description=described[0] if len(set(described)) == 1 else "",
    )


def _free_label(label: str, taken: set[str]) -> str:
    """The label, told from a table's that has it already."""
    tries = (label, f"{label} (all)", *(f"{label} (all {n})" for n in range(2, 99)))
    return next((t for t in tries if t.casefold() not in taken), label)


def _in_order(values: Sequence[str]) -> tuple[tuple[int, float, str], ...]:
    """By number where a value is one, else by text."""
    return tuple((0, float(v), "") if v.isdigit() else (1, 0.0, v) for v in values)
