from __future__ import annotations

import gzip
import json
import pickle
import re
from dataclasses import fields
from pathlib import Path

import pytest
from conftest import make_page

import galley


def test_gives_the_article_of_a_page(example: Path) -> None:
    article = galley.extract(example.read_bytes(), url="https://harbour-courier.example/ferry")
    assert article.title == "Ferry returns to Wexley harbour after nine winters"
    assert article.authors == ("Marta Ellingsworth",)
    assert article.published == "2026-03-12T07:30:00+00:00"
    assert article.url == "https://harbour-courier.example/ferry"
    assert article.text.startswith("A restored quay")
    assert article.word_count == article.json["wordCount"] > 100
    assert article.media
    assert isinstance(article.media[0], galley.Media)
    assert article.field_confidence.title is not None


def test_has_the_fields_of_the_published_schema() -> None:
    schema = json.loads((Path(__file__).parents[3] / "dist" / "article.schema.json").read_text())
    snake = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower() for name in schema["properties"]}
    # An explanation is given for single pages of the command line only.
    assert {each.name for each in fields(galley.Article)} == (snake - {"explanation"}) | {"json"}


def test_reads_bytes_in_the_charset_that_the_page_is_in() -> None:
    page = make_page(1).replace("ferry", "caf\xe9")
    latin = page.encode("latin-1")
    assert "café" in galley.extract(latin, charset="iso-8859-1").text
    assert "café" in galley.extract(latin, encoding="windows-1252").text
    assert "café" in galley.extract(page.encode("utf-16")).text
    assert "café" in galley.extract(bytearray(page.encode())).text


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "EMPTY_INPUT"),
        ("", "EMPTY_INPUT"),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), "NOT_HTML"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 4, "NOT_HTML"),
    ],
)
def test_content_that_is_no_page_is_a_failure_with_a_code(content: str | bytes, code: str) -> None:
    with pytest.raises(galley.GalleyError) as caught:
        galley.extract(content)
    assert caught.value.code == code
    assert galley.extract(make_page(2)).title == "Report 2"


def test_markup_with_half_a_character_is_still_read() -> None:
    assert galley.extract(make_page(3).replace("ferry", "fer\ud800ry")).title == "Report 3"


def test_a_file_is_read_by_its_path(tmp_path: Path, process: galley.Galley) -> None:
    path = tmp_path / "page.html.gz"
    path.write_bytes(gzip.compress(make_page(4).encode()))
    assert process.extract(galley.Page(path=path)).title == "Report 4"
    with pytest.raises(galley.GalleyError, match="FILE_NOT_FOUND"):
        process.extract(galley.Page(path=tmp_path / "missing.html"))


def test_options_reach_the_command() -> None:
    with galley.Galley(workers=1, extractor="everything", fields=["text", "title"]) as process:
        article = process.extract(make_page(5))
    assert article.json.keys() == {"title", "text"}
    assert article.authors == ()


def test_a_bad_call_is_refused_before_anything_is_sent(process: galley.Galley) -> None:
    with pytest.raises(TypeError, match=r"str, bytes or galley\.Page, not int"):
        process.extract(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no option speed"):
        galley.Galley(speed=9)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="needs html, a path or a url"):
        process.extract(galley.Page())
    process.close()
    with pytest.raises(galley.GalleyError, match="CLOSED"):
        process.extract(make_page(6))


def test_a_missing_command_and_a_bad_option_are_told_apart(monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    with pytest.raises(galley.ProcessError) as missing:
        galley.Galley(command=["no-such-galley"]).extract(make_page(7))
    assert missing.value.code == "NO_GALLEY"
    with galley.Galley(extractor="magic") as process, pytest.raises(galley.ProcessError) as refused:
        process.extract(make_page(7))
    assert refused.value.code == "BAD_OPTION"
    monkeypatch.delenv("GALLEY_COMMAND")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(galley.ProcessError, match="no command galley on the PATH"):
        galley.Galley().extract(make_page(7))


def test_failures_survive_pickling() -> None:
    failure = galley.GalleyError("NOT_HTML", "It is a picture.", help="Give a page.", retry=True)
    copy = pickle.loads(pickle.dumps(failure))
    assert (copy.code, copy.message, copy.help, copy.retry) == ("NOT_HTML", "It is a picture.", "Give a page.", True)
    assert str(copy) == str(failure)
