import { KNOWN_NAMES, NAME } from "../tags.ts";
import { startInBody, startVoid } from "./body-starts.ts";
import { BREAKING_NAMES, FORMATTING_NAMES } from "./element-lists.data.ts";
import { FOREIGN, HTML_INSIDE, isMathText, MATH, MODE, NAME_BITS, SVG } from "./names.ts";
import { adopt, closeOther, endTemplate, finishTemplate, startInHead } from "./shared-steps.ts";
import type { ForeignRules, HtmlTreeBuilder, Rules } from "./tree-builder.ts";

type End = (builder: HtmlTreeBuilder, name: number) => void;

const ENDS: readonly (End | undefined)[] = makeEnds();

/** "The in body insertion mode". */
export const inBody: Rules = {
  start: startInBody,
  end(builder, name) {
    const end = name < ENDS.length ? ENDS[name] : undefined;
    if (end === undefined) closeOther(builder, name);
    else end(builder, name);
  },
  text(builder, from, to) {
    const text = builder.hasNul ? builder.withoutNul(from, to) : from;
    if (text === undefined) return;
    builder.reconstruct();
    if (builder.isFramesetOk && !builder.isAllSpace(text, to)) builder.isFramesetOk = false;
    builder.insertText(text, to);
  },
  finish: (builder) => builder.templateModes.length > 0 && finishTemplate(builder),
};

function makeEnds(): (End | undefined)[] {
  const ends = new Array<End | undefined>(KNOWN_NAMES.length).fill(undefined);
  const set = (end: End, ...names: readonly (keyof typeof NAME)[]): void => {
    for (const name of names) ends[NAME[name]] = end;
  };
  set(endTemplate, "template");
  set(endBody, "body");
  set(endRoot, "html");
  set(endBlock, "address", "article", "aside", "blockquote", "button", "center", "details", "dialog");
  set(endBlock, "dir", "div", "dl", "fieldset", "figcaption", "figure", "footer", "header", "hgroup");
  set(endBlock, "listing", "main", "menu", "nav", "ol", "pre", "search", "section", "select", "summary");
  set(endBlock, "ul");
  set(endForm, "form");
  set(endP, "p");
  set(endListItem, "li");
  set(endDefinition, "dd", "dt");
  set(endHeading, "h1", "h2", "h3", "h4", "h5", "h6");
  set(adopt, ...FORMATTING_NAMES);
  set(endScope, "applet", "marquee", "object");
  set(endBr, "br");
  return ends;
}

function endBody(builder: HtmlTreeBuilder): void {
  if (builder.open.hasInScope(NAME.body)) builder.mode = MODE.afterBody;
}

function endRoot(builder: HtmlTreeBuilder): void {
  if (!builder.open.hasInScope(NAME.body)) return;
  builder.mode = MODE.afterBody;
  builder.end();
}

function endBlock(builder: HtmlTreeBuilder, name: number): void {
  if (!builder.open.hasInScope(name)) return;
  builder.generateImplied();
  builder.open.popThrough(name);
}

function endForm(builder: HtmlTreeBuilder, name: number): void {
  const { open } = builder;
  if (open.highest(NAME.template) >= 0) {
    endBlock(builder, name);
    return;
  }
  const form = builder.form;
  builder.form = -1;
  if (form < 0 || open.levelOf(form) < open.scopeLevel) return;
  builder.generateImplied();
  open.removeAt(open.levelOf(form));
}

function endP(builder: HtmlTreeBuilder): void {
  if (!builder.open.hasInButtonScope(NAME.p)) builder.insertImplied(NAME.p);
  builder.closeP();
}

function endListItem(builder: HtmlTreeBuilder, name: number): void {
  if (!builder.open.hasInListScope(name)) return;
  builder.generateImplied(name);
  builder.open.popThrough(name);
}

function endDefinition(builder: HtmlTreeBuilder, name: number): void {
  if (!builder.open.hasInScope(name)) return;
  builder.generateImplied(name);
  builder.open.popThrough(name);
}

function endHeading(builder: HtmlTreeBuilder): void {
  const { open } = builder;
  let highest = -1;
  for (let name = NAME.h1; name <= NAME.h6; name++) highest = Math.max(highest, open.highest(name));
  if (highest < open.scopeLevel) return;
  builder.generateImplied();
  open.popTo(highest);
}

function endScope(builder: HtmlTreeBuilder, name: number): void {
  if (!builder.open.hasInScope(name)) return;
  builder.generateImplied();
  builder.open.popThrough(name);
  builder.formatting.clearToMarker();
}

/** Treated as a start tag without attributes. */
function endBr(builder: HtmlTreeBuilder, name: number): void {
  builder.tag.dropAttributes();
  startVoid(builder, name);
}

/** "The in template insertion mode". */
export const inTemplate: Rules = {
  start(builder, name) {
    if (startInHead(builder, name)) return;
    builder.templateModes.pop();
    const mode = modeInTemplate(name);
    builder.templateModes.push(mode);
    builder.mode = mode;
    builder.start();
  },
  end(builder, name) {
    if (name === NAME.template) endTemplate(builder);
  },
  text: inBody.text,
  finish: finishTemplate,
};

function modeInTemplate(name: number): number {
  switch (name) {
    case NAME.caption:
    case NAME.colgroup:
    case NAME.tbody:
    case NAME.tfoot:
    case NAME.thead:
      return MODE.inTable;
    case NAME.col:
      return MODE.inColumnGroup;
    case NAME.tr:
      return MODE.inTableBody;
    case NAME.td:
    case NAME.th:
      return MODE.inRow;
    default:
      return MODE.inBody;
  }
}

/** "The text insertion mode": the raw text of an element is inserted before its end tag is read. */
export const inText: Rules = {
  start: () => undefined,
  end: leaveText,
  text: (builder, from, to) => builder.insertText(from, to),
  finish(builder) {
    leaveText(builder);
    return true;
  },
};

function leaveText(builder: HtmlTreeBuilder): void {
  builder.open.pop();
  builder.mode = builder.originalMode;
}

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
