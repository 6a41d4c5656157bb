"""What one task of Spark does: feeds a long-lived `galley batch` and reads its lines as rows of articles."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import IO, Any, NoReturn

import pandas as pd
import pyarrow as pa
import pyarrow.compute
import pyarrow.json

_READ_BYTES = 1 << 20
#: Lines that become one frame: larger ones cost memory, smaller ones the time of making frames.
_BLOCK_BYTES = 1 << 22
_PIPE_BYTES = 1 << 20
_F_SETPIPE_SZ = 1031
_LAST_WORDS_BYTES = 1 << 14
#: Ends of a run that are no fault of the process: the lines tell what became of each page.
_OWN_ENDS = frozenset({"NOTHING_WORKED", "NO_PAGES"})
#: Galley reads pages of strangers: it gets none of the secrets that are in the environment of an executor.
_KEPT_ENVIRONMENT = ("PATH", "HOME", "LANG", "TMPDIR", "TEMP", "TZ", "LD_LIBRARY_PATH", "NODE_OPTIONS")

_TEXT = pa.string()
_MOMENT = pa.timestamp("us", "UTC")


def _struct(kind: pa.DataType, *names: str) -> pa.DataType:
    return pa.struct([(name, kind) for name in names])


#: The columns of a table of articles, as `galley batch -o x.parquet` writes them.
ARTICLE_SCHEMA = pa.schema(
    [
        pa.field("id", _TEXT),
        pa.field("url", _TEXT),
        pa.field("canonicalUrl", _TEXT),
        pa.field("title", _TEXT),
        pa.field("statedTitle", _TEXT),
        pa.field("authors", pa.list_(_TEXT)),
        pa.field("published", _MOMENT),
        pa.field("publishedText", _TEXT),
        pa.field("modified", _MOMENT),
        pa.field("modifiedText", _TEXT),
        pa.field("language", _TEXT),
        pa.field("direction", _TEXT),
        pa.field("site", _TEXT),
        pa.field("section", _TEXT),
        pa.field("tags", pa.list_(_TEXT)),
        pa.field("excerpt", _TEXT),
        pa.field("image", _TEXT),
        pa.field("media", pa.list_(_struct(_TEXT, "kind", "src", "alt", "caption", "credit"))),
        pa.field("text", _TEXT),
        pa.field("html", _TEXT),
        pa.field("wordCount", pa.int32()),
        pa.field("pageType", _TEXT),
        pa.field("isArticle", pa.float64()),
        pa.field("confidence", pa.float64()),
        pa.field("fieldConfidence", _struct(pa.float64(), "title", "authors", "published")),
        pa.field("paywall", pa.bool_()),
        pa.field("extractor", _TEXT),
        pa.field("warnings", pa.list_(_struct(_TEXT, "code", "message"))),
        pa.field("comments", pa.list_(_struct(_TEXT, "author", "date", "text"))),
        pa.field("error_code", _TEXT),
        pa.field("error_message", _TEXT),
    ]
)
_DATES = {"published": "publishedText", "modified": "modifiedText"}
_MADE = {"publishedText", "modifiedText", "error_code", "error_message"}


def columns_of(fields: Sequence[str] | None) -> pa.Schema:
    """The columns of some fields of articles, or of all; id, address and the reason of a failure are always there."""
    if fields is None:
        return ARTICLE_SCHEMA
    known = [field.name for field in ARTICLE_SCHEMA if field.name not in _MADE]
    unknown = [name for name in fields if name not in known]
    if unknown:
        raise TaskError("BAD_OPTION", f"An article has no field {unknown[0]}.")
    dates = [text for date, text in _DATES.items() if date in fields]
    wanted = {"id", "url", "error_code", "error_message", *fields, *dates}
    return pa.schema([field for field in ARTICLE_SCHEMA if field.name in wanted])


class TaskError(Exception):
    """A task that has to fail, with a code; Spark tries it again."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")


@dataclass(frozen=True)
class Plan:
    """What all tasks have in common."""

    #: Node and the file or package of galley, as an executor finds them.
    node: str
    galley: str
    fields: tuple[str, ...] | None
    #: Further options of `galley batch`.
    options: tuple[str, ...]
    #: A process that neither answers nor waits for its input for so long has hung.
    silence_s: float


#: Sends the input of a process, in a thread of its own.
Feed = Callable[["Batch"], None]


