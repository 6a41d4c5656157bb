import { parseHtml, rawText } from "../html/index.ts";
import { foldSpaces } from "../text/index.ts";

/** Longer values are cut: no field of an article needs more, and a hostile page may state megabytes. */
const MAX_CHARACTERS = 5_000;

const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|bdo|big|br|cite|code|em|font|i|mark|p|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]*)?\/?>/gi;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
const SOFT_HYPHEN = /\u00ad/g;

/** A stated value as a reader would see it: inline tags and leftover entities undone, white space folded. */
export function plainText(stated: string): string {
  let text = stated.length > MAX_CHARACTERS ? stated.slice(0, MAX_CHARACTERS) : stated;
  if (text.includes("<")) text = text.replace(INLINE_TAG, (tag) => (/^<(?:br|p)\b/i.test(tag) ? " " : ""));
  // Publishing systems escape twice; the parser knows every entity, and only such values pay for it.
  if (ENTITY.test(text)) text = rawText(parseHtml(text.replaceAll("<", "&lt;")), 0);
  return foldSpaces(text.replace(SOFT_HYPHEN, ""));
}
