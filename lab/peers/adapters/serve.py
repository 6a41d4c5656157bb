"""The part that all adapters for Python share: a line of JSON in, a line of JSON out, one page at a time."""

import json
import sys
import time


def serve(extract, find_title):
    """Answers every page on standard input with its text, its title and the time that the text alone took."""
    for line in sys.stdin:
        page = json.loads(line)
        start, cpu_start = time.perf_counter(), time.process_time()
        try:
            result = {"text": extract(page) or ""}
        except Exception as error:  # A tool's fault on one page is that page's answer.
            result = {"error": repr(error)}
        ms = (time.perf_counter() - start) * 1000
        cpu_ms = (time.process_time() - cpu_start) * 1000
        try:
            result["title"] = find_title(page)
        except Exception:  # A page without a title that can be read.
            result["title"] = None
        print(json.dumps({"id": page["id"], "ms": ms, "cpuMs": cpu_ms, **result}), flush=True)
