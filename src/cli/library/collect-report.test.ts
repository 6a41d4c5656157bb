import { expect, test } from "vitest";
import { type PlannedSource, type Reasons, type SourceRun, unreadError } from "../../collect/index.ts";
import { NewsError } from "../../errors/index.ts";
import { describePlan, describePlanned, describeRun, RunLog } from "./collect-report.ts";

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

test("a run is described by its sources, with one name for each outcome and the reasons", () => {
  const sources = [
    { ...FEED, outcomes: OUTCOMES, reasons: REASONS },
    { ...FEED, id: "https://news.example/atom.xml", fresh: 0 },
    { ...FEED, id: "https://news.example/rss.xml", isUnchanged: true },
    failedSource(1),
  ];
  expect(
    describeRun({
      run: 1,
      sources,
      outcomes: OUTCOMES,
      reasons: REASONS,
      profiles: ["news.example"],
      removed: 2,
    }),
  ).toBe(`feed https://news.example/feed.xml: 4 announced; 2 stored, 1 not obtained (gone), 3 failed (2 FETCH_TIMEOUT, 1 HTTP_STATUS)
feed https://news.example/atom.xml: 4 announced, all known
feed https://news.example/rss.xml: nothing new
feed https://1.example/: not read: DNS_FAILED: It is not there.
The pages of news.example no longer fitted its profile; it was mined again.
2 articles removed; galley retention shows why.
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
      { url: "https://news.example/1", title: "Ferry\u001b[2J sails", state: "new" },
      { url: "https://news.example/2", title: undefined, state: "known" },
      { url: "https://news.example/3", title: undefined, state: "waiting" },
      { url: "https://news.example/4", title: undefined, state: "again" },
      { url: "https://news.example/5", title: undefined, state: "removed" },
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
  expect(
    describePlan({ sources: [source, { ...source, entries: [], repeated: 0 }, closed], waiting: 0 }),
  ).toBe(
    `search https://news.example/find?q=ferry (the search for ferry)
  new     https://news.example/1  Ferry [2J sails
  known   https://news.example/2
  retry   https://news.example/3
  again   https://news.example/4
  removed https://news.example/5
  and 1 that is listed above
search https://news.example/find?q=ferry (the search for ferry)
  announces nothing
search https://news.example/find?q=ferry (the search for ferry): ROBOTS_FORBIDDEN: Closed.
`,
  );
  expect(describePlanned({ sources: [closed], waiting: 0 })).toBe(
    "galley: 0 new pages would be asked for; nothing was stored\n",
  );
  expect(describePlanned({ sources: [source], waiting: 3 })).toBe(
    "galley: 1 new page would be asked for, 1 tried again, 1 looked at again, 3 more that earlier runs left open; 1 known, 1 removed; nothing was stored\n",
  );
});

const START_MS = Date.UTC(2026, 10, 17, 12);

function source(name: string, fields: Partial<SourceRun> = {}): SourceRun {
  return {
    id: `https://news.example/${name}`,
    kind: "feed",
    announced: 2,
    fresh: 2,
    isUnchanged: false,
    warnings: [],
    failure: undefined,
    outcomes: { stored: 0, changed: 0, seen: 0, refused: 0, "not-obtained": 0, failed: 0 },
    reasons: new Map(),
    ...fields,
  };
}

/** A log with a clock that is moved by hand, and what it wrote. */
function makeLog(mode: ConstructorParameters<typeof RunLog>[0]) {
  const written: string[] = [];
  const clock = { ms: START_MS };
  const log = new RunLog(mode, {
    write: (text) => void written.push(text),
    now: () => clock.ms,
    columns: 60,
    rows: 5,
  });
  const stored = (name: string, lateMs = 0) => {
    clock.ms += lateMs;
    const url = `https://news.example/${name}/1`;
    log.onEvent({
      kind: "candidate",
      url,
      source: `https://news.example/${name}`,
      outcome: "stored",
      detail: undefined,
    });
  };
  return { log, written, clock, stored };
}

test("a terminal shows a line a source, the busiest first, drawn again over the last ones", () => {
  const { log, written, stored } = makeLog("live");
  const reasons = new Map([["failed", new Map([["FETCH_TIMEOUT", 1]])]] as const);
  const outcomes = { ...source("").outcomes, stored: 3, failed: 1 };
  for (const name of ["a", "b"]) log.onEvent({ kind: "source", source: source(name) });
  log.onEvent({ kind: "source", source: source("c", { outcomes, reasons }) });
  expect(written).toEqual([]);
  stored("c", 200);
  expect(written).toEqual([
    `feed https://news.example/c: 2 announced; 3 stored, 1 faile
feed https://news.example/b: 2 announced, 2 to ask for
and 1 more source
3 sources read, 1 page looked at: 1 stored
`,
  ]);
  stored("b", 50);
  expect(written).toHaveLength(1);
  stored("a", 60);
  expect(written[1]).toMatch(/^\u001b\[4A\u001b\[0Jfeed https:\/\/news\.example\/a: /);
  log.say("Done.\n");
  expect(written.slice(2).join("")).toBe("\u001b[4A\u001b[0JDone.\n");
});

test("a pipe gets lines with times: of sources with news, once a minute, and at the end", () => {
  const { log, written, stored } = makeLog("lines");
  log.onEvent({ kind: "source", source: source("a") });
  log.onEvent({ kind: "source", source: source("quiet", { fresh: 0 }) });
  const failure = { code: "DNS_FAILED", message: "No host." } as const;
  log.onEvent({ kind: "source", source: source("b", { failure }) });
  // The end of the run tells of these two.
  log.onEvent({ kind: "source", source: source("story", { kind: "article" }) });
  stored("a", 30_000);
  stored("a", 30_000);
  log.say("One.\nTwo.\n");
  expect(
    written.filter((text) => text !== "").join(""),
  ).toBe(`2026-11-17T12:00:00Z feed https://news.example/a: 2 announced, 2 to ask for
2026-11-17T12:01:00Z 4 sources read, 2 pages looked at: 2 stored
2026-11-17T12:01:00Z One.
2026-11-17T12:01:00Z Two.
`);
});

test("a quiet run tells nothing", () => {
  const { log, written, stored } = makeLog("silent");
  log.onEvent({ kind: "source", source: source("a") });
  stored("a", 100_000);
  log.say("Done.");
  expect(written).toEqual([]);
});
