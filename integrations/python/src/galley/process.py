"""One running `galley batch - -o -`: its pipes, its threads and the pages that wait for their lines."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, cast

from .article import GalleyError

Line = Mapping[str, Any]

_READ_BYTES = 1 << 16
_KEPT_MESSAGES = 20
_CLOSE_S = 10.0
_WATCH_S = 0.5


class ProcessError(GalleyError):
    """The galley process could not start, ended too early or stopped answering."""

    #: Lines that the process had given before; 0 means that it never worked.
    answered: int = 0


class BatchProcess:
    """
    Sends pages to one galley process and hands their lines to whoever waits for them.

    A reader thread always empties the output, so that a sender can only ever wait for galley itself and the
    two pipes never block each other, whatever the caller does with the answers.
    """

    def __init__(self, command: Sequence[str], *, silence_s: float) -> None:
        self._process = _start(command)
        # Without buffers: closing them in a forked child writes nothing and takes no lock.
        self._stdin = cast(io.FileIO, self._process.stdin)
        self._stdout = cast(io.FileIO, self._process.stdout)
        self._stderr = cast(io.FileIO, self._process.stderr)
        self._silence_s = silence_s
        self._send_lock = threading.Lock()
        self._pending: deque[tuple[str, Future[Line]]] = deque()
        self._messages: deque[str] = deque(maxlen=_KEPT_MESSAGES)
        self._failure: ProcessError | None = None
        self._is_closing = False
        self._ended = threading.Event()
        self._sent = 0
        self._answered = 0
        self._last_sign_s = time.monotonic()
        self._threads = [
            threading.Thread(target=work, name=f"galley {name}", daemon=True)
            for name, work in (("errors", self._keep_messages), ("answers", self._read), ("watch", self._watch))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_running(self) -> bool:
        """Whether pages can still be sent."""
        return self._failure is None and not self._is_closing

    def send(self, record: Mapping[str, str]) -> Future[Line]:
        """Sends the record of a page under an id of our own; the line that answers it comes later."""
        future: Future[Line] = Future()
        with self._send_lock:
            self._sent += 1
            own_id = str(self._sent)
            data = json.dumps({**record, "id": own_id}).encode("ascii") + b"\n"
            if not self._pending:
                self._last_sign_s = time.monotonic()
            self._pending.append((own_id, future))
            # A broken pipe means that the process has ended; the reader says why.
            with contextlib.suppress(BrokenPipeError, ValueError):
                self._write(data)
        if self._failure is not None:
            self._fail_pending()
        return future

    def close(self) -> None:
        """Ends the input, waits for the process, and kills it where it does not end."""
        self._is_closing = True
        # Not under the lock: a sender may hold it while it waits for a process that reads no more.
        if self._pending:
            self._process.kill()
        with self._send_lock, contextlib.suppress(OSError):
            self._stdin.close()
        try:
            self._process.wait(_CLOSE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(_CLOSE_S)
        self._stdout.close()
        self._stderr.close()

    def abandon(self) -> None:
        """In a forked child: lets go of the parent's process, which ends when the parent closes its input."""
        for pipe in (self._stdin, self._stdout, self._stderr):
            with contextlib.suppress(OSError):
                pipe.close()
        # A thread of the parent may have held it at the fork, and that thread is not here.
        self._send_lock = threading.Lock()
        # It is not a child of this process, so that nothing here may wait for it or warn about it.
        self._process.returncode = 0
        self._is_closing = True

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self._stdin.write(view) :]

    def _read(self) -> None:
        reason = ""
        try:
            for data in _lines(self._stdout):
                self._answer(data)
        except (ValueError, KeyError, IndexError):
            reason = "wrote a line that answers no page"
            self._process.kill()
        except OSError as error:
            reason = f"could not be read ({error.strerror})"
            self._process.kill()
        status = self._process.wait()
        self._failure = self._explain(status, reason)
        self._ended.set()
        self._fail_pending()

    def _answer(self, data: bytes) -> None:
        line = json.loads(data)
        own_id, future = self._pending[0]
        if line["id"] != own_id:
            raise ValueError(line["id"])
        self._pending.popleft()
        self._answered += 1
        self._last_sign_s = time.monotonic()
        future.set_result(line)

    def _fail_pending(self) -> None:
        while True:
            try:
                _, future = self._pending.popleft()
            except IndexError:
                return
            future.set_exception(self._failure)

    def _explain(self, status: int, reason: str) -> ProcessError:
        said = self._said()
        if said is not None and reason == "":
            failure = ProcessError(said["code"], said["message"], help=said["help"], retry=said["retry"])
        else:
            how = reason or (f"was ended by signal {-status}" if status < 0 else f"ended with status {status}")
            last = f" Its last words: {self._messages[-1]}" if self._messages else ""
            failure = ProcessError("PROCESS_ENDED", f"The galley process {how}.{last}", retry=True)
        failure.answered = self._answered
        return failure

    def _said(self) -> Any:
        """The failure that galley itself reported."""
        self._threads[0].join(_CLOSE_S)
        for message in reversed(self._messages):
            with contextlib.suppress(ValueError, KeyError, TypeError):
                said = json.loads(message)["error"]
                if isinstance(said["code"], str):
                    return said
        return None

    def _keep_messages(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for data in _lines(self._stderr):
                self._messages.append(data.decode("utf-8", "replace").strip())

    def _watch(self) -> None:
        """A frozen process would let its callers wait for ever."""
        while not self._ended.wait(_WATCH_S):
            if self._pending and time.monotonic() - self._last_sign_s > self._silence_s:
                self._messages.append(f"no answer for {self._silence_s:g} s")
                self._process.kill()
                return


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            # Ctrl-C is for the caller; the process ends with its input.
            start_new_session=True,
        )
    except OSError as cause:
        # Not the arguments: they may name files that are nobody's business.
        raise ProcessError(
            "NO_GALLEY",
            f"Cannot start {command[0]} ({os.strerror(cause.errno or 0)}).",
            help="Install galley, or name its command in GALLEY_COMMAND.",
        ) from cause


def _lines(pipe: io.FileIO) -> Iterator[bytes]:
    parts: list[bytes] = []
    while chunk := pipe.read(_READ_BYTES):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            parts.append(end)
            yield b"".join(parts)
            parts = []
        if rest:
            parts.append(rest)
    if parts:
        yield b"".join(parts)
