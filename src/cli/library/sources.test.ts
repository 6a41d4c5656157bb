import { expect, test } from "vitest";
import { healthOf } from "../../collect/index.ts";
import type { SourceReport } from "../../store/index.ts";
import { forPeople, sourceTable } from "./sources.ts";

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
const RECORDS = [{ site: "harbour-courier.example", kind: "profile" as const, atMs: NOW }];
const judged = { ...SOURCE, health: healthOf(SOURCE, NOW) };

test("a terminal shows figures first, then the whole address, and the reason below", () => {
  expect(
    forPeople(sourceTable([judged], [], NOW))
      .trimEnd()
      .split("\n"),
  ).toEqual([
    "articles  last new  failed  health   kind  source",
    `       1    3h ago    75 %  blocked  feed  ${URL}`,
    "  blocked: 3 of the last 4 pages kept robots out",
  ]);
});

test("a terminal shows what is kept for the site of a source", () => {
  const [head, line] = forPeople(sourceTable([judged], RECORDS, NOW)).split("\n");
  expect(head).toContain("health   kept     kind");
  expect(line).toContain("blocked  profile  feed");
});

test("a pipe gets whole addresses and times", () => {
  expect(sourceTable([judged], RECORDS, NOW).rows).toEqual([
    [
      URL,
      "feed",
      "1",
      "2026-11-17T09:00:00.000Z",
      "75 %",
      "blocked",
      "blocked: 3 of the last 4 pages kept robots out",
      "profile",
      "",
    ],
  ]);
});

test("the title of a source is shown beside its address", () => {
  const { short, rows } = sourceTable([{ ...judged, title: "Harbour\u001b[2J Courier" }], [], NOW);
  expect(short[0]?.at(-1)).toMatch(/feed\.xml \(Harbour[^\u001b]* Courier\)$/);
  expect(rows[0]?.at(-1)).toMatch(/^Harbour[^\u001b]* Courier$/);
});
