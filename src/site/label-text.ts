import {
  BY_LABELS,
  BY_WORDS,
  DATE_LABELS,
  isLabel,
  isSignature,
  readNames,
  untilDetails,
} from "../metadata/index.ts";
import { countWords } from "../text/index.ts";
import { LABEL_WORDS, MORE_DATE_WORDS } from "./attribute-labels.data.ts";

/** The kind of value that a label announces; `other` is a label of the site's template. */
export type LabelKind = keyof typeof LABEL_WORDS | "other";

/** A label with its value, which is empty where it follows in another text. */
export interface LabelledText {
  readonly kind: LabelKind;
  readonly label: string;
  readonly value: string;
}

const BY = [...BY_WORDS, ...BY_LABELS];
const KINDS: ReadonlyMap<string, LabelKind> = new Map([
  ...Object.entries(LABEL_WORDS).flatMap(([kind, list]) =>
    list.split(" ").map((word) => [word, kind as keyof typeof LABEL_WORDS] as const),
  ),
  ...BY.map((word) => [word, "writer"] as const),
]);

const DATES = [...DATE_LABELS.published, ...DATE_LABELS.changed, ...MORE_DATE_WORDS].join("|");
/** A word for publication or change, or after another one: "Last updated", "Dernière mise à jour". */
const DATE_LABEL = `(?:\\p{L}+\\s|最[後后終近])?(?:${DATES})`;
const DATE_START = new RegExp(`^${DATE_LABEL}`, "iu");
// No ending has more letters; without the bound, the time would grow with the square of a word's length.
const DATED = `(?<label>${DATE_LABEL}\\p{L}{0,30})\\s*[:：]?\\s*(?<value>[^\\p{N}]*\\p{N}.*)$`;
const PUBLISHED_START = new RegExp(`^(?:${DATE_LABELS.published.join("|")})`, "iu");
/** A number of a date: no ordinal as in "9th win". */
export const NUMBER: RegExp = /\p{N}(?![\p{L}\p{N}])/u;
const DATED_LINE = new RegExp(`^${DATED}`, "isu");
/** The same after a date: "3 May 10:41 (updated: 4 May)". */
const DATED_REST = new RegExp(`[\\p{N}.)][|(（,•·–—\\s-]+${DATED}`, "isu");

