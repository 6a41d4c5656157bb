"""What extract.py is called with, without Spark."""

from __future__ import annotations

import pytest

from extract import _read_options
from galley_task import TaskError


@pytest.mark.parametrize(
    "option", ["-oout.jsonl", "--output=x", "--report", "--fastest-first", "--list", "--only-articles", "--overwrite"]
)
def test_options_that_would_break_the_counts_are_refused(option: str) -> None:
    with pytest.raises(TaskError, match=r"BAD_OPTION: .* cannot be passed on"):
        _read_options(["in.paths", "out", "--", option])


def test_other_options_are_passed_on() -> None:
    options = _read_options(["in.paths", "out", "--", "--extractor", "mss"])
    assert options.plan.options == ("--extractor", "mss")
