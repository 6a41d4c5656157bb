"""A task without Spark: what goes in comes out, or the task fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from conftest import make_page, write_archive

import galley_feed
from galley_feed import extract_archives, extract_rows
from galley_task import ARTICLE_SCHEMA, Plan, TaskError, columns_of, read_lines

#: Answers as galley does, with the report; `lines` are the lines that it leaves out.
ANSWER = """
import { writeFileSync } from "node:fs";
let input = "";
for await (const chunk of process.stdin) input += chunk;
const lines = input.split("\\n").filter(Boolean).map((line) => JSON.stringify({ id: JSON.parse(line).id }));
writeFileSync(process.argv[process.argv.indexOf("--report") + 1],
  JSON.stringify({ in: lines.length, skippedRecords: {} }));
"""


def rows_of(count: int) -> pd.DataFrame:
    pages = [(str(at), f"https://bay.example/{at}", make_page(at)) for at in range(count)]
    return pd.DataFrame(pages, columns=["id", "url", "html"])


def large_rows(count: int) -> pd.DataFrame:
    html = make_page(1, paragraphs=4000)
    return pd.DataFrame([(str(at), None, html) for at in range(count)], columns=["id", "url", "html"])


def run_rows(plan: Plan, *frames: pd.DataFrame) -> list[dict[str, Any]]:
    return [row for frame in extract_rows(plan)(iter(frames)) for row in frame.to_dict("records")]


def run_archives(plan: Plan, names: Sequence[object], via: str) -> list[dict[str, Any]]:
    shared = SimpleNamespace(value=[str(name) for name in names])
    numbers = iter([pd.DataFrame({"id": range(len(names))})])
    return [row for frame in extract_archives(shared, via, plan)(numbers) for row in frame.to_dict("records")]


def test_rows_come_out_in_order_with_all_columns(plan: Plan) -> None:
    found = list(extract_rows(plan)(iter([rows_of(40), rows_of(3)])))
    assert list(found[0].columns) == ARTICLE_SCHEMA.names
    rows = [row for frame in found for row in frame.to_dict("records")]
    assert [row["id"] for row in rows] == [str(at) for at in [*range(40), *range(3)]]
    assert rows[7]["title"] == "Report 7"
    assert "report 7.3" in rows[7]["text"]
    assert rows[7]["url"] == "https://bay.example/7"


def test_pages_larger_than_the_pipes_block_nobody(plan: Plan) -> None:
    rows = run_rows(plan, large_rows(6))
    assert [(row["id"], len(row["text"]) > 50_000) for row in rows] == [(str(at), True) for at in range(6)]


def test_a_row_without_markup_fails_and_is_not_fetched(plan: Plan) -> None:
    frame = pd.DataFrame(
        [("a", "http://127.0.0.1:9/", None), ("b", None, b"\x89PNG" + bytes(300)), (None, None, make_page(3))],
        columns=["id", "url", "html"],
    )
    rows = run_rows(plan, frame)
    assert [(row["id"], row["error_code"]) for row in rows[:2]] == [("a", "BAD_RECORD"), ("b", "NOT_HTML")]
    assert rows[0]["url"] == "http://127.0.0.1:9/"
    assert rows[2]["title"] == "Report 3"


def test_no_rows_start_no_process(plan: Plan) -> None:
    assert run_rows(replace(plan, node="/nowhere/node")) == []


@pytest.mark.parametrize("via", ["files", "pages"])
def test_archives_give_every_id_once_and_missing_ones_a_row(plan: Plan, tmp_path: Path, via: str) -> None:
    ids = write_archive(tmp_path / "a.warc.gz", range(20)) + write_archive(tmp_path / "b.warc.gz", range(20, 30))
    names = [tmp_path / "a.warc.gz", tmp_path / "none.warc.gz", f"file://{tmp_path}/b.warc.gz"]
    rows = run_archives(plan, names, via)
    assert sorted(row["id"] for row in rows) == sorted([*ids, str(names[1])])
    failed = [row for row in rows if not pd.isna(row["error_code"])]
    assert [(row["id"], row["error_code"]) for row in failed] == [(str(names[1]), "FILE_NOT_FOUND")]


@pytest.mark.parametrize("via", ["files", "pages"])
def test_a_task_of_missing_archives_alone_has_its_rows(plan: Plan, tmp_path: Path, via: str) -> None:
    rows = run_archives(plan, [tmp_path / "x.warc.gz", tmp_path / "y.warc.gz"], via)
    assert [row["error_code"] for row in rows] == ["FILE_NOT_FOUND"] * 2


@pytest.mark.parametrize("via", ["files", "pages"])
def test_cut_and_damaged_archives_keep_what_can_be_read(plan: Plan, tmp_path: Path, via: str) -> None:
    ids = write_archive(tmp_path / "whole.warc.gz", range(10))
    data = (tmp_path / "whole.warc.gz").read_bytes()
    (tmp_path / "cut.warc.gz").write_bytes(data[: len(data) // 2])
    (tmp_path / "noise.warc.gz").write_bytes(b"no archive at all, by any means" * 40)
    (tmp_path / "empty.warc.gz").write_bytes(b"")
    rows = run_archives(plan, [tmp_path / f"{name}.warc.gz" for name in ("cut", "noise", "empty", "whole")], via)
    good = [row["id"] for row in rows if pd.isna(row["error_code"])]
    assert good[-10:] == ids
    assert 0 < len(good) - 10 < 10
    codes = {row["error_code"] for row in rows if not pd.isna(row["error_code"])}
    assert codes <= {"BAD_ARCHIVE", "EMPTY_INPUT"}
    assert "BAD_ARCHIVE" in codes


def test_a_record_that_is_too_large_is_not_read_into_memory(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(galley_feed, "_MAX_RECORD_BYTES", 2000)
    ids = write_archive(tmp_path / "a.warc.gz", range(2))
    large = write_archive(tmp_path / "b.warc.gz", range(2, 3), paragraphs=400)
    write_archive(tmp_path / "film.warc.gz", range(3, 4), paragraphs=400, kind="video/mp4")
    rows = run_archives(plan, [tmp_path / f"{name}.warc.gz" for name in ("b", "film", "a")], "pages")
    found = [(row["id"], None if pd.isna(row["error_code"]) else row["error_code"]) for row in rows]
    assert found == [(ids[0], None), (ids[1], None), (large[0], "INPUT_TOO_LARGE")]


def test_both_ways_give_the_same_rows(plan: Plan, tmp_path: Path) -> None:
    write_archive(tmp_path / "a.warc.gz", range(15))
    by_files, by_pages = (run_archives(plan, [tmp_path / "a.warc.gz"], via) for via in ("files", "pages"))
    assert [str(row) for row in by_files] == [str(row) for row in by_pages]


def fails(plan: Plan) -> pytest.ExceptionInfo[TaskError]:
    with pytest.raises(TaskError) as failure:
        run_rows(plan, rows_of(5))
    return failure


def test_no_node_and_no_galley_are_told_with_the_option(plan: Plan) -> None:
    assert "NO_NODE: There is no Node at /nowhere/node on " in str(fails(replace(plan, node="/nowhere/node")).value)
    assert "name its place by --galley" in str(fails(replace(plan, galley="/nowhere")).value)


def test_an_option_that_galley_refuses_is_its_own_message(plan: Plan) -> None:
    assert str(fails(replace(plan, options=("--extractor", "nothing"))).value).startswith("BAD_OPTION: ")


def test_a_process_that_is_killed_fails_the_task(stand_in: Callable[[str], Plan]) -> None:
    plan = stand_in("process.kill(process.pid, 'SIGKILL')")
    assert str(fails(plan).value) == "PROCESS_ENDED: Galley was ended by signal 9."


def test_a_process_that_is_killed_in_the_middle_of_a_line_is_told_as_that(stand_in: Callable[[str], Plan]) -> None:
    half = json.dumps('{"id":"0"}\n{"id')
    script = f"import {{ writeSync }} from 'node:fs'; writeSync(1, {half}); process.kill(process.pid, 'SIGKILL')"
    assert str(fails(stand_in(script)).value) == "PROCESS_ENDED: Galley was ended by signal 9."


def test_another_status_fails_the_task_though_all_lines_came(stand_in: Callable[[str], Plan]) -> None:
    plan = stand_in(f"{ANSWER} console.log(lines.join('\\n')); console.error('out of luck'); process.exitCode = 3;")
    assert str(fails(plan).value) == "PROCESS_ENDED: Galley ended with status 3 (out of luck)."


@pytest.mark.parametrize("lines", ["lines.slice(1)", "lines.slice(0, -1)", "[...lines, lines[0]]", "lines.reverse()"])
def test_lines_that_are_not_those_of_the_pages_fail_the_task(stand_in: Callable[[str], Plan], lines: str) -> None:
    assert str(fails(stand_in(f"{ANSWER} console.log(({lines}).join('\\n'));")).value).startswith("PAGES_LOST: ")


def test_a_process_that_hangs_fails_the_task(stand_in: Callable[[str], Plan]) -> None:
    plan = stand_in("setInterval(() => undefined, 1000); process.stdin.resume();")
    assert str(fails(plan).value) == "NO_ANSWER: Galley gave no line for 2 s."


def test_a_fault_of_the_input_is_the_fault_of_the_task(plan: Plan) -> None:
    def frames() -> Iterator[pd.DataFrame]:
        yield rows_of(3)
        raise ConnectionError("the input is gone")

    with pytest.raises(ConnectionError, match="the input is gone"):
        list(extract_rows(plan)(frames()))


def test_a_reader_that_stops_ends_the_process(plan: Plan) -> None:
    frames = extract_rows(plan)(iter([large_rows(2)] * 1000))
    next(frames)
    frames.close()  # type: ignore[attr-defined]


def test_lines_are_typed_and_halves_of_characters_replaced() -> None:
    lines = [
        {"id": "a", "published": "2026-03-12", "wordCount": 3, "isArticle": 1, "later": {"x": 1}},
        {"id": "b", "published": "2026-03-12T07:30:00+02:00", "modified": "2026-03-12T07:30:00.123456"},
        {"id": "c", "title": "half \ud83d", "published": "2026-03", "error": {"code": "NO_ARTICLE", "message": "none"}},
    ]
    for chosen in (lines[:2], lines):
        block = "".join(json.dumps(line) + "\n" for line in chosen).encode()
        table = read_lines(block, columns_of(None)).to_pylist()
        assert table[0]["published"] == datetime(2026, 3, 12, tzinfo=timezone.utc)
        assert (table[0]["publishedText"], table[0]["wordCount"], table[0]["isArticle"]) == ("2026-03-12", 3, 1.0)
        assert table[1]["published"] == datetime(2026, 3, 12, 5, 30, tzinfo=timezone.utc)
        assert table[1]["modified"] == datetime(2026, 3, 12, 7, 30, 0, 123000, tzinfo=timezone.utc)
    assert table[2]["title"] == "half \ufffd"
    assert table[2]["error_code"] == "NO_ARTICLE"


def test_only_wanted_columns_come_out(plan: Plan) -> None:
    rows = run_rows(replace(plan, fields=("text", "published")), rows_of(2))
    wanted = ["id", "url", "published", "publishedText", "text", "error_code", "error_message"]
    assert list(rows[0]) == wanted
    assert rows[1]["url"] == "https://bay.example/1"
