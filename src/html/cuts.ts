import type { AttributeLists, MarkupAttribute } from "./visibility.ts";

/** What was cut out of a page's markup. */
export interface Cuts {
  /** Code, texts and single values, by the number in their mark. */
  readonly texts: readonly string[];
  /** The attributes of whole tags, those of one from `starts[number]` up to `starts[number + 1]`. */
  readonly attributes: Readonly<AttributeLists>;
  readonly starts: readonly number[];
}

/** Nothing is cut: what looks like a mark is the page's own. */
export const NO_CUTS: Cuts = { texts: [], attributes: { names: [], values: [] }, starts: [] };

/** Stands around the number of a cut: a control character that pages hardly hold and no character reference gives (WHATWG 13.2.5.80). */
export const MARK = "\u009c";
const MARK_UNIT = MARK.charCodeAt(0);

/** The text of a node as the parser would have given it: what was cut in place of the marks. */
export function restoreText(text: string, cuts: Cuts): string {
  let mark = cuts === NO_CUTS ? -1 : text.indexOf(MARK);
  let restored = "";
  let copied = 0;
  for (; mark >= 0; mark = text.indexOf(MARK, copied)) {
    const end = text.indexOf(MARK, mark + 1);
    restored += text.slice(copied, mark) + cuts.texts[Number(text.slice(mark + 1, end))]!;
    copied = end + 1;
  }
  return copied === 0 ? text : restored + text.slice(copied);
}

/** Adds the attributes of an element to lists as the parser would have given them. */
export function putAttributes(attributes: readonly MarkupAttribute[], cuts: Cuts, to: AttributeLists): void {
  for (let index = 0; index < attributes.length; index++) {
    const { name, value } = attributes[index]!;
    if (isMark(name, cuts)) {
      putCut(numberIn(name), cuts, to);
    } else {
      to.names.push(name);
      to.values.push(isMark(value, cuts) ? cuts.texts[numberIn(value)]! : value);
    }
  }
}

function putCut(tag: number, { attributes, starts }: Cuts, to: AttributeLists): void {
  for (let at = starts[tag]!; at < starts[tag + 1]!; at++) {
    to.names.push(attributes.names[at]!);
    to.values.push(attributes.values[at]!);
  }
}

function isMark(text: string, cuts: Cuts): boolean {
  return text.charCodeAt(0) === MARK_UNIT && cuts !== NO_CUTS;
}

function numberIn(mark: string): number {
  return Number(mark.slice(1, -1));
}
