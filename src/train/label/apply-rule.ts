import { LAST_TAG_KIND, type Span, type Tokens, tokenise } from "../../extractors/index.ts";
import { nodePath } from "../../html/index.ts";
import { type Page, shownText } from "../../page/index.ts";
import type { LabelRule } from "./rule.ts";
import { findMatches } from "./select.ts";

/** What a labelled extraction must be, to drop what is obviously no news article (5.1). */
export interface LabelLimits {
  /** Words and symbols, at least. */
  readonly minTokens: number;
  /** The share of tags among all tokens, at most. */
  readonly maxTagShare: number;
}

/** The paper's limits. */
export const DEFAULT_LIMITS: LabelLimits = { minTokens: 50, maxTagShare: 0.2 };

/** Why a page is not labelled. */
export const LABEL_DROPS = [
  "unreadable",
  "with the id of another",
  "without a match of start",
  "without a match of end",
  "too short",
  "with too many tags",
] as const;
/** Why a page is not labelled. */
export type LabelDrop = (typeof LABEL_DROPS)[number];

/** Where a rule found the article of a page. */
export interface RuleMatch {
  readonly tokens: Tokens;
  readonly span: Span;
  readonly title: string | null;
  readonly titlePath: string | null;
  readonly startPath: string;
  readonly endPath: string;
}

/** Finds the article of a page by a rule, or says why there is none. */
export function applyRule(page: Page, rule: LabelRule, limits: LabelLimits): RuleMatch | LabelDrop {
  const { document } = page;
  const [first] = findMatches(document, rule.start);
  if (first === undefined) return "without a match of start";
  const last = findMatches(document, rule.end).findLast((node) => node >= first);
  if (last === undefined) return "without a match of end";
  const tokens = tokenise(page);
  const span = textSpan(tokens, first, document.end[last]!);
  const drop = judgeSize(tokens, span, limits);
  if (span === undefined || drop !== undefined) return drop ?? "too short";
  const [title] = rule.title === undefined ? [] : findMatches(document, rule.title);
  return {
    ...{ tokens, span },
    title: title === undefined ? null : shownText(document, title),
    titlePath: title === undefined ? null : nodePath(document, title),
    startPath: nodePath(document, first),
    endPath: nodePath(document, last),
  };
}

/** From the first to the last word or symbol of a range of nodes. */
function textSpan({ count, kind, node }: Tokens, from: number, to: number): Span | undefined {
  let first = -1;
  let last = -1;
  for (let at = 0; at < count; at++) {
    if (kind[at]! <= LAST_TAG_KIND || node[at]! < from || node[at]! >= to) continue;
    if (first < 0) first = at;
    last = at;
  }
  return first < 0 ? undefined : { first, last };
}

/** Why a labelled extraction is obviously no news article, if it is. */
export function judgeSize(
  { kind }: Tokens,
  span: Span | undefined,
  limits: LabelLimits,
): "too short" | "with too many tags" | undefined {
  if (span === undefined) return "too short";
  const all = kind.subarray(span.first, span.last + 1);
  const tags = all.reduce((count, token) => count + Number(token <= LAST_TAG_KIND), 0);
  if (all.length - tags < limits.minTokens) return "too short";
  return tags > limits.maxTagShare * all.length ? "with too many tags" : undefined;
}