const COLON = /\s*[:：]$/u;
/** Signs before a label that do not belong to it. */
const SIGNS = /^[^\p{L}\p{N}"'“„«]+/u;
/** The first word of a text; Persian writes endings after a zero-width non-joiner. */
const FIRST_WORD = /^[\p{L}\p{M}][\p{L}\p{M}\u200c’/-]*/u;
/** More words before a colon are a sentence. */
const MAX_LABEL_WORDS = 4;

/** The kind of value that a label announces, by its first word; undefined for words that are not labels of articles. */
function kindOf(label: string): LabelKind | undefined {
  const words = label.toLowerCase().split(" ");
  if (words.length > MAX_LABEL_WORDS) return undefined;
  const [first = ""] = label.toLowerCase().match(FIRST_WORD) ?? [];
  const known = KINDS.get(first) ?? (DATE_START.test(label) ? "date" : undefined);
  if (known !== "date" || words.length !== 2 || !BY.includes(words[1]!)) return known;
  // "Posted by" names the writer, "Updated by" somebody else.
  return PUBLISHED_START.test(label) ? "writer" : "editor";
}

/** Labels that need no colon; the words of others also begin sentences of a story. */
const PLAIN_KINDS: ReadonlySet<LabelKind> = new Set(["date", "tags", "reading"]);
const ENDS_WITH_BY = new RegExp(`(?:^|\\s)(?:${BY.join("|")})$`, "iu");
const MAX_PLAIN_LABEL_WORDS = 3;

/** A text that is a label alone: "Source:", "Updated", "Written by". */
export function readLoneLabel(text: string, siteLabels: ReadonlySet<string>): LabelledText | undefined {
  const bare = text.replace(SIGNS, "");
  const label = bare.replace(COLON, "");
  if (label.includes("：")) return undefined;
  if (label !== bare) {
    const kind = kindOf(label) ?? (siteLabels.has(text) ? "other" : undefined);
    return kind === undefined ? undefined : { kind, label, value: "" };
  }
  const kind = countWords(label) <= MAX_PLAIN_LABEL_WORDS ? kindOf(label) : undefined;
  // A journalist's name may follow the word for it in a sentence too.
  const isPlain = kind === "writer" ? ENDS_WITH_BY.test(label) : kind !== undefined && PLAIN_KINDS.has(kind);
  return kind !== undefined && isPlain ? { kind, label, value: "" } : undefined;
}

/** "Source: Agency". */
const WITH_COLON = /^(?<label>\p{L}[^:：.\p{N}]{0,40}?)\s*[:：]\s*(?<value>\S.*)$/su;
/** Signs between a text and a label in the same line: "The quay at dawn | Photo: Agency", "(updated: 4 May)". */
const BETWEEN = /\s*[|(（•·]\s*/u;
/** Longer texts are a part of the story. */
const MAX_LINE_WORDS = 40;
const MAX_DATE_WORDS = 20;

/** A label and its value in one text. In the text of a story only writers and dates have labels. */
export function readLabelledText(text: string, isStory: boolean): LabelledText | undefined {
  const words = countWords(text);
  if (words > MAX_LINE_WORDS) return undefined;
  const bare = text.replace(SIGNS, "");
  const isShort = words <= MAX_DATE_WORDS;
  const found = (isShort ? asLabelled(DATED_LINE.exec(bare)) : undefined) ?? readByline(bare);
  if (found !== undefined || isStory) return found;
  for (const part of [bare, ...bare.split(BETWEEN).slice(1)]) {
    const read = asLabelled(WITH_COLON.exec(part)) ?? readByline(part);
    if (read !== undefined) return read;
  }
  return isShort ? asLabelled(DATED_REST.exec(bare)) : undefined;
}

/** Where another label may begin in a Chinese text; in other scripts labels have several words. */
const NEXT_LABEL = /\s+(?=\p{Script=Han}{1,8}\s?[:：])/u;

/** The parts of a text that begin with a label each: "来源：新华网 编辑：林宇". */
export function splitAtLabels(text: string): readonly string[] {
  const parts: string[] = [];
  for (const part of text.split(NEXT_LABEL)) {
    const isLabelled = kindOf(part.split(/\s?[:：]/u)[0]!) !== undefined;
    parts.push(isLabelled || parts.length === 0 ? part : `${parts.pop()} ${part}`);
  }
  return parts;
}

function asLabelled(match: RegExpExecArray | null): LabelledText | undefined {
  const { label = "", value = "" } = match?.groups ?? {};
  const kind = kindOf(label);
  if (kind === undefined || value === "" || (kind === "date" && !NUMBER.test(value))) return undefined;
  return { kind, label, value: withoutBracket(value) };
}

/** A value without the bracket that its label stands in, and what comes after that. */
function withoutBracket(value: string): string {
  const [, before = "", end = ""] = CLOSED.exec(value) ?? [];
  return end === "" ? value : before;
}

/** A text up to a bracket that it does not open. */
const CLOSED = /^([^()（）[\]【】]*?)\s*([)）\]】])/u;

/** More words after a "by" are a sentence. */
const MAX_BYLINE_WORDS = 12;
/** Up to this many words may be a desk or an agency; more are names. */
const MAX_DESK_WORDS = 4;
const BYLINE = new RegExp(`^(?<label>(?:\\p{L}+\\s)?(?:${BY.join("|")}))\\s+(?<value>\\S.*)$`, "isu");

/** A writer after a label without colon: "By Jane Doe", "Written by Jane Doe". */
function readByline(text: string): LabelledText | undefined {
  const words = countWords(text);
  const { label = "", value = "" } = (words > MAX_BYLINE_WORDS ? null : BYLINE.exec(text))?.groups ?? {};
  const kind = value === "" ? undefined : kindOf(label);
  if (kind === undefined) return undefined;
  return isByline(label, value) ? { kind, label, value: withoutBracket(value) } : undefined;
}

/** Words for "by" that mean nothing else before a text, as "Text" does before buttons. */
const PLAIN_BY = /(?:^|\s)(?:by|von|par|por|autor|author|oleh)$/iu;

/** Whether a text after a label without colon is names, or short enough for a desk or an agency. */
export function isByline(label: string, value: string): boolean {
  if (readNames(untilDetails(value)).some(isSignature)) return true;
  const isShort =
    countWords(value) <= MAX_DESK_WORDS && !NUMBER.test(value) && !isLabel(value.replace(/^the\s/i, ""));
  return isShort && PLAIN_BY.test(label);
}
