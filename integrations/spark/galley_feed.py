"""What goes into a task's `galley batch`: names of files, records that Python reads, or rows of a table."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from typing import IO, Any, Protocol

import pandas as pd
import pyarrow as pa
import pyarrow.fs

from galley_task import Batch, Plan, TaskError, columns_of, frame_of, read_frames, read_lines

#: Records that can hold a page; the others are not sent.
_PAGE_TYPES = frozenset({"response", "resource", "conversion", "revisit"})

#: Larger records are not read: their pages are far over galley's limit, and a small archive can hold one of any size.
_MAX_RECORD_BYTES = 1 << 27

Frames = Iterator[pd.DataFrame]


class Shared(Protocol):
    """Names of archives that Spark sends to each executor once."""

    @property
    def value(self) -> list[str]: ...


def extract_archives(names: Shared, via: str, plan: Plan) -> Callable[[Frames], Frames]:
    """The function of a task that gets numbers of archives."""

    def extract(frames: Frames) -> Frames:
        own = [names.value[number] for frame in frames for number in frame["id"].tolist()]
        if not own:
            return
        yield from (_extract_files if via == "files" else _extract_records)(own, plan)

    return extract


def extract_rows(plan: Plan) -> Callable[[Frames], Frames]:
    """The function of a task that gets pages as rows of id, url and html."""
    columns = columns_of(plan.fields)

    def extract(frames: Frames) -> Frames:
        sent: deque[tuple[str, str | None]] = deque()
        first = next(frames, None)
        if first is None:
            return

        def feed(batch: Batch) -> None:
            batch.send(_lines_of(first, sent))
            for frame in batch.waiting(frames):
                batch.send(_lines_of(frame, sent))

        with closing(Batch(plan, ["-"], feed)) as batch:
            for block in batch.blocks():
                yield frame_of(_with_addresses(read_lines(block, columns), sent))
            batch.finish()
            if sent:
                raise TaskError("PAGES_LOST", f"{len(sent)} pages went in and did not come out.")

    return extract


def _lines_of(frame: pd.DataFrame, sent: deque[tuple[str, str | None]]) -> bytes:
    lines: list[bytes] = []
    for given_id, given_url, html in zip(frame["id"], frame["url"], frame["html"], strict=True):
        url = None if _is_null(given_url) else str(given_url)
        page_id = (url or "a row without id") if _is_null(given_id) else str(given_id)
        # A line with an address alone would be fetched, and a row without markup is to fail.
        record: dict[str, str] = {"id": page_id}
        if not _is_null(html):
            if url is not None:
                record["url"] = url
            if isinstance(html, str):
                record["html"] = html
            else:
                record["htmlBase64"] = base64.b64encode(html).decode("ascii")
        sent.append((page_id, url))
        lines.append(json.dumps(record).encode("ascii"))
    return b"\n".join([*lines, b""])


def _is_null(value: Any) -> bool:
    return value is None or value is pd.NA or value != value


def _with_addresses(table: pa.Table, sent: deque[tuple[str, str | None]]) -> pa.Table:
    """Rows in the order in which their pages went in; one that failed has the address of its page too."""
    urls = table.column("url").to_pylist()
    for at, found in enumerate(table.column("id").to_pylist()):
        if not sent or sent[0][0] != found:
            raise TaskError("PAGES_LOST", f"The line of {found} answers no page.")
        _, url = sent.popleft()
        urls[at] = urls[at] or url
    return table.set_column(table.column_names.index("url"), "url", pa.array(urls, pa.string()))


def _extract_files(names: Sequence[str], plan: Plan) -> Frames:
    """Only names go through the pipe; archives that are elsewhere are copied before."""
    with tempfile.TemporaryDirectory(prefix="galley-archives-") as folder:
        missing: list[tuple[str, str, str]] = []

        def feed(batch: Batch) -> None:
            for path in batch.waiting(_local_paths(names, folder, missing)):
                batch.send(f"{path}\n".encode())

        with closing(Batch(plan, ["--list", "-", "--allow-outside"], feed)) as batch:
            yield from read_frames(batch, columns_of(plan.fields))
            batch.finish()
        yield from _failed_frames(missing, plan)


def _local_paths(names: Sequence[str], folder: str, missing: list[tuple[str, str, str]]) -> Iterator[str]:
    for number, name in enumerate(names):
        path = local_path(name) or _copy(name, os.path.join(folder, str(number)), missing)
        if path is not None:
            yield path


def _copy(name: str, folder: str, missing: list[tuple[str, str, str]]) -> str | None:
    # In a folder of its own: rows without ids are called after the name of their file.
    os.mkdir(folder)
    path = os.path.join(folder, name.split("?")[0].rsplit("/", 1)[-1])
    try:
        with open_place(name) as source, open(path, "wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
    except FileNotFoundError:
        missing.append((name, "FILE_NOT_FOUND", f"Cannot find {name}."))
        return None
    return path


def _extract_records(names: Sequence[str], plan: Plan) -> Frames:
    """Python reads the records, and those that can hold a page go through the pipe as they are."""
    failed: list[tuple[str, str, str]] = []
    sent = 0

    def feed(batch: Batch) -> None:
        nonlocal sent
        for record in batch.waiting(read_records(names, failed)):
            sent += 1
            batch.send(record)

    with closing(Batch(plan, ["-"], feed)) as batch:
        yield from read_frames(batch, columns_of(plan.fields))
        report = batch.finish()
        met = report["in"] + sum(report["skippedRecords"].values())
        if met != sent:
            raise TaskError("PAGES_LOST", f"{sent} records went in, and galley met {met}.")
    yield from _failed_frames(failed, plan)


def read_records(names: Iterable[str], failed: list[tuple[str, str, str]]) -> Iterator[bytes]:
    """The records of archives that can hold a page; archives that cannot be read go to `failed`."""
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    for name in names:
        try:
            with open_place(name) as stream:
                for record in ArchiveIterator(stream, no_record_parse=True):
                    if record.rec_type not in _PAGE_TYPES:
                        continue
                    if record.length > _MAX_RECORD_BYTES:
                        if not _may_be_page(record.raw_stream.read(1 << 16)):
                            continue
                        own_id = record.rec_headers.get_header("WARC-Record-ID") or name
                        message = f"A record of {name} has {record.length} bytes."
                        failed.append((own_id, "INPUT_TOO_LARGE", message))
                        continue
                    body = record.raw_stream.read()
                    if len(body) != record.length:
                        message = f"The archive {name} ends in the middle of a record."
                        failed.append((name, "BAD_ARCHIVE", message))
                        break
                    head: bytes = record.rec_headers.to_bytes()
                    yield b"".join((head, body, b"\r\n\r\n"))
        except FileNotFoundError:
            failed.append((name, "FILE_NOT_FOUND", f"Cannot find {name}."))
        except (ArchiveLoadFailed, EOFError, ValueError) as error:
            failed.append((name, "BAD_ARCHIVE", f"The archive {name} is damaged: {str(error).strip() or 'cut short'}."))


def _may_be_page(start: bytes) -> bool:
    """Whether a response can hold a page, by the beginning of its block; others are no pages, whatever their size."""
    head = start.partition(b"\r\n\r\n")[0]
    stated = re.search(rb"(?im)^content-type:[ \t]*(?P<type>[^;\s]+)", head)
    return stated is None or stated["type"].lower() in (b"text/html", b"application/xhtml+xml")


def _failed_frames(failed: Sequence[tuple[str, str, str]], plan: Plan) -> Frames:
    if not failed:
        return
    lines = [json.dumps({"id": name, "error": {"code": code, "message": text}}) for name, code, text in failed]
    yield frame_of(read_lines("\n".join([*lines, ""]).encode(), columns_of(plan.fields)))


def local_path(name: str) -> str | None:
    """The path of a file of this machine; None for a place elsewhere."""
    if name.startswith("file:"):
        return name.removeprefix("file://").removeprefix("file:")
    return None if "://" in name else name


def open_place(name: str) -> IO[bytes]:
    """Opens a file of this machine, or what pyarrow can open: s3, gs, hdfs, abfss."""
    path = local_path(name)
    if path is not None:
        return open(path, "rb")
    system, place = pa.fs.FileSystem.from_uri(arrow_uri(name))
    opened: IO[bytes] = system.open_input_stream(place, compression=None)
    return opened


def arrow_uri(name: str) -> str:
    """Hadoop's names of S3 are not those of Arrow."""
    return "s3://" + name.split("://", 1)[1] if name.startswith(("s3a://", "s3n://")) else name
