import { describe, expect, test } from "vitest";
import type { SourceReport } from "../store/index.ts";
import { healthOf } from "./health.ts";

const NOW = Date.UTC(2026, 10, 17);
const DAY_MS = 86_400_000;

function source(fields: Partial<SourceReport> = {}): SourceReport {
  return {
    id: "https://example.org/feed",
    kind: "feed",
    url: "https://example.org/feed",
    title: null,
    topic: null,
    concept: null,
    site: "example.org",
    addedMs: NOW - 90 * DAY_MS,
    addresses: 20,
    articles: 20,
    lastRead: { atMs: NOW, announced: 20, failure: null },
    failedReads: 0,
    lastNewMs: NOW - DAY_MS,
    usualGapMs: DAY_MS / 4,
    recent: [{ outcome: "stored", detail: "", count: 20 }],
    titleQuality: { titles: 0, situations: {}, reserveRange: 0, likeness: null },
    ...fields,
  };
}

const ended = (outcome: "not-obtained" | "failed" | "seen", detail: string, count: number) => [
  { outcome, detail, count },
  { outcome: "stored", detail: "", count: 10 - count } as const,
];

describe("the health of a source", () => {
  test("is fine while articles come, and unknown before it was read", () => {
    expect(healthOf(source(), NOW)).toEqual({ status: "ok", problems: [], failedShare: 0 });
    expect(healthOf(source({ lastRead: null, recent: [] }), NOW)).toMatchObject({
      status: "new",
      failedShare: null,
    });
  });

  test("says why it cannot be read, and how often", () => {
    const failure = { code: "HTTP_STATUS", message: "The server answered 503." };
    const bad = source({ lastRead: { atMs: NOW, announced: 0, failure }, failedReads: 3 });
    expect(healthOf(bad, NOW).problems).toEqual([
      { kind: "unreadable", reason: "HTTP_STATUS: The server answered 503. (3 times in a row)" },
    ]);
  });

  test.each([
    ["not-obtained", "blocked", "blocked"],
    ["not-obtained", "consent", "consent wall"],
    ["not-obtained", "wall", "teasers"],
    ["not-obtained", "soft-404", "missing pages"],
    ["failed", "FETCH_TIMEOUT", "failing"],
    ["seen", "profile", "new layout"],
  ] as const)("of pages that end %s (%s) is: %s", (outcome, detail, status) => {
    expect(healthOf(source({ recent: ended(outcome, detail, 5) }), NOW).status).toBe(status);
    expect(healthOf(source({ recent: ended(outcome, detail, 4) }), NOW).status).toBe("ok");
  });

  test("does not count pages that were refused", () => {
    const recent = [
      { outcome: "refused", detail: "robots.txt", count: 40 },
      ...ended("failed", "NO_ARTICLE", 5),
    ] as const;
    expect(healthOf(source({ recent }), NOW)).toMatchObject({ status: "failing", failedShare: 0.5 });
  });

  test("is quiet after ten times the usual gap and a week, up to its last reading", () => {
    const rest = (days: number, usualGapMs: number, readDaysAgo = 0) =>
      healthOf(
        source({
          lastNewMs: NOW - days * DAY_MS,
          usualGapMs,
          lastRead: { atMs: NOW - readDaysAgo * DAY_MS, announced: 0, failure: null },
        }),
        NOW,
      ).status;
    expect([rest(6, DAY_MS / 4), rest(7, DAY_MS / 4)]).toEqual(["ok", "quiet"]);
    expect([rest(69, 7 * DAY_MS), rest(70, 7 * DAY_MS)]).toEqual(["ok", "quiet"]);
    expect(rest(30, DAY_MS / 4, 29)).toBe("ok");
  });

  test("warns of titles that are not the headlines of their pages", () => {
    const titles = (situations: Record<string, number>, likeness: number) =>
      healthOf(source({ titleQuality: { titles: 10, situations, reserveRange: 0, likeness } }), NOW).status;
    expect(titles({ "one, the headline": 6, "one, not the headline": 4 }, 0.8)).toBe("ok");
    expect(titles({ "several, one the headline": 5, "no possible title": 5 }, 0.8)).toBe("bad titles");
    expect(titles({ "one, the headline": 10 }, 0.2)).toBe("bad titles");
  });
});
