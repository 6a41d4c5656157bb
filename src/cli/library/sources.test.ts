import { expect, test } from "vitest";
import { healthOf } from "../../collect/index.ts";
import type { SourceReport } from "../../store/index.ts";
import { forPeople, forPrograms, sourceTable } from "./sources.ts";

const NOW = Date.UTC(2026, 10, 17, 12);
const URL = `https://www.harbour-courier.example/rss/${"section-".repeat(6)}feed.xml`;

const SOURCE: SourceReport = {
  id: URL,
  kind: "feed",
  url: URL,
  title: null,
  topic: null,
  concept: null,
  site: "harbour-courier.example",
  addedMs: NOW,
  addresses: 4,
  articles: 1,
  lastRead: { atMs: NOW, announced: 4, failure: null },
  failedReads: 0,
  lastNewMs: NOW - 3 * 3_600_000,
  usualGapMs: null,
  recent: [
    { outcome: "not-obtained", detail: "blocked", count: 3 },
    { outcome: "stored", detail: "", count: 1 },
  ],
  titleQuality: { titles: 0, situations: {}, reserveRange: 0, likeness: null },
};
const TABLE = sourceTable([{ ...SOURCE, health: healthOf(SOURCE, NOW) }], NOW);

test("a terminal of 80 columns shows a source on one line and the reason below", () => {
  const lines = forPeople(TABLE, 80).trimEnd().split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines).toEqual([
    "source                                 kind  articles  last new  failed  health",
    expect.stringMatching(/^harbour-.+….+feed\.xml {2}feed {9}1 {4}3h ago {4}75 % {2}blocked$/),
    "  blocked: 3 of the last 4 pages kept robots out",
  ]);
});

test("a pipe gets whole addresses and times, with tabs", () => {
  expect(forPrograms(TABLE).split("\n")[0]?.split("\t")).toEqual([
    URL,
    "feed",
    "1",
    "2026-11-17T09:00:00.000Z",
    "75 %",
    "blocked",
    "blocked: 3 of the last 4 pages kept robots out",
  ]);
});
