"""A question's language is told; one that rules cannot read is told so in that language."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from core.ask import language
from core.ask.language import language_of, language_of_data, phrases, readable
from core.ask.state import Link, Mention
from core.ask.tokens import tokenise
from core.model import Answer, Column, Profile, Table
from tests.ask.worlds import WORLDS, cases

ROOT = Path(__file__).resolve().parents[2]
Asked = Callable[[str, str], Answer]


def plain_language(text: str) -> str:
    """The language of a text by itself."""
    return language_of(tokenise(text), ())


@pytest.mark.parametrize(
    ("code", "question"),
    [
        ("de", "Wie viele Bestellungen gibt es pro Stadt?"),
        ("fr", "Quels clients n'ont jamais commandé ?"),
        ("es", "¿Cuántos pedidos hay por ciudad?"),
        ("it", "Quali clienti non hanno mai ordinato?"),
        ("pt", "Mostre todos os pacientes com mais de 60 anos"),
        ("nl", "Hoeveel bestellingen zijn er per stad?"),
        ("sv", "Vilka kunder har aldrig beställt?"),
        ("da", "Hvad er den højeste omsætning i 2021?"),
        ("fi", "Mikä on suurin liikevaihto vuonna 2021?"),
        ("pl", "Którzy klienci nigdy nie zamawiali?"),
        ("cs", "Kteří zákazníci nikdy neobjednali?"),
        ("hu", "Hány rendelés van városonként?"),
        ("tr", "Hangi müşteriler hiç sipariş vermedi?"),
        ("el", "Ποιοι πελάτες δεν παρήγγειλαν ποτέ;"),
        ("ru", "Сколько заказов по городам?"),
        ("uk", "Скільки замовлень у кожному місті?"),
        ("ja", "都市ごとの注文数はいくつですか?"),
        ("zh", "每个城市有多少订单?"),
        ("ko", "도시별 주문 수는 몇 개입니까?"),
        ("ar", "كم عدد الطلبات في كل مدينة؟"),
        ("hi", "प्रत्येक शहर में कितने ऑर्डर हैं?"),
    ],
)
def test_questions_in_many_languages(code: str, question: str) -> None:
    assert plain_language(question) == code


@pytest.mark.parametrize(
    "question",
    [
        *(
            "total revenue",
            "late orders",
            "list names",
            "orders Berlin",
            "sales per region",
            "show names",
            "latest visit",
        ),
        *("only 2021", "and by region?", "flights Paris Berlin", "2021", "?", ""),
    ],
)
def test_few_words_are_taken_for_english(question: str) -> None:
    assert plain_language(question) == "en"


def test_english_questions_are_english() -> None:
    assert [c.question for name in WORLDS for c in cases(name) if plain_language(c.question) != "en"] == []


def test_shared_words_alone_are_english() -> None:
    tokens = tokenise("total quantity per region")
    mentions = [Mention(i, i + 1, t, (Link("column", "t", t, score=1.0),)) for i, t in ((1, "quantity"), (3, "region"))]
    assert language_of(tokens, mentions) == "en"
    assert plain_language("totale quantità per regione") == "it"


def test_words_of_the_data_do_not_count() -> None:
    tokens = tokenise("Umsatz Köln Straße")
    mentions = [Mention(i, i + 1, t.text, (Link("column", "t", t.text, score=1.0),)) for i, t in enumerate(tokens)]
    assert language_of(tokens, mentions) == "en"
    assert readable(tokens, mentions)
    assert not readable(tokens, mentions[:1])


def test_an_english_question_loads_no_model() -> None:
    program = (
        "import sys\nfrom core.ask.language import language_of\nfrom core.ask.tokens import tokenise\n"
        "print(language_of(tokenise('How many orders are there for each city?'), ()), 'py3langid' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["en", "False"]


@pytest.mark.parametrize(
    ("labels", "code"),
    [
        (["Kundennummer", "Straße", "Bestelldatum", "Menge", "Preis je Stück", "Lieferung"], "de"),
        (["Numéro de client", "Date de commande", "Quantité", "Prix unitaire", "Ville"], "fr"),
        (["customer_id", "order date", "quantity", "unit price", "city"], "en"),
        (["a1", "c2"], "en"),
    ],
)
def test_the_language_of_the_data(labels: list[str], code: str) -> None:
    columns = tuple(Column("t", label, label, "real", i, Profile(1, 0, 1)) for i, label in enumerate(labels))
    assert language_of_data([Table("t", "t1", "t.csv", 1, columns)]) == code


def test_each_language_has_all_its_phrases() -> None:
    raw = tomllib.loads((Path(language.__file__).parent / "languages.toml").read_text(encoding="utf-8"))
    assert len(raw) >= 20
    for code in raw:
        said = phrases(code)
        assert said.none.strip()
        assert "Ann" in said.top.format(name="Ann", figure="3")
        assert said.unread.strip()
    assert phrases("tlh") == phrases("en")


def test_without_a_model_it_is_said_in_the_askers_language(asked: Asked) -> None:
    answer = asked("library", "Hvor mange bøger er der af hver forfatter?")
    assert (answer.language, answer.sql) == ("da", None)
    assert answer.answer == phrases("da").unread


def test_a_question_whose_thing_is_not_known_is_not_read_in_its_own_language(asked: Asked) -> None:
    answer = asked("library", "Wie viele Regenschirme gibt es?")
    assert (answer.answer, answer.sql, answer.ignored) == (phrases("de").unread, None, ("Regenschirme",))


def test_plain_questions_in_four_languages_are_read(asked: Asked) -> None:
    english = asked("library", "How many books are there per author?")
    for said in (
        "Wie viele Bücher gibt es von jedem Verfasser?",
        "Combien de livres y a-t-il par auteur ?",
        "¿Cuántos libros hay por autor?",
        "Quanti libri ci sono per autore?",
    ):
        answer = asked("library", said)
        assert (answer.question, answer.sql, answer.rows) == (said, english.sql, english.rows)
        assert answer.rewritten == "how many book are there per author?"


def test_names_and_values_alone_are_read_in_any_language(asked: Asked) -> None:
    answer = asked("library", "members aus Dunbar")
    assert answer.sql is not None
    assert asked("library", "How many books are there?").language == "en"