class Batch:
    """One `galley batch` with one worker, and a thread that feeds it while this one reads its lines."""

    def __init__(self, plan: Plan, inputs: Sequence[str], feed: Feed) -> None:
        galley = _command(plan)
        self._folder = tempfile.TemporaryDirectory(prefix="galley-task-")
        self._report = os.path.join(self._folder.name, "report.json")
        self._words = open(os.path.join(self._folder.name, "words"), "w+b")  # noqa: SIM115
        self._silence_s = plan.silence_s
        fields = [] if plan.fields is None else ["--fields", ",".join(dict.fromkeys([*plan.fields, "url"]))]
        fixed = ["-o", "-", "--workers", "1", "--quiet", "--json-errors", "--report", self._report]
        command = [*galley, "batch", *inputs, *fixed, *fields, *plan.options]
        self._process = _start(command, self._words)
        self._is_waiting = False
        self._last_sign_s = time.monotonic()
        self._fault: BaseException | None = None
        self.lines = 0
        self._feeder = threading.Thread(target=self._run, args=(feed,), name="galley feeder", daemon=True)
        self._feeder.start()

    def blocks(self) -> Iterator[bytes]:
        """The lines of the process, some megabytes of whole ones at a time."""
        parts: list[bytes] = []
        size = 0
        while data := self._read():
            parts.append(data)
            size += len(data)
            end = data.rfind(b"\n") + 1
            if size >= _BLOCK_BYTES and end > 0:
                rest = data[end:]
                parts[-1] = data[:end]
                yield self._counted(b"".join(parts))
                parts, size = [rest], len(rest)
        # A process that was ended leaves a line that is cut; `finish` tells why, or that a line is missing.
        if block := b"".join(parts).rpartition(b"\n")[0]:
            yield self._counted(block + b"\n")

    def finish(self) -> Any:
        """The report of the run; raises unless the process ended by itself and every page has its line."""
        status = self._process.wait()
        self._feeder.join()
        if self._fault is not None:
            raise self._fault
        said = self._said()
        if status != 0 and not (status == 1 and said.get("code") in _OWN_ENDS):
            _fail_end(status, said)
        with open(self._report, encoding="utf-8") as file:
            report = json.load(file)
        if report["in"] != self.lines:
            raise TaskError("PAGES_LOST", f"Galley read {report['in']} pages, and {self.lines} lines came out.")
        return report

    def close(self) -> None:
        """Ends the process where it still runs."""
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdout, self._words):
            if pipe is not None:
                pipe.close()
        self._folder.cleanup()

    def send(self, data: bytes) -> None:
        """Writes to the process; the feeder waits here while it is busy."""
        assert self._process.stdin is not None
        view = memoryview(data)
        while view:
            view = view[os.write(self._process.stdin.fileno(), view) :]

    def waiting(self, items: Iterable[Any]) -> Iterator[Any]:
        """The items of a feeder; while it waits for one, silence of the process is no fault."""
        iterator = iter(items)
        while True:
            self._is_waiting = True
            try:
                item = next(iterator)
            except StopIteration:
                return
            finally:
                self._last_sign_s = time.monotonic()
                self._is_waiting = False
            yield item

    def _run(self, feed: Feed) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        try:
            feed(self)
        except BrokenPipeError:
            # The process has ended; its status says why.
            pass
        except BaseException as error:
            self._fault = error
            self._process.kill()
        finally:
            with contextlib.suppress(OSError):
                pipe.close()

    def _read(self) -> bytes:
        pipe = self._process.stdout
        assert pipe is not None
        while not select.select([pipe], [], [], min(self._silence_s, 1.0))[0]:
            if not self._is_waiting and time.monotonic() - self._last_sign_s > self._silence_s:
                self._process.kill()
                raise TaskError("NO_ANSWER", f"Galley gave no line for {self._silence_s:g} s.")
        self._last_sign_s = time.monotonic()
        return os.read(pipe.fileno(), _READ_BYTES)

    def _counted(self, block: bytes) -> bytes:
        self.lines += block.count(b"\n")
        return block

    def _said(self) -> dict[str, str]:
        """The failure that galley reported, or its last words."""
        self._words.seek(0, os.SEEK_END)
        self._words.seek(max(0, self._words.tell() - _LAST_WORDS_BYTES))
        words = self._words.read().decode("utf-8", "replace").strip()
        last = words.rsplit("\n", 1)[-1]
        with contextlib.suppress(ValueError, KeyError, TypeError):
            said = json.loads(last)["error"]
            return {"code": str(said["code"]), "message": str(said["message"])}
        return {"message": last}


