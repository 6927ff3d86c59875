"""Questions about the schema, answered by the graph."""
