import { NAME } from "../known-names.ts";
import { MODE } from "./modes.ts";
import type { TreeBuilder } from "./tree-builder.ts";

/** The insertion mode that an open element asks for, the lowest by another rule; -1 where it asks for none. */
export function modeOf(builder: TreeBuilder, key: number, isLast: boolean): number {
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
      return builder.templateModes.at(-1)!;
    case NAME.head:
      return isLast ? MODE.inBody : MODE.inHead;
    case NAME.body:
      return MODE.inBody;
    case NAME.frameset:
      return MODE.inFrameset;
    case NAME.html:
      return builder.head < 0 ? MODE.beforeHead : MODE.afterHead;
    default:
      return isLast ? MODE.inBody : -1;
  }
}
