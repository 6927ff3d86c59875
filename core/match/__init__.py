"""Which columns join: candidates, scores with evidence, one decision over the whole set."""

from core.match.by_hand import named_join
from core.match.discover import discover
from core.match.kept import Kept
from core.match.memo import Memo
from core.match.rows import RowQuestions

__all__ = ["Kept", "Memo", "RowQuestions", "discover", "named_join"]
