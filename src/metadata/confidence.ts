import { headlineKey } from "../page/index.ts";
import type { Evidence } from "./evidence.ts";
import type { Found } from "./rule.ts";
import { cutNames, type SiteWords } from "./site.ts";

/** Nothing is certain. */
const MAX_CONFIDENCE = 0.99;

/** How often a title is right that the head or the data state too, alone or beside other wordings: `npm run experiments -- metadata`. */
const STATED = { alone: 0.96, beside: 0.84 } as const;

/** A title with the confidence that what the page states gives it; the rule's own if nothing states it. */
export function weighTitle(
  found: Found<string | null>,
  { page }: Evidence,
  words: () => SiteWords,
): Found<string | null> {
  const key = headlineKey(found.value ?? "");
  if (key === "") return found;
  let [isStated, isContested] = [false, false];
  for (const { source, text } of page.titleCandidates) {
    if (source === "h1") continue;
    const whole = headlineKey(text);
    isContested ||= !whole.includes(key);
    // Cutting only removes text: most titles are the stated one as it is.
    isStated ||= whole === key || (whole.includes(key) && headlineKey(cutNames(text, words)) === key);
  }
  if (!isStated) return found;
  return { ...found, confidence: isContested ? STATED.beside : STATED.alone };
}

/** What several names do to the odds of authors, and one to those of a rule that is measured over both. */
const NAMES = { one: 1.2, several: 0.2 } as const;

/** Authors with the confidence that their number gives them: of several, one is easily too many or too few. */
export function weighAuthors(found: Found<readonly string[]>): Found<readonly string[]> {
  if (found.value.length === 0) return found;
  return withOdds(found, found.value.length === 1 ? NAMES.one : NAMES.several);
}

/** Days after which a change makes it doubtful that the page still shows when it first appeared. */
const LONG_MS = 30 * 86_400_000;
/** What such a change does to the odds of a date, and its absence to those of a rule that is measured over both. */
const CHANGED = { late: 0.3, early: 1.4 } as const;

/** A date of publication with the confidence that the date of the last change gives it. */
export function weighPublished(
  found: Found<string | null>,
  modified: Found<string | null>,
): Found<string | null> {
  if (found.value === null) return found;
  const gap = Date.parse(modified.value?.slice(0, 10) ?? "") - Date.parse(found.value.slice(0, 10));
  return withOdds(found, gap > LONG_MS ? CHANGED.late : CHANGED.early);
}

function withOdds<Value>(found: Found<Value>, factor: number): Found<Value> {
  const odds = (factor * found.confidence) / (1 - found.confidence);
  const confidence = Math.min(MAX_CONFIDENCE, odds / (1 + odds));
  return { ...found, confidence: Math.round(confidence * 100) / 100 };
}
