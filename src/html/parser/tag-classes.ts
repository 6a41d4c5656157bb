import type { TAGS } from "../tags.data.ts";
import { KNOWN_NAMES, NAME } from "../tags.ts";

/** Namespaces are bits above an element's name in its key; HTML has none, so that the key of an HTML element is its name. */
export const SVG = 1 << 26;
export const MATH = 1 << 27;
export const FOREIGN = SVG | MATH;
/** Also set in the key of a MathML element whose attributes say that it holds HTML. */
export const HTML_INSIDE = 1 << 28;
/** The name in a key. */
export const NAME_BITS = SVG - 1;

/** The lists of the standard that an element is in. */
export const CLASS = {
  special: 1,
  formatting: 2,
  /** Closed by "generate implied end tags". */
  implied: 4,
  /** Also closed by "generate all implied end tags thoroughly". */
  impliedThoroughly: 8,
  /** Ends "has an element in scope", and the four variants of it. */
  scope: 16,
  listScope: 32,
  buttonScope: 64,
  tableScope: 128,
  /** Read by "reset the insertion mode appropriately". */
  mode: 256,
  /** Ends the search for an open `li`, `dd` or `dt`. */
  stop: 512,
  /** Text directly inside these is foster-parented. */
  tableText: 1024,
} as const;

type ElementName = Exclude<(typeof TAGS)[number], "#other"> | "bgsound" | "keygen";

const SPECIAL: readonly ElementName[] = [
  "address",
  "applet",
  "area",
  "article",
  "aside",
  "base",
  "basefont",
  "bgsound",
  "blockquote",
  "body",
  "br",
  "button",
  "caption",
  "center",
  "col",
  "colgroup",
  "dd",
  "details",
  "dir",
  "div",
  "dl",
  "dt",
  "embed",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "frame",
  "frameset",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "head",
  "header",
  "hgroup",
  "hr",
  "html",
  "iframe",
  "img",
  "input",
  "keygen",
  "li",
  "link",
  "listing",
  "main",
  "marquee",
  "menu",
  "meta",
  "nav",
  "noembed",
  "noframes",
  "noscript",
  "object",
  "ol",
  "p",
  "param",
  "plaintext",
  "pre",
  "script",
  "search",
  "section",
  "select",
  "source",
  "style",
  "summary",
  "table",
  "tbody",
  "td",
  "template",
  "textarea",
  "tfoot",
  "th",
  "thead",
  "title",
  "tr",
  "track",
  "ul",
  "wbr",
  "xmp",
];
/** Elements of the list of active formatting elements. */
export const FORMATTING_NAMES: readonly ElementName[] = [
  "a",
  "b",
  "big",
  "code",
  "em",
  "font",
  "i",
  "nobr",
  "s",
  "small",
  "strike",
  "strong",
  "tt",
  "u",
];
const IMPLIED: readonly ElementName[] = [
  "dd",
  "dt",
  "li",
  "optgroup",
  "option",
  "p",
  "rb",
  "rp",
  "rt",
  "rtc",
];
const IMPLIED_THOROUGHLY: readonly ElementName[] = [
  "caption",
  "colgroup",
  "tbody",
  "td",
  "tfoot",
  "th",
  "thead",
  "tr",
];
const SCOPE: readonly ElementName[] = [
  "applet",
  "caption",
  "html",
  "table",
  "td",
  "th",
  "marquee",
  "object",
  "select",
  "template",
];
const MODE: readonly ElementName[] = [
  "td",
  "th",
  "tr",
  "tbody",
  "thead",
  "tfoot",
  "caption",
  "colgroup",
  "table",
  "template",
  "head",
  "body",
  "frameset",
  "html",
];

const CLASSES = makeClasses();

/** The class bits of an element by its key. */
export function classOf(key: number): number {
  if (key < CLASSES.length) return CLASSES[key]!;
  return key < SVG ? 0 : foreignClass(key);
}

function makeClasses(): Uint16Array {
  const classes = new Uint16Array(KNOWN_NAMES.length);
  const mark = (names: readonly ElementName[], bits: number): void => {
    for (const name of names) classes[NAME[name]]! |= bits;
  };
  const scopes = CLASS.scope | CLASS.listScope | CLASS.buttonScope;
  mark(SPECIAL, CLASS.special | CLASS.stop);
  for (const name of ["address", "div", "p"] as const) classes[NAME[name]]! &= ~CLASS.stop;
  mark(FORMATTING_NAMES, CLASS.formatting);
  mark(IMPLIED, CLASS.implied);
  mark(IMPLIED_THOROUGHLY, CLASS.impliedThoroughly);
  mark(SCOPE, scopes);
  mark(["ol", "ul"], CLASS.listScope);
  mark(["button"], CLASS.buttonScope);
  mark(["html", "table", "template"], CLASS.tableScope);
  mark(MODE, CLASS.mode);
  mark(["table", "tbody", "tfoot", "thead", "tr", "template"], CLASS.tableText);
  return classes;
}

const FOREIGN_SPECIAL = CLASS.special | CLASS.stop | CLASS.scope | CLASS.listScope | CLASS.buttonScope;

function foreignClass(key: number): number {
  const name = key & NAME_BITS;
  if ((key & SVG) !== 0) {
    return name === NAME.foreignobject || name === NAME.desc || name === NAME.title ? FOREIGN_SPECIAL : 0;
  }
  return isMathText(name) || name === NAME["annotation-xml"] ? FOREIGN_SPECIAL : 0;
}

/** Whether MathML of this name is a "text integration point". */
export function isMathText(name: number): boolean {
  return name === NAME.mi || name === NAME.mo || name === NAME.mn || name === NAME.ms || name === NAME.mtext;
}
