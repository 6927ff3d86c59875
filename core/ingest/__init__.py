"""Files become typed tables and profiles."""
