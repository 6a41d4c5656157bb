"""What the tests share. They run the real command, which GALLEY_COMMAND names as Node and its file."""

from __future__ import annotations

import gzip
import os
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from galley_task import Plan

SENTENCE = "The ferry between the two harbours will sail again from Saturday on, the council said after its meeting."


def make_page(number: int, paragraphs: int = 6) -> str:
    """A small news page with a headline of its own."""
    body = "".join(f"<p>{SENTENCE} This is report {number}.{at}.</p>" for at in range(paragraphs))
    return f"<html><head><title>Report {number}</title></head><body><article><h1>Report {number}</h1>{body}"


@pytest.fixture(scope="session")
def plan() -> Plan:
    """How tasks call galley."""
    named = os.environ.get("GALLEY_COMMAND")
    assert named, "set GALLEY_COMMAND to the galley under test"
    node, main = shlex.split(named)
    return Plan(node=node, galley=main, fields=None, options=(), silence_s=60)


@pytest.fixture
def stand_in(plan: Plan, tmp_path: Path) -> Callable[[str], Plan]:
    """A plan whose galley is a few lines of JavaScript, to have faults that the real one has not."""

    def make(script: str) -> Plan:
        path = tmp_path / "stand-in.mjs"
        path.write_text(script)
        return replace(plan, galley=str(path), silence_s=2)

    return make


def write_archive(path: Path, numbers: range, paragraphs: int = 6, kind: str = "text/html") -> list[str]:
    """An archive with a page for each number; their ids."""
    ids = [f"<urn:uuid:00000000-0000-4000-8000-{number:012}>" for number in numbers]
    http = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}; charset=utf-8\r\n\r\n".encode()
    records = [_record("warcinfo", "<urn:uuid:0>", "", b"software: made up\r\n")]
    for number, own_id in zip(numbers, ids, strict=True):
        url = f"WARC-Target-URI: https://bay.example/{number}\r\nContent-Type: application/http; msgtype=response\r\n"
        records.append(_record("response", own_id, url, http + make_page(number, paragraphs).encode()))
    path.write_bytes(b"".join(gzip.compress(record) for record in records))
    return ids


def _record(kind: str, own_id: str, fields: str, body: bytes) -> bytes:
    head = f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {own_id}\r\nWARC-Date: 2026-11-01T08:00:00Z\r\n"
    return f"{head}{fields}Content-Length: {len(body)}\r\n\r\n".encode() + body + b"\r\n\r\n"
