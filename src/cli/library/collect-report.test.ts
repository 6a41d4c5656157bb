import { expect, test } from "vitest";
import type { PlannedSource, Reasons, SourceRun } from "../../collect/index.ts";
import { NewsError } from "../../errors/index.ts";
import { describePlan, describePlanned, describeRun, unreadError } from "./collect-report.ts";

const NONE = { stored: 0, changed: 0, seen: 0, refused: 0, "not-obtained": 0, failed: 0 };
const FEED: SourceRun = {
  id: "https://news.example/feed.xml",
  kind: "feed",
  announced: 4,
  fresh: 4,
  isUnchanged: false,
  warnings: [],
  failure: undefined,
  outcomes: NONE,
  reasons: new Map(),
};
const REASONS: Reasons = new Map([
  [
    "failed",
    new Map([
      ["HTTP_STATUS", 1],
      ["FETCH_TIMEOUT", 2],
    ]),
  ],
  ["not-obtained", new Map([["gone", 1]])],
]);
const OUTCOMES = { ...NONE, stored: 2, "not-obtained": 1, failed: 3 };
const failedSource = (at: number, code: "DNS_FAILED" | "BAD_FEED" = "DNS_FAILED"): SourceRun => ({
  ...FEED,
  id: `https://${at}.example/`,
  failure: { code, message: "It is not there." },
});

test("a run is told by its sources, with one name for each outcome and the reasons", () => {
  const sources = [
    { ...FEED, outcomes: OUTCOMES, reasons: REASONS },
    { ...FEED, id: "https://news.example/atom.xml", fresh: 0 },
    { ...FEED, id: "https://news.example/rss.xml", isUnchanged: true },
    failedSource(1),
  ];
  expect(
    describeRun({
      ...{ run: 1, sources, outcomes: OUTCOMES, reasons: REASONS },
      ...{ profiles: ["news.example"], removed: 2 },
    }),
  ).toBe(`feed https://news.example/feed.xml: 4 announced; 2 stored, 1 not obtained (gone), 3 failed (2 FETCH_TIMEOUT, 1 HTTP_STATUS)
feed https://news.example/atom.xml: 4 announced, all known
feed https://news.example/rss.xml: nothing new
feed https://1.example/: not read: DNS_FAILED: It is not there.
The pages of news.example no longer fitted its profile; it was mined again.
2 articles removed; galley retention tells why.
In all 2 stored, 1 not obtained (gone), 3 failed (2 FETCH_TIMEOUT, 1 HTTP_STATUS); galley sources --failures 4 shows the pages.
`);
});

test("many sources without news are one line", () => {
  const idle = Array.from({ length: 30 }, (_, at) => ({ ...FEED, id: `https://news.example/${at}` }));
  const sources = [...idle, { ...FEED, outcomes: { ...NONE, stored: 1 } }];
  const summary = {
    run: 1,
    sources,
    outcomes: { ...NONE, stored: 1 },
    reasons: new Map(),
    profiles: [],
    removed: 0,
  };
  expect(describeRun(summary)).toBe(`feed https://news.example/feed.xml: 4 announced; 1 stored
30 more sources: nothing new
In all 1 stored.
`);
  const still = { ...summary, sources: idle.slice(0, 2), outcomes: NONE };
  expect(describeRun(still, 0)).toBe("2 sources: nothing new\n");
});

test("sources that could not be read are named with the reason and what to do", () => {
  expect(unreadError([FEED])).toBeUndefined();
  expect(unreadError([FEED, failedSource(1)])?.message).toBe(
    "Of 2 sources 1 could not be read: https://1.example/ (DNS_FAILED: It is not there). Check the name and the network.",
  );
  const many = [1, 2, 3, 4, 5].map((at) => failedSource(at, at === 5 ? "BAD_FEED" : "DNS_FAILED"));
  expect(unreadError(many)?.message).toMatch(
    /^Of 5 sources 5 could not be read: .*https:\/\/3\.example.*, 2 more\.$/,
  );
});

test("a plan names the pages under their sources", () => {
  const source: PlannedSource = {
    kind: "search",
    url: "https://news.example/find?q=ferry",
    foundBy: "the search for ferry",
    entries: [
      { url: "https://news.example/1", title: "Ferry\u001b[2J sails", isKnown: false },
      { url: "https://news.example/2", title: undefined, isKnown: true },
    ],
    repeated: 1,
    failure: undefined,
  };
  const closed = {
    ...source,
    entries: [],
    repeated: 0,
    failure: new NewsError("ROBOTS_FORBIDDEN", "Closed."),
  };
  expect(describePlan([source, { ...source, entries: [], repeated: 0 }, closed])).toBe(
    `search https://news.example/find?q=ferry (the search for ferry)
  new   https://news.example/1  Ferry [2J sails
  known https://news.example/2
  and 1 that is listed above
search https://news.example/find?q=ferry (the search for ferry)
  announces nothing
search https://news.example/find?q=ferry (the search for ferry): ROBOTS_FORBIDDEN: Closed.
`,
  );
  expect(describePlanned([source])).toBe(
    "galley: 1 new page would be asked for, 1 known; nothing was stored\n",
  );
});
