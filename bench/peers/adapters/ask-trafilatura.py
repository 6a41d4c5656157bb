"""Answers every page on standard input, a line of JSON each, with the text that trafilatura finds."""

import json
import logging
import sys
import time

from trafilatura import extract
from trafilatura.metadata import extract_metadata

logging.disable(logging.CRITICAL)


def answer(page):
    text = extract(
        page["html"],
        url=page["url"],
        include_comments=False,
        include_tables=True,
        output_format="txt",
    )
    metadata = extract_metadata(page["html"], default_url=page["url"])
    return {"text": text or "", "title": metadata.title if metadata else None}


for line in sys.stdin:
    page = json.loads(line)
    start = time.perf_counter()
    try:
        result = answer(page)
    except Exception as error:  # A tool's fault on one page is that page's answer.
        result = {"error": repr(error)}
    ms = (time.perf_counter() - start) * 1000
    print(json.dumps({"id": page["id"], "ms": ms, **result}), flush=True)
