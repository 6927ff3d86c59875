"""Turns of a question before and around its reading: what mentions mean beside each other, two times, groups or files
set against each other, definitions and roles. Every reader gets what is left."""
