"""Which workspace this browser works in.

The address names it, so that a reload finds it again and two people may work in two; without a name it is the one of
the settings.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.config import Settings
from core.errors import NotAllowed, UnknownName
from core.workspace.people import rules_of
from core.workspace.registry import Place, Workspaces
from pages._ui import people

PARAMETER = "workspace"
_KEPT = frozenset({"routed", PARAMETER})


def here(wanted: Settings) -> Settings:
    """The settings with the folder of the workspace that this browser works in."""
    return settings_of(wanted, current(wanted))


def settings_of(wanted: Settings, place: Place) -> Settings:
    """A Neo4j database holds one workspace: that of the settings is the first one's, the others choose their own."""
    return wanted if place.first else replace(wanted, workspace=place.folder, neo4j_uri="")


def places_of(wanted: Settings) -> Workspaces:
    """The workspaces, of which the person before the page sees those they may look into."""
    rules = rules_of(wanted)
    return Workspaces(wanted.workspace, people.person(wanted) if rules.given else None, rules)


def current(wanted: Settings) -> Place:
    """The workspace that this browser works in; the first one when it is gone. Raises NotAllowed where the person may
    look into none, SettingsError."""
    places = places_of(wanted)
    if not places.all():
        raise NotAllowed("look into any workspace")
    name = st.query_params.get(PARAMETER) or st.session_state.get(PARAMETER)
    try:
        place = places.find(name) if name else places.all()[0]
    except UnknownName:
        place = places.all()[0]
    _note(place)
    return place


def turn_to(place: Place) -> None:
    """Work in another workspace from now on; what was open, searched and chosen in this one is forgotten."""
    for name in [n for n in st.session_state if n not in _KEPT]:
        del st.session_state[name]
    st.query_params.clear()
    st.session_state[PARAMETER] = place.name
    _note(place)


def _note(place: Place) -> None:
    if place.first:
        st.session_state.pop(PARAMETER, None)
        st.query_params.pop(PARAMETER, None)
    else:
        st.session_state[PARAMETER] = place.name
        if st.query_params.get(PARAMETER) != place.name:
            st.query_params[PARAMETER] = place.name
