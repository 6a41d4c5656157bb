"""Asks newspaper4k for the text of each page."""

import logging

from newspaper import Article
from serve import serve

logging.disable(logging.CRITICAL)


def read(page):
    article = Article(page["url"] or "https://page.invalid/", fetch_images=False)
    article.download(input_html=page["html"])
    article.parse()
    return article


serve(lambda page: read(page).text, lambda page: read(page).title)
