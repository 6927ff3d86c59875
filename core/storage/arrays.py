"""Arrow arrays from Python's values, without pandas.

`pyarrow.array` imports pandas to see whether it was given something of it; to import pandas takes half a second, as
long as to load a million cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

_NUMBERS = {"int64": "int64", "double": "float64"}


def array(values: Sequence[object], kind: pa.DataType) -> pa.Array:
    """An array of type string, int64, float64 or bool; None is null."""
    import numpy as np
    import pyarrow as pa

    filled = np.fromiter((v is not None for v in values), np.bool_, len(values))
    valid = None if filled.all() else _bits(filled)
    if pa.types.is_string(kind):
        texts = ["" if v is None else str(v) for v in values]
        if 4 * sum(map(len, texts)) >= 1 << 31:  # more than one array may hold
            return pa.array(values, kind)
        return pa.Array.from_buffers(kind, len(values), [valid, *_texts(texts)])
    if pa.types.is_boolean(kind):
        data = _bits(np.fromiter((bool(v) for v in values), np.bool_, len(values)))
    else:
        data = pa.py_buffer(np.array([0 if v is None else v for v in values], _NUMBERS[str(kind)]))
    return pa.Array.from_buffers(kind, len(values), [valid, data])


def _texts(texts: Sequence[str]) -> tuple[pa.Buffer, pa.Buffer]:
    """Where each text begins in the data, and the data."""
    import numpy as np
    import pyarrow as pa

    whole = "".join(texts)
    lengths = map(len, texts) if whole.isascii() else (len(t.encode()) for t in texts)
    starts = np.fromiter(accumulate(lengths, initial=0), np.int32, len(texts) + 1)
    return pa.py_buffer(starts), pa.py_buffer(whole.encode())


def _bits(flags: NDArray[np.bool_]) -> pa.Buffer:
    import numpy as np
    import pyarrow as pa

    return pa.py_buffer(np.packbits(flags, bitorder="little"))
