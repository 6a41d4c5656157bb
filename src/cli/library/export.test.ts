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
])("an output called %s is written as %s", (output, format) => {
  expect(formatByEnding(output)).toBe(format);
});
