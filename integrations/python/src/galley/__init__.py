"""Galley: the article of a news page, with title, authors, dates and pictures."""

from .article import Article, Comment, FieldConfidence, GalleyError, Media, Page, Result, Warning
from .client import Facts, Galley, Options, extract, extract_many
from .process import ProcessError

__all__ = [
    "Article",
    "Comment",
    "Facts",
    "FieldConfidence",
    "Galley",
    "GalleyError",
    "Media",
    "Options",
    "Page",
    "ProcessError",
    "Result",
    "Warning",
    "extract",
    "extract_many",
]
