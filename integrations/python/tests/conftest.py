"""What the tests share. They run the real command, which GALLEY_COMMAND names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import galley

PARAGRAPHS = [
    "The ferry between the two harbours will sail again from Saturday on, the council said after its meeting.",
    "It had stopped nine winters ago, when the quay was found to be unsafe and no money was left to mend it.",
    "A fair of second-hand boats and the gifts of two thousand people paid for most of the work since then.",
]


def make_page(number: int) -> str:
    """A small news page with a headline of its own."""
    body = "".join(f"<p>{text} This is report number {number}.</p>" for text in PARAGRAPHS)
    return f"<html><head><title>Report {number}</title></head><body><article><h1>Report {number}</h1>{body}"


@pytest.fixture(scope="session", autouse=True)
def command() -> list[str]:
    """The command under test; without it nothing here means anything."""
    named = os.environ.get("GALLEY_COMMAND")
    assert named, "set GALLEY_COMMAND to the galley under test"
    return named.split()


@pytest.fixture
def process() -> Iterator[galley.Galley]:
    with galley.Galley(workers=1) as opened:
        yield opened


@pytest.fixture
def example() -> Path:
    return Path(__file__).parents[3] / "examples" / "harbour.html"
