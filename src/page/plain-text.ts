import { parseHtml, rawText } from "../html/index.ts";
import { dropUnseen, foldSpaces } from "../text/index.ts";

/** Longer values are cut: no field of an article needs more, and a hostile page may state megabytes. */
const MAX_CHARACTERS = 5_000;

const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|bdo|big|br|cite|code|em|font|i|mark|p|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]*)?\/?>/gi;
const ENTITY = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;

/** The entities that publishing systems write most; the parser knows the rest, at fifty times the cost. */
const COMMON_ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  ["lt", "<"],
  ["gt", ">"],
  ["nbsp", "\u00a0"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
]);

/** A stated value as a reader would see it: inline tags and leftover entities undone, unseen characters dropped, white space folded. */
export function plainText(stated: string): string {
  let text = stated.length > MAX_CHARACTERS ? stated.slice(0, MAX_CHARACTERS) : stated;
  if (text.includes("<")) text = text.replace(INLINE_TAG, (tag) => (/^<(?:br|p)\b/i.test(tag) ? " " : ""));
  // Publishing systems escape twice.
  if (text.includes("&")) text = decodeEntities(text);
  return foldSpaces(dropUnseen(text));
}

function decodeEntities(text: string): string {
  let isKnown = true;
  const decoded = text.replace(ENTITY, (entity, name: string) => {
    const character = COMMON_ENTITIES.get(name) ?? fromCode(numericCode(name));
    isKnown &&= character !== undefined;
    return character ?? entity;
  });
  return isKnown ? decoded : rawText(parseHtml(`<body>${text.replaceAll("<", "&lt;")}`), 0);
}

// Controls and surrogates are the parser's: the HTML standard reads some of them as windows-1252.
function fromCode(code: number): string | undefined {
  const isPlain = (code >= 160 && code < 0xd800) || (code >= 32 && code < 127);
  return isPlain ? String.fromCodePoint(code) : undefined;
}

function numericCode(name: string): number {
  if (!name.startsWith("#")) return -1;
  const isHex = name[1] === "x" || name[1] === "X";
  return isHex ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
}
