from __future__ import annotations

import logging
from pathlib import Path

import pytest
from conftest import make_page

import galley

pytest.importorskip("langchain_core", reason="langchain-core is not installed")


def test_documents_have_the_text_and_what_the_page_says(example: Path) -> None:
    from galley.langchain import GalleyLoader

    pages = [example, galley.Page(html=make_page(2), url="https://bay.example/2")]
    documents = GalleyLoader(pages, workers=1).load()
    assert [document.metadata["title"] for document in documents] == [
        "Ferry returns to Wexley harbour after nine winters",
        "Report 2",
    ]
    assert documents[0].page_content.startswith("A restored quay")
    assert documents[0].metadata["authors"] == ["Marta Ellingsworth"]
    assert documents[1].metadata["source"] == "https://bay.example/2"
    assert None not in documents[1].metadata.values()


def test_a_failed_page_raises_or_is_skipped_aloud(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from galley.langchain import GalleyLoader

    sources = [str(tmp_path / "missing.html"), galley.Page(html=make_page(3))]
    with pytest.raises(galley.GalleyError, match="FILE_NOT_FOUND"):
        GalleyLoader(sources).load()
    with caplog.at_level(logging.WARNING):
        documents = GalleyLoader(sources, on_failure="skip").load()
    assert [document.metadata["title"] for document in documents] == ["Report 3"]
    assert "missing.html was skipped: FILE_NOT_FOUND" in caplog.text
