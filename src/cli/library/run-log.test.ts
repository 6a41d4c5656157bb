import { expect, test } from "vitest";
import type { SourceRun } from "../../collect/index.ts";
import { RunLog } from "./run-log.ts";

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
