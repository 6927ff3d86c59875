"""What the stores share: Arrow arrays made without pandas, SQLite files where nothing can be written."""
