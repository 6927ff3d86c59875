"""The engine that holds the rows, behind one protocol."""
