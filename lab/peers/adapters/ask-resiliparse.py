"""Asks resiliparse for the main text of each page."""

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree
from serve import serve


def extract_text(page):
    return extract_plain_text(
        page["html"],
        main_content=True,
        preserve_formatting=True,
        list_bullets=False,
        alt_texts=False,
        links=False,
        form_fields=False,
        noscript=False,
        comments=False,
        post_meta=False,
    )


def find_title(page):
    return HTMLTree.parse(page["html"]).title


serve(extract_text, find_title)
