"""A chart parser: overlapping spans of a question combine by rules into typed parts of a query; k best readings.

To add a kind of data question write one file in `constructs/` that holds its `RULES`, and a fixture beside its tests.
"""
