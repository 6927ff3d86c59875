"""What profiles say to people: descriptions of tables, histograms of columns."""
