"""Which columns join: candidates, scores with evidence, one decision over the whole set."""

from core.match.by_hand import named_join
from core.match.discover import discover
from core.match.kept import Kept
from core.match.rows import RowQuestions
from core.match.search_cache import SearchCache

__all__ = ["Kept", "RowQuestions", "SearchCache", "discover", "named_join"]
