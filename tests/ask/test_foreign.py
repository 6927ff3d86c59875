"""Questions in other languages in the words of the grammar and of the labels."""

from __future__ import annotations

import pytest

from core.ask.foreign import heard, in_english, in_labels
from core.ask.label_words import LabelWords
from core.text.glossary import glossary, word_stem

GERMAN = LabelWords(frozenset("schulen schulart stadt schuler jahr umsatz".split()))
ENGLISH = LabelWords(frozenset("school city pupil year price age revenue".split()))
SPANISH = LabelWords(frozenset(("cantidad", "ano")))
ITALIAN = LabelWords(frozenset(("libri",)))
ONE_GERMAN = LabelWords(frozenset(("schulen", "b")))


@pytest.mark.parametrize(
    ("language", "asked", "labels", "said"),
    [
        ("de", "Wie viele Schulen gibt es in Berlin?", GERMAN, "how many Schulen are there in Berlin?"),
        ("de", "Welche Stadt hat die meisten Schüler?", ENGLISH, "which city has the most pupil?"),
        ("de", "Wie viele Mitglieder gibt es?", LabelWords(frozenset(("members",))), "how many members are there?"),
        ("de", "Durchschnittsalter der Lehrer pro Schule", ENGLISH, "average age of teacher per school"),
        ("de", "Wie hoch ist der Gesamtumsatz nach 2010?", GERMAN, "what is the total umsatz after 2010?"),
        ("de", "Umsatz nach Jahr im März 2023", GERMAN, "Umsatz by Jahr in March 2023"),
        ("fr", "Combien d'écoles y a-t-il par ville ?", ENGLISH, "how many school are there per city?"),
        ("fr", "Quelle ville a la population la plus élevée ?", ENGLISH, "which city has the highest population?"),
        ("fr", "Quel est l'âge moyen des élèves à Lyon ?", ENGLISH, "what is the average âge of pupil in Lyon?"),
        ("es", "¿Cuál es la cantidad total vendida por año?", SPANISH, None),
        ("es", "¿Cuántas escuelas hay en cada ciudad?", ENGLISH, "how many school are there per city?"),
        ("it", "Qual è l'età media dei pazienti per città?", ENGLISH, "what is the average age of patient per city?"),
        ("it", "Quali scuole hanno meno di 70 alunni?", ENGLISH, "which school has less than 70 pupil?"),
        ("es", "¿Qué escuelas tienen más de 70 alumnos?", ENGLISH, "which school has more than 70 pupil?"),
        ("de", "Welche Schule ist am ältesten?", GERMAN, "which schulen is oldest?"),
        (
            "it",
            "Mostra i libri di A. Riva a più di 1.000,50",
            ITALIAN,
            "show the libri of A. Riva in more than 1000.50",
        ),
    ],
)
def test_words_that_ask_become_english_and_things_the_labels(
    language: str, asked: str, labels: LabelWords, said: str | None
) -> None:
    assert in_english(asked, language, labels) == (said or "what is the total cantidad vendida per año?")


def test_units_behind_a_number_are_no_labels() -> None:
    labels = LabelWords(frozenset(("corsa", "ritardo", "minuti", "giorni")))
    late = in_english("Quali corse hanno un ritardo superiore a 5 minuti?", "it", labels)
    assert late == "which corsa have a ritardo more than 5 minutes?"
    assert in_english("Quanti giorni ci sono?", "it", labels) == "how many giorni are there?"


def test_of_what_is_hardly_known_nothing_is_made() -> None:
    assert in_english("Wie heißt der lustige graue Esel morgen wieder", "de", GERMAN) == ""
    assert in_english("Schulen Stadt", "de", GERMAN) == ""
    assert in_english("How many?", "nl", GERMAN) == ""


def test_english_words_become_those_of_labels_in_another_language() -> None:
    assert (
        in_labels("How many schools per city in Borkau?", GERMAN, ("borkau",))
        == "How many schulen per stadt in Borkau?"
    )
    assert in_labels("How many schools per city?", ENGLISH, ()) == "How many schools per city?"
    assert in_labels("How many schools per city?", ONE_GERMAN, ()) == "How many schools per city?"
    both = LabelWords(frozenset(("value", "valeur", "type", "produit")))
    assert in_labels("Values and products", both, ()) == "Values and produit"


def test_a_word_of_the_glossary_goes_before_another_of_its_stem() -> None:
    labels = LabelWords(frozenset(("visitas", "visitantes", "museo", "museos")))
    assert (
        in_labels("How many visitors did each museum have?", labels, ()) == "How many visitantes did each museo have?"
    )
    assert labels.same("visits", "en")[0] == "visitas"


def test_near_languages_are_told_apart_by_their_small_words() -> None:
    assert heard("Quante scuole ci sono?", "es", ENGLISH, ()) == "how many school are there?"
    assert heard("Hvor mange skoler?", "da", ENGLISH, ()) == "Hvor mange skoler?"
    assert heard("How many schools?", "en", GERMAN, ()) == "How many schulen?"


def test_a_word_stands_for_its_forms_and_no_neighbour() -> None:
    assert word_stem("schulen", "de") == word_stem("schule", "de") != word_stem("schuler", "de")
    assert glossary().of("kunden", ("de",)) == glossary().of("clienti", ("it",)) == glossary().of("customers", ("en",))
    assert glossary().foreign("schulen")
    assert not glossary().foreign("schools")


def test_a_short_label_is_no_form_of_a_foreign_word() -> None:
    short = LabelWords(frozenset(("cas", "type", "ano")))
    assert short.same("house", "en") == ()
    assert short.foreign == {"ano"}
