"""Families: files of one form (one a year, a state, a station…) that are one table.

    forms (what each table looks like from outside) → groups (which are of one form) → what varies between them
      → columns put together (drift said) → one union, read, typed and written like a single file

A wrong member does more harm than a table left by itself, so names must show what varies: a year, a date, a number,
or one word in a folder of nothing else.
"""
