import { NAME } from "../tags.ts";
import { BREAKING_NAMES } from "./element-lists.data.ts";
import { FOREIGN, HTML_INSIDE, isMathText, MATH, NAME_BITS, SVG } from "./tag-classes.ts";
import type { ForeignRules, HtmlTreeBuilder } from "./tree-builder.ts";

const BREAKING: ReadonlySet<number> = new Set(BREAKING_NAMES.map((name) => NAME[name]));
const HTML_ENCODING = /^(?:text\/html|application\/xhtml\+xml)$/i;
const FONT_ATTRIBUTES = ["color", "face", "size"];

/** "The rules for parsing tokens in foreign content". */
export const foreign: ForeignRules = {
  isHtmlStart(builder, name) {
    const key = builder.adjustedKey;
    if ((key & MATH) !== 0) {
      const own = key & NAME_BITS;
      if (isMathText(own)) return name !== NAME.mglyph && name !== NAME.malignmark;
      if (own === NAME["annotation-xml"] && name === NAME.svg) return true;
    }
    return isHtmlPoint(key);
  },
  isHtmlText(builder) {
    const key = builder.adjustedKey;
    return isMathPoint(key) || isHtmlPoint(key);
  },
  start(builder, name) {
    if (BREAKING.has(name) || (name === NAME.font && isStyledFont(builder))) {
      leave(builder);
      builder.startInMode();
      return;
    }
    let key = name | (builder.adjustedKey & FOREIGN);
    if (key === (NAME["annotation-xml"] | MATH) && isEncodedHtml(builder)) key |= HTML_INSIDE;
    if (builder.tag.isSelfClosing) builder.insertVoid(key);
    else builder.insert(key);
  },
  end(builder, name) {
    const { open } = builder;
    if (name === NAME.br || name === NAME.p) {
      leave(builder);
      builder.endInMode();
      return;
    }
    const level = open.highestForeign(name);
    if (level > open.topHtml) open.popTo(level);
    else if (open.topHtml < open.depth - 1) builder.endInMode();
  },
  text(builder, from, to) {
    const shown = builder.hasNul ? builder.withoutNul(from, to) : from;
    if (shown !== undefined && !builder.isAllSpace(shown, to)) builder.isFramesetOk = false;
    builder.insertText(builder.hasNul ? builder.withReplacedNul(from, to) : from, to);
  },
};

function isMathPoint(key: number): boolean {
  return (key & MATH) !== 0 && isMathText(key & NAME_BITS);
}

/** Whether an element is an "HTML integration point". */
function isHtmlPoint(key: number): boolean {
  if ((key & SVG) === 0) return (key & HTML_INSIDE) !== 0;
  const name = key & NAME_BITS;
  return name === NAME.foreignobject || name === NAME.desc || name === NAME.title;
}

/** Whether the tag read last says that it holds HTML. */
function isEncodedHtml({ tag, source }: HtmlTreeBuilder): boolean {
  const at = tag.attributes.find(tag.names.idOfText("encoding"), tag.attributeFrom, tag.attributeTo);
  return at >= 0 && HTML_ENCODING.test(tag.attributes.valueAt(at, source));
}

function isStyledFont({ tag }: HtmlTreeBuilder): boolean {
  return FONT_ATTRIBUTES.some(
    (name) => tag.attributes.find(tag.names.idOfText(name), tag.attributeFrom, tag.attributeTo) >= 0,
  );
}

/** Pops foreign elements up to one that may hold HTML. */
function leave(builder: HtmlTreeBuilder): void {
  const { open } = builder;
  while (open.currentKey >= SVG) {
    if (isMathPoint(open.currentKey) || isHtmlPoint(open.currentKey)) return;
    open.pop();
  }
}
