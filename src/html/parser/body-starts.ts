import { ATTRIBUTE, KNOWN_NAMES, NAME } from "../tags.ts";
import { MATH, MODE, SVG } from "./names.ts";
import { adopt, startInHead } from "./shared-steps.ts";
import { type HtmlTreeBuilder, RAW } from "./tree-builder.ts";

type Start = (builder: HtmlTreeBuilder, name: number) => void;

const STARTS: readonly (Start | undefined)[] = makeStarts();

/** A start tag by the rules of "the in body insertion mode". */
export function startInBody(builder: HtmlTreeBuilder, name: number): void {
  const start = name < STARTS.length ? STARTS[name] : undefined;
  if (start === undefined) insertInline(builder, name);
  else start(builder, name);
}

function makeStarts(): (Start | undefined)[] {
  const starts = new Array<Start | undefined>(KNOWN_NAMES.length).fill(undefined);
  const set = (start: Start, ...names: readonly (keyof typeof NAME)[]): void => {
    for (const name of names) starts[NAME[name]] = start;
  };
  set(mergeRoot, "html");
  set(startInHead, "base", "basefont", "bgsound", "link", "meta", "noframes", "script", "style");
  set(startInHead, "template", "title");
  set(mergeBody, "body");
  set(startFrameset, "frameset");
  set(insertBlock, "address", "article", "aside", "blockquote", "center", "details", "dialog", "dir");
  set(insertBlock, "div", "dl", "fieldset", "figcaption", "figure", "footer", "header", "hgroup", "main");
  set(insertBlock, "menu", "nav", "ol", "p", "search", "section", "summary", "ul");
  set(startHeading, "h1", "h2", "h3", "h4", "h5", "h6");
  set(startPre, "pre", "listing");
  set(startForm, "form");
  set(startItem, "li", "dd", "dt");
  set(startPlaintext, "plaintext");
  set(startButton, "button");
  set(startAnchor, "a");
  set(startFormatting, "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u");
  set(startNobr, "nobr");
  set(startScope, "applet", "marquee", "object");
  set(startTable, "table");
  set(startVoid, "area", "br", "embed", "img", "keygen", "wbr");
  set(startInput, "input");
  set(insertVoid, "param", "source", "track");
  set(startRule, "hr");
  set((builder) => startVoid(builder, NAME.img), "image");
  set(startTextarea, "textarea");
  set(startXmp, "xmp");
  set(startIframe, "iframe");
  set((builder, name) => builder.insertRaw(name, RAW.rawtext), "noembed");
  set(startSelect, "select");
  set(startOption, "option", "optgroup");
  set(startRuby, "rb", "rtc", "rp", "rt");
  set(startForeign, "math", "svg");
  set(ignore, "caption", "col", "colgroup", "frame", "head", "tbody", "td", "tfoot", "th", "thead", "tr");
  return starts;
}

function ignore(builder: HtmlTreeBuilder): void {
  builder.tag.dropAttributes();
}

/** "Any other start tag". */
function insertInline(builder: HtmlTreeBuilder, name: number): void {
  builder.reconstruct();
  builder.insert(name);
}

function insertBlock(builder: HtmlTreeBuilder, name: number): void {
  builder.closeP();
  builder.insert(name);
}

function insertVoid(builder: HtmlTreeBuilder, name: number): void {
  builder.insertVoid(name);
}

function mergeRoot(builder: HtmlTreeBuilder): void {
  if (builder.open.highest(NAME.template) < 0) builder.mergeAttributes(builder.open.node[0]!);
}

function mergeBody(builder: HtmlTreeBuilder): void {
  const { open } = builder;
  if (open.depth < 2 || open.key[1] !== NAME.body || open.highest(NAME.template) >= 0) return;
  builder.isFramesetOk = false;
  builder.mergeAttributes(open.node[1]!);
}

function startFrameset(builder: HtmlTreeBuilder, name: number): void {
  const { open, tree } = builder;
  if (open.depth < 2 || open.key[1] !== NAME.body || !builder.isFramesetOk) {
    ignore(builder);
    return;
  }
  tree.remove(open.node[1]!);
  open.popTo(1);
  builder.insert(name);
  builder.mode = MODE.inFrameset;
}

function startHeading(builder: HtmlTreeBuilder, name: number): void {
  builder.closeP();
  if (isHeading(builder.open.currentKey)) builder.open.pop();
  builder.insert(name);
}

function isHeading(key: number): boolean {
  return key >= NAME.h1 && key <= NAME.h6;
}

function startPre(builder: HtmlTreeBuilder, name: number): void {
  insertBlock(builder, name);
  builder.skipsNewline = true;
  builder.isFramesetOk = false;
}

function startForm(builder: HtmlTreeBuilder, name: number): void {
  const isInTemplate = builder.open.highest(NAME.template) >= 0;
  if (builder.form >= 0 && !isInTemplate) {
    ignore(builder);
    return;
  }
  builder.closeP();
  const form = builder.insert(name);
  if (!isInTemplate) builder.form = form;
}

