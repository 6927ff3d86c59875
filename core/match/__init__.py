"""Which columns join: candidates, scores with evidence, one decision over the whole set."""

from core.match.discover import discover

__all__ = ["discover"]
