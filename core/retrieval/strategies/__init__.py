"""The ways of retrieving, one a file, each true to its stop rules; `core.retrieval.strategies.known` lists them."""
