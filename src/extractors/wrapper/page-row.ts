import { BODY_FEATURES, bodyRow } from "./body.ts";
import type { Choice } from "./judge.ts";
import type { PageReading } from "./page-reading.ts";
import { TITLE_FEATURES, titleRow } from "./title.ts";

/** A page and what the two machines chose on it. */
export interface WrappedPage {
  readonly reading: PageReading;
  readonly body: Choice | undefined;
  readonly title: Choice | undefined;
  /** Candidates for the body, and how likely each is it. */
  readonly chances: Float64Array;
}

/** What is known of a page as a whole, besides the features of what was chosen. */
const WHOLE = [
  "isStrict",
  "body probability",
  "body candidates",
  "likely bodies",
  "title probability",
  "words",
  "linkShare",
  "body words",
  "body wordShare",
  "body linkShare",
  "body meanInk",
  "formatting",
  "formattedShare",
  "heightInScreens",
] as const;

/** The names of what a page is judged by, in the order of the columns. */
export const PAGE_FEATURES: readonly string[] = [
  ...WHOLE,
  ...BODY_FEATURES.map((name) => `body ${name}`),
  ...TITLE_FEATURES.map((name) => `title ${name}`),
];

/** A candidate that may as well be the body: half as likely as the likeliest. */
const LIKELY = 0.5;

/** The row of a page, in the order of `PAGE_FEATURES`; NaN where there is no body or no title. */
export function pageRow({ reading, body, title, chances }: WrappedPage): Float32Array {
  const absent = (names: readonly string[]) => names.map(() => Number.NaN);
  const whole = wholeOf({ reading, body, title, chances });
  return Float32Array.of(
    ...WHOLE.map((name) => whole[name]),
    ...(body ? bodyRow(reading, body.node) : absent(BODY_FEATURES)),
    ...(body && title ? titleRow(reading, title.node, body.node) : absent(TITLE_FEATURES)),
  );
}

function wholeOf({
  reading,
  body,
  title,
  chances,
}: WrappedPage): Readonly<Record<(typeof WHOLE)[number], number>> {
  const { formatting, layout } = reading;
  const words = reading.wordsIn(0);
  const best = body?.probability ?? Number.NaN;
  const ofBody = (count: (node: number) => number) => (body ? count(body.node) : Number.NaN);
  const bodyWords = ofBody((node) => reading.wordsIn(node));
  return {
    isStrict: Number(reading.manner === "strict"),
    "body probability": best,
    "body candidates": chances.length,
    "likely bodies": chances.reduce((sum, chance) => sum + Number(chance >= LIKELY * best), 0),
    "title probability": title?.probability ?? Number.NaN,
    words,
    linkShare: reading.linkWordsIn(0) / Math.max(1, words),
    "body words": bodyWords,
    "body wordShare": bodyWords / Math.max(1, words),
    "body linkShare": ofBody((node) => reading.linkWordsIn(node)) / Math.max(1, bodyWords),
    "body meanInk": ofBody((node) => formatting.ink[node]! / Math.max(1, formatting.count[node]!)),
    formatting: formatting.allCount,
    formattedShare: formatting.allInk / Math.max(1, reading.inkIn(0)),
    heightInScreens: pageHeight(reading) / layout.screen.height,
  };
}

/** The lowest edge of all boxes. */
function pageHeight({ layout }: PageReading): number {
  return layout.top.reduce((lowest, top, node) => Math.max(lowest, top + layout.height[node]!), 0);
}
