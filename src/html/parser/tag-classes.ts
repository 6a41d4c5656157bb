import type { TAGS } from "../tags.data.ts";
import { KNOWN_NAMES, NAME } from "../tags.ts";

/** Namespaces are bits above an element's name in its key; HTML has none, so that the key of an HTML element is its name. */
export const SVG = 1 << 26;
export const MATH = 1 << 27;
export const FOREIGN = SVG | MATH;
/** Set besides in the key of a MathML element that holds HTML because its attributes say so. */
export const HTML_INSIDE = 1 << 28;
/** The name in a key. */
export const NAME_BITS = SVG - 1;

/** What the standard's lists say of an element. */
export const CLASS = {
  special: 1,
  formatting: 2,
  /** Closed by "generate implied end tags". */
  implied: 4,
  /** Closed by "generate all implied end tags thoroughly" besides. */
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
  /** Text beside these inside a table is fostered. */
  tableText: 1024,
} as const;

type ElementName = Exclude<(typeof TAGS)[number], "#other"> | "bgsound" | "keygen";

const SPECIAL: readonly ElementName[] = [
  ...(["address", "applet", "area", "article", "aside", "base", "basefont", "bgsound"] as const),
  ...(["blockquote", "body", "br", "button", "caption", "center", "col", "colgroup", "dd"] as const),
  ...(["details", "dir", "div", "dl", "dt", "embed", "fieldset", "figcaption", "figure"] as const),
  ...(["footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head"] as const),
  ...(["header", "hgroup", "hr", "html", "iframe", "img", "input", "keygen", "li", "link"] as const),
  ...(["listing", "main", "marquee", "menu", "meta", "nav", "noembed", "noframes"] as const),
  ...(["noscript", "object", "ol", "p", "param", "plaintext", "pre", "script", "search"] as const),
  ...(["section", "select", "source", "style", "summary", "table", "tbody", "td"] as const),
  ...(["template", "textarea", "tfoot", "th", "thead", "title", "tr", "track", "ul"] as const),
  ...(["wbr", "xmp"] as const),
];
/** Elements that the list of active formatting elements holds. */
export const FORMATTING_NAMES: readonly ElementName[] = [
  ...(["a", "b", "big", "code", "em", "font", "i", "nobr"] as const),
  ...(["s", "small", "strike", "strong", "tt", "u"] as const),
];
const IMPLIED: readonly ElementName[] = [
  ...(["dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"] as const),
];
const IMPLIED_THOROUGHLY: readonly ElementName[] = [
  ...(["caption", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"] as const),
];
const SCOPE: readonly ElementName[] = [
  ...(["applet", "caption", "html", "table", "td", "th", "marquee", "object", "select", "template"] as const),
];
const MODE: readonly ElementName[] = [
  ...(["td", "th", "tr", "tbody", "thead", "tfoot", "caption", "colgroup", "table"] as const),
  ...(["template", "head", "body", "frameset", "html"] as const),
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

/** Whether MathML of this name holds text: its "text integration points". */
export function isMathText(name: number): boolean {
  return name === NAME.mi || name === NAME.mo || name === NAME.mn || name === NAME.ms || name === NAME.mtext;
}
