"""What the theme has no option for: contrast, room on narrow screens, long buttons, a sign of life."""

from __future__ import annotations

import streamlit as st

# Colours are mixed with the text's own, so each rule serves the light and the dark theme. WCAG asks for 4.5 to 1.
STYLE = """<style>
/* Names and figures along a chart's axes, which Streamlit sets in a grey of 3.7 to 1. */
[data-testid="stVegaLiteChart"] svg g[class*="role-axis"] text,
[data-testid="stVegaLiteChart"] svg g[class*="role-legend"] text {fill: currentColor; fill-opacity: 0.85}

/* Code: the usual colours have 2.6 to 1 on the light ground. */
[data-testid="stCode"] .token.keyword, [data-testid="stCode"] .token.function,
[data-testid="stCode"] .token.class-name {color: color-mix(in srgb, #2F6FDE 55%, currentColor)}
[data-testid="stCode"] .token.string, [data-testid="stCode"] .token.attr-value
{color: color-mix(in srgb, #0B8A5F 55%, currentColor)}
[data-testid="stCode"] .token.number, [data-testid="stCode"] .token.boolean,
[data-testid="stCode"] .token.property, [data-testid="stCode"] .token.variable, [data-testid="stCode"] .token.key
{color: color-mix(in srgb, #0E8BA8 50%, currentColor)}
[data-testid="stCode"] .token.operator, [data-testid="stCode"] .token.punctuation,
[data-testid="stCode"] .token.comment, [data-testid="stCode"] .token.table
{color: color-mix(in srgb, currentColor 80%, transparent)}

/* Boxes where queries are written. */
[class*="st-key-sql-"] textarea, .st-key-cypher textarea {font-family: monospace}

/* What was chosen in a list: white on the dark theme's lighter colour has 3.1 to 1. */
[data-testid="stMultiSelect"] [data-tag] {background-color: #0B6B6B}

/* A sentence on a button begins at the left, however many lines it takes. */
[data-testid="stButton"] button :is(div, p) {text-align: left}
[data-testid="stSidebar"] [class*="st-key-chat-"] button {justify-content: flex-start; padding-inline: 0.75rem}
[data-testid="stSidebar"] [class*="st-key-chat-"] button > div {justify-content: flex-start; width: 100%}

/* A word with its meaning takes the lines that it needs, however narrow the screen. */
[class*="st-key-chips-"] button, [class*="st-key-to-"] button {max-width: 100%; height: auto; min-height: 2.5rem}
[class*="st-key-chips-"] button p, [class*="st-key-to-"] button p
{white-space: normal; overflow-wrap: anywhere; text-align: left}

/* A sign of life for every click: while a page is at work, a line moves along its upper edge. */
@keyframes at-work {from {transform: translateX(-100%); opacity: 1} to {transform: translateX(100%); opacity: 1}}
[data-testid="stApp"][data-test-script-state="running"]::after {
  content: ""; position: fixed; inset: 0 0 auto 0; height: 3px; z-index: 1000000; pointer-events: none; opacity: 0;
  background: linear-gradient(90deg, transparent, #35A39C, transparent);
  animation: at-work 1.2s ease-in-out 0.08s infinite}

/* The tools of a narrow table appear above it, where what it is said to hold stands at the left. */
[class*="st-key-rows-few-columns-"] {padding-top: 1.4rem}

/* On a phone an answer has the room that its picture would take, and choices beside each other wrap. */
@media (max-width: 640px) {
  [data-testid="stChatMessage"] {gap: 0.5rem; padding-left: 0.5rem; padding-right: 0.5rem}
  [data-testid="stButtonGroup"] > div {flex-wrap: wrap}
  [class*="st-key-edit-value-"] {min-width: 100%}
  [class*="st-key-rows-many-columns-"] {padding-top: 1.4rem}
}

/* Beside the navigation a narrow window has no room for wide margins. */
@media (max-width: 1150px) {
  [data-testid="stMainBlockContainer"], [data-testid="stBottomBlockContainer"]
  {padding-left: 1.75rem; padding-right: 1.75rem}
}
</style>"""


def dress() -> None:
    """Put the rules on the page. They take no room."""
    st.html(STYLE)
