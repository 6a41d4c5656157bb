from __future__ import annotations

import itertools
import os
import signal
import threading
from collections.abc import Iterator

import pytest
from conftest import make_page

import galley

AHEAD = 64


def test_one_result_for_each_page_in_order() -> None:
    pages: list[str | bytes | galley.Page] = []
    for number in range(150):
        pages.append(make_page(number) if number % 3 else make_page(number).encode())
    pages[40] = b"\x00\x01\x02 no page"
    pages[41] = galley.Page(html=make_page(41), id="my own", url="https://bay.example/41")
    results = list(galley.extract_many(pages, workers=2))
    assert [result.id for result in results] == [*map(str, range(41)), "my own", *map(str, range(42, 150))]
    assert [result.id for result in results if result.error is not None] == ["40"]
    titles = [result.article.title for result in results if result.article is not None]
    assert titles == [f"Report {number}" for number in range(150) if number != 40]
    assert results[41].unwrap().url == "https://bay.example/41"
    with pytest.raises(galley.GalleyError, match="NOT_HTML"):
        results[40].unwrap()


def test_no_pages_give_no_results() -> None:
    assert list(galley.extract_many([])) == []


def test_a_caller_who_stops_reading_stops_the_taking(process: galley.Galley) -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for number in itertools.count():
            taken += 1
            yield make_page(number)

    results = process.extract_many(endless())
    first = [next(results).unwrap().title for _ in range(5)]
    assert first == [f"Report {number}" for number in range(5)]
    assert taken <= 5 + AHEAD
    # Others use the process while that caller does nothing, and get answers of their own.
    assert process.extract(make_page(9000)).title == "Report 9000"
    assert next(results).unwrap().title == "Report 5"
    results.close()  # type: ignore[attr-defined]
    assert process.extract(make_page(9001)).title == "Report 9001"


def test_large_pages_and_answers_never_block_each_other(process: galley.Galley) -> None:
    filler = "".join(f"<p>Paragraph {number} of a very long report about the harbour.</p>" for number in range(2500))
    pages = [make_page(number) + filler for number in range(10)]
    lengths = [len(result.unwrap().text) for result in process.extract_many(pages)]
    assert len(lengths) == 10
    # More than a pipe holds, both ways.
    assert min(lengths) > 1 << 16


def test_threads_share_a_process(process: galley.Galley) -> None:
    titles: dict[int, str | None] = {}

    def work(start: int) -> None:
        for number in range(start, start + 20):
            titles[number] = process.extract(make_page(number)).title

    threads = [threading.Thread(target=work, args=(start,)) for start in (0, 100, 200, 300)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(titles) == 80
    assert all(title == f"Report {number}" for number, title in titles.items())


def pid_of(process: galley.Galley) -> int:
    running = process._process
    assert running is not None
    return running._process.pid


def test_a_killed_process_fails_the_pages_in_it_and_no_others(process: galley.Galley) -> None:
    def pages() -> Iterator[str]:
        for number in range(300):
            if number == 150:
                os.kill(pid_of(process), signal.SIGKILL)
            yield make_page(number)

    results = list(process.extract_many(pages()))
    assert [result.id for result in results] == [str(number) for number in range(300)]
    lost = [int(result.id) for result in results if result.error is not None]
    assert {result.error.code for result in results if result.error is not None} == {"PROCESS_ENDED"}
    assert 0 < len(lost) <= AHEAD + 1
    assert lost == list(range(lost[0], lost[-1] + 1))
    assert all(result.unwrap().title == f"Report {result.id}" for result in results if result.error is None)


def test_a_process_that_was_killed_while_idle_is_replaced(process: galley.Galley) -> None:
    assert process.extract(make_page(1)).title == "Report 1"
    os.kill(pid_of(process), signal.SIGKILL)
    assert process._process is not None
    process._process._ended.wait(10)
    assert process.extract(make_page(2)).title == "Report 2"


def test_a_frozen_process_is_given_up(process: galley.Galley) -> None:
    process.extract(make_page(1))
    assert process._process is not None
    process._process._silence_s = 1
    os.kill(pid_of(process), signal.SIGSTOP)
    with pytest.raises(galley.ProcessError, match=r"signal 9.*no answer for 1 s"):
        process.extract(make_page(2))
    assert process.extract(make_page(3)).title == "Report 3"


def test_a_command_that_is_no_galley_raises_before_the_first_result() -> None:
    with pytest.raises(galley.ProcessError, match="answers no page"):
        list(galley.extract_many(map(make_page, range(10)), command=["sh", "-c", "echo hello; cat >/dev/null", "-"]))
    with pytest.raises(galley.ProcessError, match="ended with status 3"):
        list(galley.extract_many(map(make_page, range(10)), command=["sh", "-c", "exit 3", "-"]))


def test_a_source_that_raises_ends_the_process() -> None:
    def broken() -> Iterator[str]:
        yield make_page(1)
        raise OSError("the disk is gone")

    before = threading.active_count()
    with pytest.raises(OSError, match="the disk is gone"):
        list(galley.extract_many(broken()))
    assert threading.active_count() == before
