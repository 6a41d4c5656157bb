"""Articles from pages, through a galley process that is kept."""

from __future__ import annotations

import atexit
import contextlib
import os
import shlex
import shutil
import threading
import weakref
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import TYPE_CHECKING, TypedDict

from .article import Article, GalleyError, Page, Result
from .process import BatchProcess, Line, ProcessError

if TYPE_CHECKING:
    # Python 3.10 has no such name; only type checkers need it.
    from typing_extensions import Unpack

#: Pages that are sent before the first of them is given back.
_AHEAD = 64
#: Galley's own limit for a page, and how many pages it answers together.
_PAGE_S = 60.0
_PAGES_TOGETHER = 4
_GRACE_S = 30.0


class Facts(TypedDict, total=False):
    """What is known of a page beside its markup; the fields of Page."""

    url: str | None
    encoding: str | None
    charset: str | None
    collected_title: str | None


class Options(TypedDict, total=False):
    """How galley runs; every option of `galley batch` that has no name of its own here goes into `options`."""

    #: How galley is called: GALLEY_COMMAND, else `galley` on the PATH, where it is absent.
    command: Sequence[str] | None
    workers: int | None
    extractor: str | None
    fields: Sequence[str] | None
    include: Sequence[str] | None
    exclude: Sequence[str] | None
    timeout_s: float | None
    options: Sequence[str]


class Galley:
    """
    A galley process that starts with the first page and stays until `close`.

    Threads may share it. After a fork the child starts a process of its own. It is a context manager.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        unknown = options.keys() - Options.__annotations__.keys()
        if unknown:
            raise TypeError(f"Galley has no option {sorted(unknown)[0]}.")
        command, timeout_s = options.get("command"), options.get("timeout_s")
        self._command = None if command is None else tuple(command)
        self._arguments = [
            *_option("--workers", options.get("workers")),
            *_option("--extractor", options.get("extractor")),
            *_option("--fields", _joined(options.get("fields"))),
            *_option("--include", _joined(options.get("include"))),
            *_option("--exclude", _joined(options.get("exclude"))),
            *_option("--timeout", timeout_s),
            *options.get("options", ()),
        ]
        page_s = _PAGE_S if timeout_s is None else timeout_s
        self._silence_s = page_s * _PAGES_TOGETHER + _GRACE_S
        self._lock = threading.Lock()
        self._process: BatchProcess | None = None
        self._is_closed = False
        _ALL.add(self)

    def extract(self, html: str | bytes | Page, **facts: Unpack[Facts]) -> Article:
        """The article of one page; raises GalleyError where it gives none."""
        page = _as_page(html, facts)
        return _read(page.id or "page", self._send(page.to_record("page")).result()).unwrap()

    def extract_many(self, pages: Iterable[str | bytes | Page]) -> Iterator[Result]:
        """
        One result for each page, in order. Failed pages are results too; only a process that never works raises.

        Pages are taken from the iterable in the caller's thread, at most 64 ahead of the results, so that a caller
        who stops reading also stops the taking.
        """
        pid = os.getpid()
        waiting: deque[tuple[str, Future[Line]]] = deque()
        for number, given in enumerate(pages):
            page = _as_page(given, {})
            id = str(number) if page.id is None else page.id
            waiting.append((id, self._send(page.to_record(id))))
            while waiting and (len(waiting) >= _AHEAD or waiting[0][1].done()):
                yield _settle(*waiting.popleft())
                _refuse_fork(pid)
        while waiting:
            yield _settle(*waiting.popleft())
            _refuse_fork(pid)

    def close(self) -> None:
        """Ends the process."""
        with self._lock:
            process, self._process = self._process, None
            self._is_closed = True
        if process is not None:
            process.close()

    def __enter__(self) -> Galley:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _send(self, record: dict[str, str]) -> Future[Line]:
        with self._lock:
            if self._is_closed:
                raise GalleyError("CLOSED", "This Galley is closed.")
            if self._process is None or not self._process.is_running:
                if self._process is not None:
                    self._process.close()
                self._process = self._start()
            process = self._process
        return process.send(record)

    def _start(self) -> BatchProcess:
        # A page's path is one that the caller gave, so that it may be anywhere.
        fixed = ["batch", "-", "-o", "-", "--quiet", "--json-errors", "--allow-outside"]
        command = [*(self._command or _find_command()), *fixed, *self._arguments]
        process = BatchProcess(command, silence_s=self._silence_s)
        # A Galley that nobody closed ends its process when it is collected.
        weakref.finalize(self, process.close)
        return process

    def _forget_parent(self) -> None:
        self._lock = threading.Lock()
        if self._process is not None:
            self._process.abandon()
        self._process = None


_ALL: weakref.WeakSet[Galley] = weakref.WeakSet()


def _after_fork() -> None:
    global _shared_lock
    _shared_lock = threading.Lock()
    for each in list(_ALL):
        each._forget_parent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _refuse_fork(pid: int) -> None:
    if os.getpid() != pid:
        raise GalleyError("FORKED", "A forked process cannot go on with the results of its parent.")


def _settle(id: str, future: Future[Line]) -> Result:
    try:
        return _read(id, future.result())
    except ProcessError as failure:
        if failure.answered == 0:
            raise
        return Result(id, error=failure)


def _read(id: str, line: Line) -> Result:
    if "error" in line:
        return Result(id, error=GalleyError(line["error"]["code"], line["error"]["message"]))
    return Result(id, article=Article.from_json({name: value for name, value in line.items() if name != "id"}))


def _as_page(given: str | bytes | Page, facts: Facts) -> Page:
    if isinstance(given, Page):
        if facts:
            raise TypeError("A Page holds its facts itself.")
        return given
    if isinstance(given, (bytearray, memoryview)):
        given = bytes(given)
    if not isinstance(given, (str, bytes)):
        raise TypeError(f"A page is str, bytes or galley.Page, not {type(given).__name__}.")
    return Page(html=given, **facts)


def _option(name: str, value: object) -> list[str]:
    return [] if value is None else [name, str(value)]


def _joined(names: Sequence[str] | None) -> str | None:
    return None if names is None else ",".join(names)


def _find_command() -> list[str]:
    named = os.environ.get("GALLEY_COMMAND")
    if named:
        return shlex.split(named)
    found = shutil.which("galley")
    if found is None:
        raise ProcessError(
            "NO_GALLEY",
            "There is no command galley on the PATH.",
            help="Install galley, or name its command in GALLEY_COMMAND.",
        )
    return [found]


_shared: Galley | None = None
_shared_lock = threading.Lock()


def extract(html: str | bytes | Page, **facts: Unpack[Facts]) -> Article:
    """The article of one page, through a process that this module keeps; raises GalleyError where it gives none."""
    global _shared
    with _shared_lock:
        if _shared is None:
            _shared = Galley(workers=1)
            atexit.register(_close_shared)
        shared = _shared
    return shared.extract(html, **facts)


def extract_many(pages: Iterable[str | bytes | Page], **options: Unpack[Options]) -> Iterator[Result]:
    """One result for each page, in order; `options` are those of Galley, whose process ends with the iteration."""
    with Galley(**options) as galley:
        yield from galley.extract_many(pages)


def _close_shared() -> None:
    if _shared is not None:
        with contextlib.suppress(OSError):
            _shared.close()