def _fail_end(status: int, said: dict[str, str]) -> NoReturn:
    how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
    words = said["message"]
    if "code" in said:
        raise TaskError(said["code"], words)
    raise TaskError("PROCESS_ENDED", f"Galley {how}{f' ({words})' if words else ''}.")


def _command(plan: Plan) -> list[str]:
    here = socket.gethostname()
    node = shutil.which(plan.node)
    if node is None:
        raise TaskError(
            "NO_NODE", f"There is no Node at {plan.node} on {here}; install Node 22.15 or newer, or name it by --node."
        )
    main = plan.galley
    if os.path.isdir(main):
        main = os.path.join(main, "dist", "cli", "main.js")
    if not os.path.isfile(main):
        raise TaskError("NO_GALLEY", f"There is no galley at {plan.galley} on {here}; name its place by --galley.")
    return [os.path.abspath(node), os.path.abspath(main)]


def _start(command: Sequence[str], words: IO[bytes]) -> subprocess.Popen[bytes]:
    kept = {
        name: value for name, value in os.environ.items() if name in _KEPT_ENVIRONMENT or name.startswith("GALLEY_")
    }
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=words, bufsize=0, env=kept
        )
    except OSError as cause:
        raise TaskError("NO_NODE", f"Cannot start {command[0]} ({os.strerror(cause.errno or 0)}).") from cause
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        for pipe in (process.stdin, process.stdout):
            # Fewer switches between the two processes; where the system refuses, it only takes longer.
            fcntl.fcntl(pipe, _F_SETPIPE_SZ, _PIPE_BYTES)  # type: ignore[arg-type]
    return process


def read_frames(batch: Batch, columns: pa.Schema) -> Iterator[pd.DataFrame]:
    """The rows of the lines of a process."""
    for block in batch.blocks():
        yield frame_of(read_lines(block, columns))


def frame_of(table: pa.Table) -> pd.DataFrame:
    """A frame whose texts and numbers stay in Arrow's memory, where Spark takes them from."""
    plain = [field.name for field in table.schema if not pa.types.is_nested(field.type)]
    frame = table.select(plain).to_pandas(types_mapper=pd.ArrowDtype)
    nested = table.drop_columns(plain).to_pandas()
    return pd.concat([frame, nested], axis=1)[table.column_names]


def read_lines(block: bytes, columns: pa.Schema) -> pa.Table:
    """Whole JSON lines as a table with these columns."""
    names = [field.name for field in columns if field.name not in _MADE]
    as_text = {name: pa.field(name, _TEXT) for name in _DATES}
    error = pa.field("error", _struct(_TEXT, "code", "message"))
    schema = pa.schema([*(as_text.get(name, columns.field(name)) for name in names), error])
    table = _parse(block, schema)
    lines = block.count(b"\n")
    if table.num_rows != lines:
        raise TaskError("PAGES_LOST", f"{lines} lines became {table.num_rows} rows.")
    found = {name: table.column(name) for name in names}
    for date, text in _DATES.items():
        if date in found:
            found[text] = found[date]
            moments = [_moment(stated) for stated in found[date].to_pylist()]
            found[date] = pa.chunked_array([pa.array(moments, _MOMENT)])
    failures = table.column("error").combine_chunks()
    for name in ("code", "message"):
        found[f"error_{name}"] = pa.chunked_array([pa.compute.struct_field(failures, name)])
    return pa.table([found[field.name] for field in columns], schema=columns)


def _parse(block: bytes, schema: pa.Schema) -> pa.Table:
    reading = pa.json.ReadOptions(use_threads=False, block_size=len(block) + 1)
    parsing = pa.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
    try:
        return pa.json.read_json(pa.BufferReader(block), read_options=reading, parse_options=parsing)
    except pa.ArrowInvalid:
        # Arrow's reader refuses halves of surrogate pairs; they become U+FFFD, as in the Parquet of galley itself.
        rows = [json.loads(_whole(json.loads(line))) for line in block.splitlines()]
        return pa.Table.from_pylist(rows, schema=schema)


def _whole(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _moment(stated: str | None) -> datetime | None:
    """A day is its first moment, a time without an offset is taken as UTC."""
    if stated is None:
        return None
    whole = {4: f"{stated}-01-01", 7: f"{stated}-01"}.get(len(stated), stated)
    try:
        moment = datetime.fromisoformat(whole.replace("Z", "+00:00"))
        moment = moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
        return moment.astimezone(timezone.utc).replace(microsecond=moment.microsecond // 1000 * 1000)
    except (ValueError, OverflowError):
        return None
