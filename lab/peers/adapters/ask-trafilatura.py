"""Asks trafilatura for the text of each page."""

import logging

from serve import serve
from trafilatura import extract
from trafilatura.metadata import extract_metadata

logging.disable(logging.CRITICAL)


def extract_text(page):
    return extract(
        page["html"],
        url=page["url"],
        include_comments=False,
        include_tables=True,
        output_format="txt",
    )


def find_title(page):
    metadata = extract_metadata(page["html"], default_url=page["url"])
    return metadata.title if metadata else None


serve(extract_text, find_title)
