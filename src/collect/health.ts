import type { SourceReport } from "../store/index.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Minimum of finished pages or titles to judge a source by. */
const MIN_ENDED = 3;
/** From this share on the source is at fault, not single pages. */
const MOST = 0.5;
/** A source is quiet after this many times its usual gap, and at least a week: newsrooms rest on holidays. */
const QUIET_GAPS = 10;
const MIN_QUIET_MS = 7 * DAY_MS;
/** Below this mean likeness the titles of a source are teasers or other texts. */
const MIN_LIKENESS = 0.3;

/** What can be wrong with a source, the gravest first. */
const PROBLEMS = [
  "unreadable",
  "blocked",
  "consent wall",
  "teasers",
  "missing pages",
  "failing",
  "new layout",
  "quiet",
  "bad titles",
] as const;

/** A problem of a source, with the figures that show it. */
export interface SourceProblem {
  readonly kind: (typeof PROBLEMS)[number];
  readonly reason: string;
}

/** The health of a source. */
export interface SourceHealth {
  /** `new` until it was read for the first time. */
  readonly status: "ok" | "new" | SourceProblem["kind"];
  readonly problems: readonly SourceProblem[];
  /** The share of its last pages that gave no article, those that were refused left out; null without any. */
  readonly failedShare: number | null;
}

/** Judges a source by its last reading, its last pages, its titles and its newest article. */
export function healthOf(source: SourceReport, nowMs: number): SourceHealth {
  const problems = [unreadable(source), ...pageProblems(source), quiet(source, nowMs), badTitles(source)]
    .filter((problem) => problem !== undefined)
    .toSorted((a, b) => PROBLEMS.indexOf(a.kind) - PROBLEMS.indexOf(b.kind));
  const ended = count(source, ({ outcome }) => outcome !== "refused");
  const status = problems[0]?.kind ?? (source.lastRead === null && ended === 0 ? "new" : "ok");
  return { status, problems, failedShare: ended === 0 ? null : count(source, isLost) / ended };
}

type Recent = SourceReport["recent"][number];

function count({ recent }: SourceReport, isCounted: (ended: Recent) => boolean): number {
  return recent.filter(isCounted).reduce((sum, ended) => sum + ended.count, 0);
}

function isLost({ outcome }: Recent): boolean {
  return outcome === "failed" || outcome === "not-obtained";
}

function unreadable({ lastRead, failedReads }: SourceReport): SourceProblem | undefined {
  if (!lastRead?.failure) return undefined;
  const { code, message } = lastRead.failure;
  const times = failedReads > 1 ? ` (${failedReads} times in a row)` : "";
  return { kind: "unreadable", reason: `${code}: ${message}${times}` };
}

/** The problem that a kind of outcome indicates, and how it is described. */
const ENDINGS: readonly (readonly [
  kind: SourceProblem["kind"],
  words: string,
  isMeant: (ended: Recent) => boolean,
])[] = [
  ["blocked", "kept robots out", ({ detail }) => detail === "blocked"],
  ["consent wall", "asked for consent first", ({ detail }) => detail === "consent"],
  ["teasers", "showed only a teaser before a wall", ({ detail }) => detail === "wall"],
  ["missing pages", "were not there", ({ detail }) => detail === "gone" || detail === "soft-404"],
  ["failing", "failed", ({ outcome }) => outcome === "failed"],
];

function pageProblems(source: SourceReport): readonly SourceProblem[] {
  const ended = count(source, ({ outcome }) => outcome !== "refused");
  const found = ENDINGS.flatMap(([kind, words, isMeant]): readonly SourceProblem[] => {
    const meant = count(source, (each) => isLost(each) && isMeant(each));
    if (meant < MIN_ENDED || meant < ended * MOST) return [];
    const [first] = source.recent.filter((each) => each.outcome === "failed" && isMeant(each));
    const most = first ? `, most with ${first.detail}` : "";
    return [{ kind, reason: `${meant} of the last ${ended} pages ${words}${most}` }];
  });
  const obtained = count(source, (each) => each.outcome !== "refused" && !isLost(each));
  const stale = count(source, ({ outcome, detail }) => outcome !== "refused" && detail === "profile");
  if (stale < MIN_ENDED || stale < obtained * MOST) return found;
  const reason = `${stale} of the last ${obtained} articles no longer fit the profile of their site`;
  return [...found, { kind: "new layout", reason }];
}

function quiet({ lastNewMs, usualGapMs, lastRead }: SourceReport, nowMs: number): SourceProblem | undefined {
  if (lastNewMs === null || usualGapMs === null || lastRead === null) return undefined;
  // Up to the last reading: time without collecting says nothing about a source.
  const restMs = Math.min(nowMs, lastRead.atMs) - lastNewMs;
  if (restMs < Math.max(MIN_QUIET_MS, QUIET_GAPS * usualGapMs)) return undefined;
  const days = Math.floor(restMs / DAY_MS);
  const usual =
    usualGapMs < DAY_MS ? "more than one a day" : `one in ${Math.round(usualGapMs / DAY_MS)} days`;
  return { kind: "quiet", reason: `nothing new for ${days} days, before that ${usual}` };
}

function badTitles({ titleQuality }: SourceReport): SourceProblem | undefined {
  const { titles, situations, likeness } = titleQuality;
  if (titles < MIN_ENDED) return undefined;
  const unlike = Object.entries(situations)
    .filter(([name]) => !name.endsWith("the headline") || name.endsWith("not the headline"))
    .reduce((sum, [, times]) => sum + times, 0);
  if (unlike >= titles * MOST)
    return { kind: "bad titles", reason: `${unlike} of ${titles} titles are not the headline of their page` };
  if (likeness === null || likeness >= MIN_LIKENESS) return undefined;
  const share = Math.round(100 * likeness);
  return { kind: "bad titles", reason: `titles share only ${share} % of their words with their page's` };
}
