"""The translator that needs no model. A question goes through it in this order:

- `linking`: what its words mean here, decided for all words together;
- `told`: turns of phrase that stand for a condition, an order or a figure of the schema, each in a module of its own;
- `chart` reads its words by overlapping spans that rules combine, `slots` by the place that each noun fills, whatever
  stands between, `chunks` by readers one after another; all give typed queries (`candidates` tries them out). The
  words that shape a query are data (`lexicon/lexicon.toml`);
- `grammar` is what they go through before and after: brackets, turns that set two things beside each other, names;
- `passes` change what any reader gave: rows that stand for many are added up, numbers for "not known" left out, a
  time taken for that of what is measured;
- `ranking`: which of several readings is meant, and how sure that is (`ranking/weights.toml`);
- `cypher` asks the graph for the join path, `sql` writes the query along it, `realisation` puts both question and
  answer in words;
- `schema` answers questions about the schema itself.

`translator` is all of it in one place; `facts` says what the rules need to know of a schema.
"""
