"""“Why did orders rise in 2024?”: one figure in two periods, taken apart by every column that fits.

What is said is where the difference lies: which groups of rows made it, largest first. No cause is claimed.

asked       the question's words: what changed, which way, in which periods
periods     the two spans of days or years that are compared
parts       the columns that the figure is taken apart by, and which of them tell most
sql         the one query
tell        the answer in sentences
translator  the rules, knowing such questions
"""
