"""A sketch of distinct values: the least 1,024 of their 64-bit hashes (KMV; Beyer et al. 2007).

The hash is MurmurHash3's mixing over 8-byte little-endian words, done for a whole Arrow array at a time in numpy. It
depends on no library's version and no platform, so sketches made at different times can be compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

SKETCH = 1_024
_LONG = 256
"""Bytes from which a value is hashed on its own."""
_C1 = np.uint64(0x87C37B91114253D5)
_C2 = np.uint64(0x4CF5AD432745937F)
_C3 = np.uint64(0x52DCE729)
_F1 = np.uint64(0xFF51AFD7ED558CCD)
_F2 = np.uint64(0xC4CEB9FE1A85EC53)
_SEED = np.uint64(0x9E3779B97F4A7C15)


class Sketch:
    """Gathers hashes; tells in the end how many differ and which are the least."""

    def __init__(self) -> None:
        self._parts: list[NDArray[np.uint64]] = []

    def add(self, values: pa.Array) -> None:
        """Add normalised values: an Arrow array of type string without nulls."""
        if len(values):
            self._parts.append(hash_all(values))

    def result(self) -> tuple[int, tuple[int, ...]]:
        """(number of distinct values, the sketch in ascending order)."""
        if not self._parts:
            return 0, ()
        hashes = np.concatenate(self._parts)
        self._parts.clear()
        hashes.sort()  # numpy.unique takes fifty times as long
        new = np.concatenate(([True], hashes[1:] != hashes[:-1]))
        return int(np.count_nonzero(new)), tuple(_first(hashes, new).tolist())


def _first(hashes: NDArray[np.uint64], new: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """The least hashes, each once: those that are `new` in their sorted order."""
    return hashes[np.flatnonzero(new)[:SKETCH]]


def hash_texts(texts: Sequence[str]) -> NDArray[np.uint64]:
    """The hash of each of some normalised texts."""
    import pyarrow as pa

    from core.storage.arrays import array

    return hash_all(array(texts, pa.string()))


def md5_texts(texts: Sequence[str]) -> NDArray[np.uint64]:
    """The first 64 bits of each text's MD5: the hash that databases can make as well."""
    digests = (hashlib.md5(t.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest() for t in texts)
    return np.array([int.from_bytes(d[:8], "big") for d in digests], dtype=np.uint64)


def hash_all(values: pa.Array) -> NDArray[np.uint64]:
    """The hash of each value of an Arrow string array without nulls."""
    import pyarrow as pa

    values = values.cast(pa.large_string())
    _, starts_buffer, data_buffer = values.buffers()
    starts = np.frombuffer(starts_buffer, np.int64)[values.offset : values.offset + len(values) + 1]
    data = (data_buffer.to_pybytes() if data_buffer else b"") + bytes(8)
    words = np.ndarray(shape=(len(data) - 7,), dtype="<u8", buffer=data, strides=(1,))
    lengths = np.diff(starts)
    starts = starts[:-1]
    h: NDArray[np.uint64] = _SEED ^ lengths.astype(np.uint64)
    at = np.arange(len(lengths))
    step = 0
    while len(at := at[(lengths[at] > step) & (lengths[at] <= _LONG)]):
        k = words[starts[at] + step].astype(np.uint64)
        spare = np.clip(step + 8 - lengths[at], 0, 7).astype(np.uint64) * np.uint64(8)
        k &= np.uint64(0xFFFFFFFFFFFFFFFF) >> spare
        k = _rotate(k * _C1, 31) * _C2
        h[at] = _rotate(h[at] ^ k, 27) * np.uint64(5) + _C3
        step += 8
    h ^= h >> np.uint64(33)
    h *= _F1
    h ^= h >> np.uint64(33)
    h *= _F2
    h ^= h >> np.uint64(33)
    for i in np.flatnonzero(lengths > _LONG):
        whole = data[starts[i] : starts[i] + lengths[i]]
        h[i] = int.from_bytes(hashlib.blake2b(whole, digest_size=8).digest(), "little")
    return h


def _rotate(x: NDArray[np.uint64], bits: int) -> NDArray[np.uint64]:
    return (x << np.uint64(bits)) | (x >> np.uint64(64 - bits))