/** An item ends the one before it, unless an element that may hold a list is open between them. */
function startItem(builder: HtmlTreeBuilder, name: number): void {
  const { open } = builder;
  builder.isFramesetOk = false;
  const level = open.topStop;
  const key = level < 0 ? -1 : open.key[level]!;
  if (name === NAME.li ? key === NAME.li : key === NAME.dd || key === NAME.dt) {
    builder.generateImplied(key);
    open.popTo(level);
  }
  builder.closeP();
  builder.insert(name);
}

function startPlaintext(builder: HtmlTreeBuilder, name: number): void {
  insertBlock(builder, name);
  builder.raw = RAW.plaintext;
}

function startButton(builder: HtmlTreeBuilder, name: number): void {
  if (builder.open.hasInScope(NAME.button)) {
    builder.generateImplied();
    builder.open.popThrough(NAME.button);
  }
  builder.reconstruct();
  builder.insert(name);
  builder.isFramesetOk = false;
}

function startAnchor(builder: HtmlTreeBuilder, name: number): void {
  const { formatting, open } = builder;
  const before = formatting.find(NAME.a)?.node;
  if (before !== undefined) {
    adopt(builder, NAME.a);
    const entry = formatting.entryOf(before);
    if (entry !== undefined) formatting.remove(entry);
    const level = open.levelOf(before);
    if (level >= 0) open.removeAt(level);
  }
  startFormatting(builder, name);
}

function startFormatting(builder: HtmlTreeBuilder, name: number): void {
  builder.reconstruct();
  builder.formatting.push(builder.insert(name));
}

function startNobr(builder: HtmlTreeBuilder, name: number): void {
  builder.reconstruct();
  if (builder.open.hasInScope(NAME.nobr)) {
    adopt(builder, NAME.nobr);
    builder.reconstruct();
  }
  builder.formatting.push(builder.insert(name));
}

function startScope(builder: HtmlTreeBuilder, name: number): void {
  builder.reconstruct();
  builder.insert(name);
  builder.formatting.pushMarker();
  builder.isFramesetOk = false;
}

function startTable(builder: HtmlTreeBuilder, name: number): void {
  if (!builder.isQuirky) builder.closeP();
  builder.insert(name);
  builder.isFramesetOk = false;
  builder.mode = MODE.inTable;
}

/** A void element that shows something; its end tag `</br>` comes here too. */
export function startVoid(builder: HtmlTreeBuilder, name: number): void {
  builder.reconstruct();
  builder.insertVoid(name);
  builder.isFramesetOk = false;
}

function startInput(builder: HtmlTreeBuilder, name: number): void {
  const { open } = builder;
  if (builder.context === NAME.select) {
    ignore(builder);
    return;
  }
  if (open.hasInScope(NAME.select)) open.popThrough(NAME.select);
  builder.reconstruct();
  builder.insertVoid(name);
  if (!isHiddenInput(builder)) builder.isFramesetOk = false;
}

/** Whether the tag read last says `type=hidden`. */
export function isHiddenInput({ tag, source }: HtmlTreeBuilder): boolean {
  const at = tag.attributes.find(ATTRIBUTE.type, tag.attributeFrom, tag.attributeTo);
  return at >= 0 && tag.attributes.valueAt(at, source).toLowerCase() === "hidden";
}

function startRule(builder: HtmlTreeBuilder, name: number): void {
  builder.closeP();
  if (builder.open.hasInScope(NAME.select)) builder.generateImplied();
  builder.insertVoid(name);
  builder.isFramesetOk = false;
}

function startTextarea(builder: HtmlTreeBuilder, name: number): void {
  builder.insertRaw(name, RAW.rcdata);
  builder.skipsNewline = true;
  builder.isFramesetOk = false;
}

function startXmp(builder: HtmlTreeBuilder, name: number): void {
  builder.closeP();
  builder.reconstruct();
  builder.isFramesetOk = false;
  builder.insertRaw(name, RAW.rawtext);
}

function startIframe(builder: HtmlTreeBuilder, name: number): void {
  builder.isFramesetOk = false;
  builder.insertRaw(name, RAW.rawtext);
}

function startSelect(builder: HtmlTreeBuilder, name: number): void {
  if (builder.context === NAME.select) {
    ignore(builder);
    return;
  }
  if (builder.open.hasInScope(NAME.select)) {
    builder.open.popThrough(NAME.select);
    ignore(builder);
    return;
  }
  builder.reconstruct();
  builder.insert(name);
  builder.isFramesetOk = false;
}

function startOption(builder: HtmlTreeBuilder, name: number): void {
  const { open } = builder;
  if (open.hasInScope(NAME.select)) builder.generateImplied(name === NAME.option ? NAME.optgroup : -1);
  else if (open.currentKey === NAME.option) open.pop();
  builder.reconstruct();
  builder.insert(name);
}

function startRuby(builder: HtmlTreeBuilder, name: number): void {
  if (builder.open.hasInScope(NAME.ruby)) {
    builder.generateImplied(name === NAME.rp || name === NAME.rt ? NAME.rtc : -1);
  }
  builder.insert(name);
}

function startForeign(builder: HtmlTreeBuilder, name: number): void {
  builder.reconstruct();
  const key = name | (name === NAME.math ? MATH : SVG);
  if (builder.tag.isSelfClosing) builder.insertVoid(key);
  else builder.insert(key);
}
