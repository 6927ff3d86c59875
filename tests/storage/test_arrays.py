"""Arrow arrays made without pandas are those that pyarrow makes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pyarrow as pa
import pytest

from core.storage.arrays import array


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["a", "", None, "żółw", "x" * 40], pa.string()),
        (["plain", "ascii"], pa.string()),
        ([], pa.string()),
        ([None, None], pa.string()),
        ([1, None, -(2**63), 2**63 - 1], pa.int64()),
        ([1.5, None, float("inf")], pa.float64()),
        ([True, None, False, True, True, False, True, False, None, True], pa.bool_()),
        ([], pa.bool_()),
    ],
)
def test_an_array_is_the_one_that_pyarrow_makes(values: Sequence[object], kind: pa.DataType) -> None:
    made = array(values, kind)
    made.validate(full=True)
    assert made.equals(pa.array(values, kind))


def test_a_text_that_is_no_unicode_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        array(["\ud800"], pa.string())


def test_no_pandas_is_imported() -> None:
    code = (
        "import sys, pyarrow as pa; from core.storage.arrays import array; array(['x'], pa.string()); "
        "print('pandas' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"
