"""Which columns join: candidates, scores with evidence, one decision over the whole set."""
