"""Bodies packed on their way (Content-Encoding), unpacked a bounded piece at a time. The label is not believed: what is
said to be packed and is not stays as it is."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import chain

PACKED = ("gzip", "x-gzip", "deflate")
_PIECE = 1 << 18
_GZIP = b"\x1f\x8b"
_ANY, _RAW = 47, -15
"""zlib's window bits: gzip or zlib told by its header, and deflate without one, which some servers send."""


class Unpackable(Exception):
    """What came is packed, and damaged or cut off; the text says which."""


def unpacked(raw: Iterator[bytes], label: str) -> Iterator[bytes]:
    """The bytes of a body that is said to be packed by `label`. Of several packed parts in a row (RFC 1952, 2.2) all
    come. Raises Unpackable."""
    head = b""
    for chunk in raw:
        head += chunk
        if len(head) >= 2:
            break
    whole = chain((head,), raw)
    bits = _bits(head, label)
    return _inflated(whole, bits) if bits else whole


def _bits(head: bytes, label: str) -> int:
    """By what window to inflate; 0: it is not packed."""
    if head.startswith(_GZIP) or _is_zlib(head):
        return _ANY
    if label == "deflate" and head and not head[:1].isascii():
        return _RAW
    if label == "deflate" and head:
        try:
            zlib.decompressobj(_RAW).decompress(head, _PIECE)
        except zlib.error:
            return 0
        return _RAW
    return 0


def _is_zlib(head: bytes) -> bool:
    """Whether two bytes are the header that zlib writes (RFC 1950): deflate by the usual window, a multiple of 31."""
    return head[:1] == b"x" and len(head) >= 2 and (head[0] << 8 | head[1]) % 31 == 0


def _inflated(raw: Iterator[bytes], bits: int) -> Iterator[bytes]:
    inflate = zlib.decompressobj(bits)
    try:
        for chunk in raw:
            while chunk:
                if inflate.eof:
                    if not chunk.startswith(_GZIP):
                        return  # padding behind the last part
                    inflate = zlib.decompressobj(bits)
                if piece := inflate.decompress(chunk, _PIECE):
                    yield piece
                chunk = inflate.unconsumed_tail or inflate.unused_data
    except zlib.error as fault:
        raise Unpackable("damaged") from fault
    if not inflate.eof:
        raise Unpackable("cut off")
