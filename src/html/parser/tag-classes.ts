import { KNOWN_NAMES, NAME } from "../tags.ts";
import {
  type ElementName,
  FORMATTING_NAMES,
  IMPLIED,
  IMPLIED_THOROUGHLY,
  MODE_NAMES,
  SCOPE,
  SPECIAL,
} from "./element-lists.data.ts";

/** The SVG namespace: a bit above an element's name in its key. HTML has none, so the key of an HTML element is its name. */
export const SVG = 1 << 26;
/** The MathML namespace, as a bit in a key. */
export const MATH = 1 << 27;
/** Both foreign namespaces. */
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
  mark(MODE_NAMES, CLASS.mode);
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

/** The insertion modes of the standard. */
export const MODE = {
  initial: 0,
  beforeHtml: 1,
  beforeHead: 2,
  inHead: 3,
  inHeadNoscript: 4,
  afterHead: 5,
  inBody: 6,
  text: 7,
  inTable: 8,
  inTableText: 9,
  inCaption: 10,
  inColumnGroup: 11,
  inTableBody: 12,
  inRow: 13,
  inCell: 14,
  inTemplate: 15,
  afterBody: 16,
  inFrameset: 17,
  afterFrameset: 18,
  afterAfterBody: 19,
  afterAfterFrameset: 20,
} as const;

/** What the mode depends on besides the element. */
interface Context {
  readonly templateModes: readonly number[];
  /** The head element, negative before there is one. */
  readonly head: number;
}

/** The insertion mode for an open element (the bottom one has its own rule), -1 if it does not decide. */
export function modeOf({ templateModes, head }: Context, key: number, isLast: boolean): number {
  switch (key) {
    case NAME.td:
    case NAME.th:
      return isLast ? MODE.inBody : MODE.inCell;
    case NAME.tr:
      return MODE.inRow;
    case NAME.tbody:
    case NAME.thead:
    case NAME.tfoot:
      return MODE.inTableBody;
    case NAME.caption:
      return MODE.inCaption;
    case NAME.colgroup:
      return MODE.inColumnGroup;
    case NAME.table:
      return MODE.inTable;
    case NAME.template:
      return templateModes.at(-1)!;
    case NAME.head:
      return isLast ? MODE.inBody : MODE.inHead;
    case NAME.body:
      return MODE.inBody;
    case NAME.frameset:
      return MODE.inFrameset;
    case NAME.html:
      return head < 0 ? MODE.beforeHead : MODE.afterHead;
    default:
      return isLast ? MODE.inBody : -1;
  }
}
