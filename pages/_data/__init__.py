"""The data page: loading, tables, columns, documents, glossary."""
