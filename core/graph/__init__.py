"""The schema graph: tables, columns and joins, kept in a graph store that speaks Cypher."""
