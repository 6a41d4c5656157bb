import { expect, test } from "vitest";
import { formatByEnding } from "./export.ts";

test.each([
  ["ports.csv", "csv"],
  ["ports.CSV.gz", "csv"],
  ["feed.xml", "rss"],
  ["feed.rss", "rss"],
  ["weekend.epub", "epub"],
  ["articles.jsonl.gz", "jsonl"],
  ["articles/", "markdown"],
  ["old.csv.d/articles", "jsonl"],
  ["-", "jsonl"],
  ["src", "markdown"],
])("an output called %s is written as %s", (output, format) => {
  expect(formatByEnding(output)).toBe(format);
});

test.each([
  ["weekend.pdf", /written as \.pdf: end it in \.jsonl, .* --format/],
  ["feed.md", /name a folder, such as articles\//],
  ["articles.txt.gz", /written as \.txt/],
])("an output called %s is refused with what to do", (output, help) => {
  expect(() => formatByEnding(output)).toThrow(help);
});
