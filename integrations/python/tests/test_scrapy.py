from __future__ import annotations

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from conftest import make_page

pytest.importorskip("scrapy", reason="scrapy is not installed")

SPIDER = """
import json, sys
import scrapy
from scrapy.crawler import CrawlerProcess

address, output, extra = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])

class News(scrapy.Spider):
    name = "news"

    async def start(self):
        for number in range(8):
            yield scrapy.Request(f"{address}/{number}", self.parse)

    def parse(self, response):
        yield {"number": int(response.url.rsplit("/", 1)[1]), "page": response}
        if response.url.endswith("/0"):
            yield {"number": -1}

crawler = CrawlerProcess({
    "ITEM_PIPELINES": {"galley.scrapy.ArticlePipeline": 300},
    "FEEDS": {output: {"format": "jsonlines"}},
    "GALLEY_OPTIONS": {"workers": 1},
    "TELNETCONSOLE_ENABLED": False,
    "ROBOTSTXT_OBEY": False,
    "LOG_LEVEL": "ERROR",
    **extra,
})
own = crawler.create_crawler(News)
crawler.crawl(own)
crawler.start()
counts = {name: value for name, value in own.stats.get_stats().items() if name.startswith("galley/")}
print(json.dumps(counts))
"""


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        number = int(self.path.strip("/"))
        body = b"\x89PNG\r\n\x1a\n" + bytes(300) if number == 7 else make_page(number).encode("latin-1")
        self.send_response(200)
        self.send_header("Content-Type", 'text/html; charset="ISO-8859-1"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


def crawl(tmp_path: Path, extra: dict[str, Any]) -> tuple[dict[str, int], dict[int, dict[str, Any]]]:
    server = HTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    output = tmp_path / "items.jsonl"
    spider = tmp_path / "spider.py"
    spider.write_text(SPIDER)
    try:
        arguments = [f"http://127.0.0.1:{server.server_port}", str(output), json.dumps(extra)]
        # A process of its own: a reactor cannot start twice.
        ran = subprocess.run(
            [sys.executable, str(spider), *arguments], capture_output=True, text=True, timeout=120, check=False
        )
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    items = [json.loads(line) for line in output.read_text().splitlines()]
    return json.loads(ran.stdout), {item["number"]: item for item in items}


def test_the_pipeline_replaces_pages_by_their_articles(tmp_path: Path) -> None:
    counts, items = crawl(tmp_path, {})
    assert counts == {"galley/extracted": 7, "galley/failed/NOT_HTML": 1}
    assert items.keys() == {-1, *range(8)}
    assert items[-1] == {"number": -1}
    for number in range(7):
        assert items[number]["article"]["title"] == f"Report {number}"
        assert items[number]["article"]["url"].endswith(f"/{number}")
        assert items[number].keys() == {"number", "article"}
    assert items[7]["article"] is None
    assert items[7]["article_error"]["code"] == "NOT_HTML"


def test_failed_items_can_be_dropped(tmp_path: Path) -> None:
    extra = {"GALLEY_DROP_FAILED": True, "GALLEY_ARTICLE_FIELD": "story", "LOG_LEVEL": "CRITICAL"}
    _, items = crawl(tmp_path, extra)
    assert items.keys() == {-1, *range(7)}
    assert items[3]["story"]["title"] == "Report 3"
