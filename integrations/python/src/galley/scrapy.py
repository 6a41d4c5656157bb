"""An item pipeline for Scrapy: `ITEM_PIPELINES = {"galley.scrapy.ArticlePipeline": 300}`."""

from __future__ import annotations

from typing import Any

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import Response
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.threads import deferToThread

from .article import GalleyError, Page
from .client import Galley


class ArticlePipeline:
    """
    Replaces the page in an item by its article.

    Settings: GALLEY_PAGE_FIELD (`page`) holds a Response, a Page, markup or bytes; GALLEY_ARTICLE_FIELD (`article`)
    gets the article's fields as JSON, or None; GALLEY_ERROR_FIELD (`article_error`) gets the code and message of a
    failure, unless GALLEY_DROP_FAILED drops the item; GALLEY_KEEP_PAGE keeps the page; GALLEY_OPTIONS are the
    arguments of `galley.Galley`.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self._stats = crawler.stats
        self._page_field = settings.get("GALLEY_PAGE_FIELD", "page")
        self._article_field = settings.get("GALLEY_ARTICLE_FIELD", "article")
        self._error_field = settings.get("GALLEY_ERROR_FIELD", "article_error")
        self._drops_failed = settings.getbool("GALLEY_DROP_FAILED")
        self._keeps_page = settings.getbool("GALLEY_KEEP_PAGE")
        self._galley = Galley(**settings.getdict("GALLEY_OPTIONS"))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ArticlePipeline:
        """Scrapy calls this."""
        return cls(crawler)

    def close_spider(self) -> None:
        """Scrapy calls this at the end."""
        self._galley.close()

    async def process_item(self, item: Any) -> Any:
        """Scrapy calls this for every item; those without a page pass unchanged."""
        fields = ItemAdapter(item)
        given = fields.get(self._page_field)
        if given is None:
            return item
        try:
            page = page_of(given) if isinstance(given, Response) else given
            # In a thread of the reactor: the spider goes on while galley works.
            article = await maybe_deferred_to_future(deferToThread(self._galley.extract, page))
            fields[self._article_field] = dict(article.json)
            self._count("extracted")
        except GalleyError as failure:
            self._count(f"failed/{failure.code}")
            if self._drops_failed:
                raise DropItem(str(failure)) from failure
            fields[self._article_field] = None
            fields[self._error_field] = {"code": failure.code, "message": failure.message}
        if not self._keeps_page:
            fields.pop(self._page_field)
        return item

    def _count(self, name: str) -> None:
        if self._stats is not None:
            self._stats.inc_value(f"galley/{name}")


def page_of(response: Response) -> Page:
    """The page of a response, with the charset that its header declares."""
    header = response.headers.get(b"Content-Type") or b""
    _, _, charset = header.decode("latin-1").lower().partition("charset=")
    return Page(html=response.body, url=response.url, charset=charset.split(";")[0].strip(" \"'") or None)
