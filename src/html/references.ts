import { decodeHTML, decodeHTMLAttribute } from "entities/decode";
import { isAsciiDigit, isAsciiLetter } from "../text/index.ts";

/** Enough for most pages: building the table of all names takes longer than parsing a page. */
const COMMON: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    copy: "©",
    laquo: "«",
    reg: "®",
    middot: "·",
    raquo: "»",
    times: "×",
    ndash: "–",
    mdash: "—",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    bull: "•",
    hellip: "…",
    euro: "€",
    trade: "™",
  }),
);
/** The most characters between the ampersand and the semicolon of these. */
const MAX_LENGTH = 8;
const DECIMAL = /^#\d+$/;
const HEXADECIMAL = /^#[xX][\da-fA-F]+$/;
/** Code points that numeric references decode to as they are: no controls, surrogates or noncharacters. */
const PLAIN_NUMBERS = [
  [0x20, 0x7e],
  [0xa0, 0xd7ff],
  [0xe000, 0xfdcf],
  [0x10000, 0x1fffd],
] as const;

/** A text with its character references decoded. */
export function decodeText(text: string): string {
  return decodeCommon(text, false) ?? decodeHTML(text);
}

/** The value of an attribute with its character references decoded. */
export function decodeValue(value: string): string {
  return decodeCommon(value, true) ?? decodeHTMLAttribute(value);
}

/** A text with its references decoded, or undefined if some are not in the table. */
function decodeCommon(text: string, isValue: boolean): string | undefined {
  let decoded = "";
  let done = 0;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    const isNumber = text[at + 1] === "#";
    let end = isNumber ? at + 2 : at + 1;
    while (isAlphanumeric(text.charCodeAt(end))) end++;
    if (end === at + 1) continue;
    const next = text[end];
    // The next parameter of an address.
    if (isValue && next === "=" && !isNumber) continue;
    if (next !== ";" || end - at > MAX_LENGTH) return undefined;
    const character = characterOf(text.slice(at + 1, end));
    if (character === undefined) return undefined;
    decoded += text.slice(done, at) + character;
    done = end + 1;
  }
  return decoded + text.slice(done);
}

function isAlphanumeric(unit: number): boolean {
  return isAsciiDigit(unit) || isAsciiLetter(unit);
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith("#")) return COMMON.get(name);
  const number = numberOf(name);
  const isPlain = PLAIN_NUMBERS.some(([first, last]) => number >= first && number <= last);
  return isPlain ? String.fromCodePoint(number) : undefined;
}

/** NaN if it is not a number. */
function numberOf(reference: string): number {
  if (DECIMAL.test(reference)) return Number.parseInt(reference.slice(1), 10);
  return HEXADECIMAL.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number.NaN;
}
