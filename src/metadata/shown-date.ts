import { DATE_LABELS } from "./date-labels.data.ts";
import { type DayOrder, provenOrder, readShownDate } from "./read-shown-date.ts";
import type { DatedTexts } from "./rule.ts";
import type { Snippet } from "./surroundings.ts";

/** What a date near the article is the date of. */
type Kind = keyof typeof DATE_LABELS;

/** A piece of a short text that speaks of one date. */
interface Part {
  readonly text: string;
  readonly kind: Kind;
}

const KINDS = Object.keys(DATE_LABELS) as Kind[];
const LABEL = new RegExp(KINDS.map((kind) => `(?<${kind}>${DATE_LABELS[kind].join("|")})`).join("|"), "giu");
const HAS_YEAR = /(?:19|20)\d\d/;
/** "Updated:" above a date; a text that only holds such a word tells of something else. */
const IS_LABEL = /^.{0,30}(?:[:：]|ed)$/;

/** Both dates of an article are looked for in them. */
const partsOf = new WeakMap<readonly Snippet[], readonly Part[]>();

/** The first date of a kind that stands near the headline or at the end of the article, as readers see it. */
export function shownDate(kind: Kind, evidence: DatedTexts): string | undefined {
  const parts = datedParts(evidence.snippets);
  if (parts.length === 0) return undefined;
  const language = evidence.language.value ?? "en";
  const order = dayOrder(parts, language);
  for (const part of parts) {
    const date = part.kind === kind ? readShownDate(part.text, language, order) : undefined;
    if (date !== undefined) return date;
  }
  return undefined;
}

/** The pieces with a year of the short texts: "3 May 2024, updated 4 May 2024" is two. */
function datedParts(snippets: readonly Snippet[]): readonly Part[] {
  const parts = partsOf.get(snippets) ?? findDatedParts(snippets);
  partsOf.set(snippets, parts);
  return parts;
}

function findDatedParts(snippets: readonly Snippet[]): readonly Part[] {
  const parts: Part[] = [];
  let kind: Kind | undefined;
  for (const { text: shown } of snippets) {
    const text = withPlainDigits(shown);
    const isLabel = IS_LABEL.test(text);
    // Of a text without a year only a label matters, which speaks of the next text.
    if (!isLabel && !HAS_YEAR.test(text)) {
      kind = undefined;
      continue;
    }
    const first = parts.length;
    let at = 0;
    for (const { groups, index } of text.matchAll(LABEL)) {
      add(text.slice(at, index));
      kind = KINDS.find((name) => groups![name] !== undefined);
      at = index;
    }
    add(text.slice(at));
    const last = parts.at(-1);
    // A word of change with nothing behind it speaks of the date before: "4 May 2024 (updated)".
    if (last && kind && parts.length === first + 1 && at > 0 && !/\d/.test(text.slice(at))) {
      parts[first] = { ...last, kind };
    }
    if (parts.length > first || !isLabel) kind = undefined;
  }
  return parts;

  function add(text: string): void {
    if (HAS_YEAR.test(text)) parts.push({ text, kind: kind ?? "published" });
  }
}

/** The digits of Arabic, Persian and Urdu pages as the ones that dates are read from. */
function withPlainDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** Regions that write the month first; English without a region is mostly theirs. */
const MONTH_FIRST = /^en$|-(?:US|PH)$/;

/** Another date on the page that can be read one way only, else what the declared language's region writes. */
function dayOrder(parts: readonly Part[], language: string): DayOrder {
  for (const { text } of parts) {
    const proven = provenOrder(text);
    if (proven !== undefined) return proven;
  }
  return MONTH_FIRST.test(language) ? "month-first" : "day-first";
}
