"""Which columns join: candidates, scores with evidence, one decision over the whole set."""

from core.match.by_hand import named_join
from core.match.discover import discover
from core.match.kept import Kept
from core.match.rows import ColumnValues, RowQuestions
from core.match.scorers import Scorer, scorer
from core.match.search_cache import SearchCache

__all__ = ["ColumnValues", "Kept", "RowQuestions", "Scorer", "SearchCache", "discover", "named_join", "scorer"]
