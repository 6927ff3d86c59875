"""The examples of the graph page run as they stand, whatever the tables are called."""

from __future__ import annotations

from pathlib import Path

from core.graph.build import schema_graph
from core.graph.embedded import EmbeddedGraph
from pages._graph.cypher_box import examples
from tests.graph.graphs import football, join, table

ODD = "O'Brien's \\ \"x\" ; `t` // é"


def test_every_example_runs_on_the_tables_it_was_made_for(tmp_path: Path) -> None:
    tables, joins = football()
    odd = table(ODD, ["id!", "team_id"], rows=3)
    more = (*joins, join(f"{ODD}.team_id", "teams.id"), join("games.id", f"{ODD}.id", score=0.6))
    piles = [((), ()), ((tables[0],), ()), (tables, joins), ((*tables, odd), more), ((odd, tables[0]), more[-2:-1])]
    for n, (some, between) in enumerate(piles):
        kept = [j for j in between if j.state != "rejected"]
        graph = EmbeddedGraph(tmp_path / f"{n}.lbug", buffer_mb=64)
        graph.put(schema_graph(some, between))
        found = {name: graph.read(query) for name, query in examples(some, kept).items()}
        graph.close()
        assert len(found["All tables"].rows) == len(some)
        if kept and n == 2:
            assert list(found) == [
                "All tables",
                "Columns of Games",
                "What joins Games",
                "From Rounds to Teams in two joins",
                "Joins, the least sure first",
                "Columns that many tables share",
                "Tables that join nothing",
            ]
            assert {row[0] for row in found["What joins Games"].rows} == {"Teams", "Rounds"}
            assert {row[0] for row in found["From Rounds to Teams in two joins"].rows} == {"Games"}
            assert found["Tables that join nothing"].rows == (("Weather",),)
