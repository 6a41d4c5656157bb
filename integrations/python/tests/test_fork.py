"""A fork copies pipes and locks, but no threads: each process needs a galley of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable

import pytest
from conftest import make_page

import galley

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork"),
    # Python 3.12 and newer warn of any fork beside threads; what the warning fears is what is tested here.
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]


def in_child(work: Callable[[], bool]) -> int:
    """The status of a forked child: 0 where the work says yes."""
    pid = os.fork()
    if pid == 0:
        status = 9
        try:
            status = 0 if work() else 1
        finally:
            sys.stderr.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_child_and_parent_both_go_on(process: galley.Galley) -> None:
    assert process.extract(make_page(1)).title == "Report 1"
    assert in_child(lambda: process.extract(make_page(2)).title == "Report 2") == 0
    assert process.extract(make_page(3)).title == "Report 3"


def test_the_shared_process_is_not_shared_with_a_child() -> None:
    assert galley.extract(make_page(1)).title == "Report 1"
    assert in_child(lambda: galley.extract(make_page(2)).title == "Report 2") == 0
    assert galley.extract(make_page(3)).title == "Report 3"


def test_a_child_that_lives_on_does_not_keep_the_parents_process_alive() -> None:
    parent = galley.Galley(workers=1)
    parent.extract(make_page(1))
    ready, release = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(ready[1], b"x")
        os.read(release[0], 1)
        os._exit(0)
    os.read(ready[0], 1)
    started = time.monotonic()
    parent.close()
    # Ten seconds is when close gives up and kills.
    assert time.monotonic() - started < 8
    os.write(release[1], b"x")
    os.waitpid(pid, 0)
    for end in (*ready, *release):
        os.close(end)


def test_results_of_the_parent_are_refused_in_a_child(process: galley.Galley) -> None:
    results = process.extract_many(map(make_page, range(50)))
    assert next(results).unwrap().title == "Report 0"

    def reads_on() -> bool:
        try:
            next(results)
        except galley.GalleyError as failure:
            return failure.code == "FORKED"
        return False

    assert in_child(reads_on) == 0
    assert [result.unwrap().title for result in results] == [f"Report {number}" for number in range(1, 50)]


def title_of(number: int) -> str | None:
    return galley.extract(make_page(number)).title


def test_a_pool_of_forked_workers() -> None:
    galley.extract(make_page(0))
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(title_of, range(12)) == [f"Report {number}" for number in range(12)]


def test_a_fork_while_a_page_is_being_sent_does_not_block_the_childs_end(process: galley.Galley) -> None:
    process.extract(make_page(1))
    kept = process._process
    assert kept is not None

    def end() -> bool:
        # A child that hangs is ended by this signal.
        signal.alarm(5)
        # What runs at the end of a process for every galley that nobody closed.
        kept.close()
        return True

    with kept._send_lock:
        assert in_child(end) == 0
