import { NAME } from "../known-names.ts";
import { inBody } from "./body-rules.ts";
import { MODE } from "./modes.ts";
import { clearTo, inTable, isTablePart } from "./table-rules.ts";
import type { Rules, TreeBuilder } from "./tree-builder.ts";

/** "The in table body insertion mode". */
export const inTableBody: Rules = {
  start(builder, name) {
    switch (name) {
      case NAME.tr:
        clearToBody(builder);
        builder.insert(name);
        builder.mode = MODE.inRow;
        return;
      case NAME.th:
      case NAME.td:
        clearToBody(builder);
        builder.insertImplied(NAME.tr);
        builder.mode = MODE.inRow;
        builder.start();
        return;
      case NAME.caption:
      case NAME.col:
      case NAME.colgroup:
      case NAME.tbody:
      case NAME.tfoot:
      case NAME.thead:
        if (closeTableBody(builder)) builder.start();
        else builder.tag.dropAttributes();
        return;
      default:
        inTable.start(builder, name);
    }
  },
  end(builder, name) {
    switch (name) {
      case NAME.tbody:
      case NAME.tfoot:
      case NAME.thead:
        if (!builder.open.hasInTableScope(name)) return;
        clearToBody(builder);
        builder.open.pop();
        builder.mode = MODE.inTable;
        return;
      case NAME.table:
        if (closeTableBody(builder)) builder.end();
        return;
      default:
        // The other parts of tables, body and html are ignored there too.
        inTable.end(builder, name);
    }
  },
  text: inTable.text,
  finish: inBody.finish,
};

function clearToBody(builder: TreeBuilder): void {
  clearTo(builder, NAME.tbody, NAME.tfoot, NAME.thead);
}

function closeTableBody(builder: TreeBuilder): boolean {
  const { open } = builder;
  const isOpen = [NAME.tbody, NAME.thead, NAME.tfoot].some((name) => open.hasInTableScope(name));
  if (!isOpen) return false;
  clearToBody(builder);
  open.pop();
  builder.mode = MODE.inTable;
  return true;
}

/** "The in row insertion mode". */
export const inRow: Rules = {
  start(builder, name) {
    if (name === NAME.th || name === NAME.td) {
      clearTo(builder, NAME.tr, NAME.tr);
      builder.insert(name);
      builder.mode = MODE.inCell;
      builder.formatting.pushMarker();
    } else if (!isTablePart(name)) inTable.start(builder, name);
    else if (closeRow(builder)) builder.start();
    else builder.tag.dropAttributes();
  },
  end(builder, name) {
    switch (name) {
      case NAME.tr:
        closeRow(builder);
        return;
      case NAME.table:
        if (closeRow(builder)) builder.end();
        return;
      case NAME.tbody:
      case NAME.tfoot:
      case NAME.thead:
        if (builder.open.hasInTableScope(name) && closeRow(builder)) builder.end();
        return;
      default:
        inTable.end(builder, name);
    }
  },
  text: inTable.text,
  finish: inBody.finish,
};

function closeRow(builder: TreeBuilder): boolean {
  if (!builder.open.hasInTableScope(NAME.tr)) return false;
  clearTo(builder, NAME.tr, NAME.tr);
  builder.open.pop();
  builder.mode = MODE.inTableBody;
  return true;
}

/** "The in cell insertion mode". */
export const inCell: Rules = {
  start(builder, name) {
    if (!isTablePart(name)) inBody.start(builder, name);
    else if (closeCell(builder)) builder.start();
    else builder.tag.dropAttributes();
  },
  end(builder, name) {
    switch (name) {
      case NAME.td:
      case NAME.th:
        if (!builder.open.hasInTableScope(name)) return;
        builder.generateImplied();
        builder.open.popThrough(name);
        builder.formatting.clearToMarker();
        builder.mode = MODE.inRow;
        return;
      case NAME.table:
      case NAME.tbody:
      case NAME.tfoot:
      case NAME.thead:
      case NAME.tr:
        if (builder.open.hasInTableScope(name) && closeCell(builder)) builder.end();
        return;
      case NAME.body:
      case NAME.caption:
      case NAME.col:
      case NAME.colgroup:
      case NAME.html:
        return;
      default:
        inBody.end(builder, name);
    }
  },
  text: inBody.text,
  finish: inBody.finish,
};

/** "Close the cell". */
function closeCell(builder: TreeBuilder): boolean {
  const { open } = builder;
  if (!open.hasInTableScope(NAME.td) && !open.hasInTableScope(NAME.th)) return false;
  builder.generateImplied();
  open.popTo(Math.max(open.highest(NAME.td), open.highest(NAME.th)));
  builder.formatting.clearToMarker();
  builder.mode = MODE.inRow;
  return true;
}
