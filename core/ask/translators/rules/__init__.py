"""The translator that needs no model. A question goes through it in this order:

- `linking`: what its words mean here, decided for all words together;
- `told`: turns of phrase that stand for a condition, an order or a figure of the schema, each in a module of its own;
- `grammar`: linked words become chunks and these one typed query (by `grammar/by_chunks.py`), with `conditions`
  for what restricts the rows, `shape` for what is asked for and `nested` for questions within questions; the words that
  shape a query are data (`lexicon/lexicon.toml`);
- `chart` reads the same words by overlapping spans, `slots` by the place that each noun fills, whatever stands between;
  both give further queries (`candidates` tries out those of all three);
- `passes` change what any reader gave: rows that stand for many are added up, numbers for "not known" left out, a
  time taken for that of what is measured;
- `ranking`: which of several readings is meant, and how sure that is (`ranking/weights.toml`);
- `cypher` asks the graph for the join path, `sql` writes the query along it, `realisation` puts both question and
  answer in words;
- `schema` answers questions about the schema itself.

`translator` is all of it in one place; `facts` says what the rules need to know of a schema.
"""
