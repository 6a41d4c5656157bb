"""The data that goes in and comes out: pages, articles, results and failures."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal


class GalleyError(Exception):
    """A page or a call that failed, with the code that docs/errors.md explains."""

    def __init__(self, code: str, message: str, *, help: str | None = None, retry: bool = False) -> None:
        super().__init__(f"{code}: {message}" if help is None else f"{code}: {message} {help}")
        self.code = code
        self.message = message
        self.help = help
        #: Whether asking again later can help, where that is known.
        self.retry = retry

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross process borders: the default would hand the joined text to both parameters.
        return _make_error, (type(self), self.code, self.message, self.help, self.retry)


def _make_error(kind: type[GalleyError], code: str, message: str, help: str | None, retry: bool) -> GalleyError:
    return kind(code, message, help=help, retry=retry)


@dataclass(frozen=True)
class Page:
    """A page to extract: its markup or bytes, the path of its file, or only the address to fetch it from."""

    html: str | bytes | None = None
    path: str | os.PathLike[str] | None = None
    url: str | None = None
    #: Given back with the result; the position of the page where it is absent.
    id: str | None = None
    #: The charset of the bytes where it is known for certain.
    encoding: str | None = None
    #: The charset of the HTTP header: a hint that the bytes may contradict.
    charset: str | None = None
    #: The title under which the page was announced, as in a feed.
    collected_title: str | None = None

    def to_record(self, id: str) -> dict[str, str]:
        """The line of this page for `galley batch`."""
        record = {"id": id} | self._content()
        hints = {
            "url": self.url,
            "encoding": self.encoding,
            "charset": self.charset,
            "collectedTitle": self.collected_title,
        }
        return record | {name: value for name, value in hints.items() if value is not None}

    def _content(self) -> dict[str, str]:
        if self.html is not None and self.path is not None:
            raise ValueError("A page has either html or a path, not both.")
        if isinstance(self.html, str):
            return {"html": self.html}
        if self.html is not None:
            return {"htmlBase64": base64.b64encode(self.html).decode("ascii")}
        if self.path is not None:
            return {"htmlPath": os.path.abspath(self.path)}
        if self.url is None:
            raise ValueError("A page needs html, a path or a url.")
        return {}


@dataclass(frozen=True)
class Media:
    """A picture, film or sound of an article."""

    kind: Literal["image", "video", "audio", "frame"]
    src: str
    alt: str | None = None
    caption: str | None = None
    credit: str | None = None


@dataclass(frozen=True)
class Warning:
    """Something odd about a page that still gave an article."""

    code: str
    message: str


@dataclass(frozen=True)
class Comment:
    """What a reader wrote; only where comments are included."""

    author: str | None
    date: str | None
    text: str


@dataclass(frozen=True)
class FieldConfidence:
    """The probability that each of these fields is right; None where the page does not say it."""

    title: float | None = None
    authors: float | None = None
    published: float | None = None


@dataclass(frozen=True)
class Article:
    """The article of a page. None means that the page does not say, or that the field was not asked for."""

    url: str | None = None
    canonical_url: str | None = None
    title: str | None = None
    stated_title: str | None = None
    authors: tuple[str, ...] = ()
    #: ISO 8601, with an offset where the page gives one.
    published: str | None = None
    modified: str | None = None
    language: str | None = None
    direction: Literal["ltr", "rtl"] | None = None
    site: str | None = None
    section: str | None = None
    tags: tuple[str, ...] = ()
    excerpt: str | None = None
    image: str | None = None
    media: tuple[Media, ...] = ()
    text: str = ""
    html: str = ""
    word_count: int = 0
    page_type: str | None = None
    is_article: float | None = None
    confidence: float | None = None
    field_confidence: FieldConfidence = FieldConfidence()
    paywall: bool | None = None
    extractor: str | None = None
    warnings: tuple[Warning, ...] = ()
    comments: tuple[Comment, ...] = ()
    #: The fields as galley wrote them, under their own names.
    json: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Article:
        """Reads the fields that galley wrote; those that this version does not know stay in `json`."""
        known: dict[str, Any] = {"json": given}
        for name, value in given.items():
            own_name = _snake(name)
            if own_name in _ARTICLE_FIELDS:
                known[own_name] = _read_value(own_name, value)
        return cls(**known)


_ARTICLE_FIELDS = frozenset(each.name for each in fields(Article)) - {"json"}
_ITEMS: Mapping[str, type] = {"media": Media, "warnings": Warning, "comments": Comment}


def _read_value(name: str, value: Any) -> Any:
    if name == "field_confidence":
        return _read_object(FieldConfidence, value)
    if name in _ITEMS:
        return tuple(_read_object(_ITEMS[name], item) for item in value)
    return tuple(value) if isinstance(value, list) else value


def _read_object(kind: type[Any], given: Mapping[str, Any]) -> Any:
    names = {each.name for each in fields(kind)}
    return kind(**{name: value for name, value in given.items() if name in names})


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


@dataclass(frozen=True)
class Result:
    """What became of one page: its article or its failure."""

    id: str
    article: Article | None = None
    error: GalleyError | None = None

    def unwrap(self) -> Article:
        """The article; raises the failure where there is none."""
        if self.article is None:
            raise self.error or GalleyError("INTERNAL", "A result has neither an article nor a failure.")
        return self.article
