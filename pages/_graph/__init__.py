"""The graph page: the picture of the schema, joins and verdicts, paths."""
