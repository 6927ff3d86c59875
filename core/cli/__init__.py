"""The command line: its arguments, what each command does, and how things are given as JSON."""
