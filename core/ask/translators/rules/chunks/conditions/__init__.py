"""What restricts the rows: comparisons, values, dates, what groups of rows have or lack."""
