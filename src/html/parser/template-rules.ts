import { NAME } from "../known-names.ts";
import { inBody } from "./body-rules.ts";
import { endTemplate, finishTemplate, startInHead } from "./head-starts.ts";
import { MODE } from "./modes.ts";
import type { Rules } from "./tree-builder.ts";

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
