import { NAME } from "../tags.ts";

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
