"""The Parquet files of `galley batch`, read by pyarrow."""

from __future__ import annotations

import json
import subprocess
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from conftest import make_page

from galley_task import ARTICLE_SCHEMA, Plan

DATED = (
    '<meta property="article:published_time" content="2026-03-12T07:30:00+02:00"><meta name="author" content="Ann Lee">'
)


def run_batch(plan: Plan, *arguments: str) -> None:
    subprocess.run([plan.node, plan.galley, "batch", *arguments, "--quiet"], check=True)


def test_rows_are_those_of_the_lines(plan: Plan, tmp_path: Path) -> None:
    pages: list[dict[str, Any]] = [{"id": f"p{at}", "html": make_page(at)} for at in range(40)]
    pages[3]["html"] = pages[3]["html"].replace("<title>", f"{DATED}<title>")
    pages[9]["html"] = ""
    source = tmp_path / "pages.jsonl"
    source.write_text("".join(json.dumps(page) + "\n" for page in pages))
    for name in ("out.parquet", "out.jsonl"):
        run_batch(plan, str(source), "-o", str(tmp_path / name), "--part-size", "20k", "--include", "comments")
    file = pq.ParquetFile(tmp_path / "out.parquet")
    assert file.num_row_groups > 1
    assert file.schema_arrow.names == ARTICLE_SCHEMA.names
    for field in file.schema_arrow:
        wanted = ARTICLE_SCHEMA.field(field.name).type
        assert field.type == wanted or pa.types.is_timestamp(field.type), field.name
    rows = file.read().to_pylist()
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(rows) == len(lines) == len(pages)
    for row, line in zip(rows, lines, strict=True):
        failure = line.pop("error", {"code": None, "message": None})
        assert (row["error_code"], row["error_message"]) == (failure["code"], failure["message"])
        assert [row["publishedText"], row["modifiedText"]] == [
            line.pop(name, None) for name in ("published", "modified")
        ]
        assert {name: row[name] for name in line} == line
    assert rows[3]["published"] == datetime(2026, 3, 12, 5, 30, tzinfo=timezone.utc)
    assert rows[3]["authors"] == ["Ann Lee"]
    assert rows[9]["error_code"] == "EMPTY_INPUT"
