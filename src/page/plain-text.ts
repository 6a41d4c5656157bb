import {
  BLOCK_TAGS,
  DATA_TAGS,
  type Document,
  decodeText,
  NODE_FLAG,
  NODE_KIND,
  TAG,
} from "../html/index.ts";
import { dropUnseen, foldSpaces } from "../text/index.ts";

/** Longer values are cut: no field of an article needs more, and a hostile page can state megabytes. */
const MAX_CHARACTERS = 5_000;

const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|bdo|big|br|cite|code|em|font|i|mark|p|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]*)?\/?>/gi;
const ENTITY = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;

/** A stated value as a reader would see it: inline tags and leftover entities undone, unseen characters dropped, white space folded. */
export function plainText(stated: string): string {
  let text = stated.length > MAX_CHARACTERS ? stated.slice(0, MAX_CHARACTERS) : stated;
  if (text.includes("<")) text = text.replace(INLINE_TAG, (tag) => (/^<(?:br|p)\b/i.test(tag) ? " " : ""));
  // Publishing systems escape twice.
  if (text.includes("&")) text = decodeEntities(text);
  return foldSpaces(dropUnseen(text));
}

/** Decodes each entity alone, as the parser would; unknown names stay. */
function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity) => decodeText(entity));
}

/** Longer texts are cut; nothing that is read this way (headings, bylines) is longer. */
const MAX_SHOWN_CHARACTERS = 2_000;
/** Nested headings that hold the whole page must not be walked once each. */
const MAX_NODES = 2_000;
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.template | NODE_FLAG.foreign;

/** The text of an element as a reader sees it: no hidden parts or scripts, a space where a line breaks. */
export function shownText(document: Document, node: number): string {
  const { kind, tag, flags, textStart, textEnd, end } = document;
  // What hides the whole element does not count: headings are often hidden until a script has styled them.
  const unseen = UNSEEN & ~flags[node]!;
  let shown = "";
  const stop = Math.min(end[node]!, node + MAX_NODES);
  for (let at = node; at < stop && shown.length < MAX_SHOWN_CHARACTERS; at++) {
    if (kind[at] === NODE_KIND.text) {
      if ((flags[at]! & unseen) === 0) shown += document.text.slice(textStart[at], textEnd[at]);
    } else if (tag[at] === TAG.br || BLOCK_TAGS[tag[at]!] === 1) {
      shown += " ";
    } else if (DATA_TAGS[tag[at]!] === 1 && at !== node) {
      at = end[at]! - 1;
    }
  }
  return foldSpaces(dropUnseen(shown.slice(0, MAX_SHOWN_CHARACTERS)));
}
