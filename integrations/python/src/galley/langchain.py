"""A document loader for LangChain."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from .article import Article, Page
from .client import Options, extract_many

if TYPE_CHECKING:
    from typing_extensions import Unpack

_LOG = logging.getLogger(__name__)
_METADATA = (
    "title",
    "authors",
    "published",
    "modified",
    "language",
    "site",
    "section",
    "tags",
    "excerpt",
    "image",
    "pageType",
    "isArticle",
    "confidence",
    "paywall",
)


class GalleyLoader(BaseLoader):
    """The articles of pages as documents: the text, and what the page says about it as metadata."""

    def __init__(
        self,
        sources: Iterable[str | os.PathLike[str] | Page],
        *,
        on_failure: Literal["raise", "skip"] = "raise",
        **options: Unpack[Options],
    ) -> None:
        """
        A source is an http or https address, which galley fetches politely, the path of a saved page, or a Page.
        A page that fails raises, or is logged as a warning and skipped; `options` are those of `galley.Galley`.
        """
        self._sources = sources
        self._on_failure = on_failure
        self._options = options

    def lazy_load(self) -> Iterator[Document]:
        """The documents, one after the other."""
        sources = list(self._sources)
        names = [_name_of(source) for source in sources]
        for name, result in zip(names, extract_many(map(_page_of, sources), **self._options), strict=True):
            if result.article is not None:
                yield _document_of(name, result.article)
            elif self._on_failure == "raise":
                result.unwrap()
            else:
                _LOG.warning("%s was skipped: %s", name, result.error)


def _page_of(source: str | os.PathLike[str] | Page) -> Page:
    if isinstance(source, Page):
        return source
    if isinstance(source, str) and source.startswith(("http://", "https://")):
        return Page(url=source)
    return Page(path=source)


def _name_of(source: str | os.PathLike[str] | Page) -> str:
    if isinstance(source, Page):
        return source.url or source.id or (os.fspath(source.path) if source.path is not None else "page")
    return os.fspath(source)


def _document_of(name: str, article: Article) -> Document:
    # Vector stores refuse null, so that what the page does not say is left out.
    known = {field: article.json.get(field) for field in _METADATA}
    metadata = {field: value for field, value in known.items() if value not in (None, [])}
    source = article.canonical_url or article.url or name
    return Document(page_content=article.text, metadata={"source": source, **metadata})
