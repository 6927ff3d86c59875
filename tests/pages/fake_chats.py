"""Chats in memory, for the fake workspace."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from core.catalogue.chats import Chat
from core.model import Answer


class FakeChats:
    def __init__(self) -> None:
        self._chats: dict[str, Chat] = {}
        self._entries: dict[str, list[Answer]] = {}

    def chats(self) -> tuple[Chat, ...]:
        return tuple(reversed(self._chats.values()))

    def find(self, text: str) -> tuple[Chat, ...]:
        said = {i: f"{c.title} {' '.join(a.question for a in self._entries[i])}" for i, c in self._chats.items()}
        return tuple(c for c in self.chats() if text.lower() in said[c.id].lower())

    def new(self, title: str) -> str:
        chat = Chat(f"c{len(self._chats) + 1}", title, "2026-01-02T03:04:05")
        self._chats[chat.id] = chat
        self._entries[chat.id] = []
        return chat.id

    def entries(self, chat_id: str) -> tuple[Answer, ...]:
        return tuple(self._entries[chat_id])

    def add(self, chat_id: str, answer: Answer) -> None:
        self._entries[chat_id].append(answer)

    def replace(self, chat_id: str, place: int, answer: Answer) -> None:
        self._entries[chat_id][place] = answer

    def rename(self, chat_id: str, title: str) -> None:
        self._chats[chat_id] = replace(self._chats[chat_id], title=title)

    def over(self, joins: Collection[str]) -> tuple[tuple[str, str], ...]:
        return tuple(
            (chat, a.question)
            for chat, answers in self._entries.items()
            for a in answers
            if any(e.join_id in joins for e in a.path)
        )

    def delete(self, chat_id: str) -> None:
        del self._chats[chat_id], self._entries[chat_id]
