import { NAME } from "../tags.ts";
import { inBody } from "./body-rules.ts";
import { isHiddenInput } from "./body-starts.ts";
import { CLASS, classOf, MODE } from "./names.ts";
import { afterSpace, endTemplate, insertSpaces, startInHead } from "./shared-steps.ts";
import type { HtmlTreeBuilder, Rules } from "./tree-builder.ts";

/** "The in table insertion mode". */
export const inTable: Rules = {
  start(builder, name) {
    switch (name) {
      case NAME.caption:
        clearTo(builder, NAME.table, NAME.table);
        builder.formatting.pushMarker();
        builder.insert(name);
        builder.mode = MODE.inCaption;
        return;
      case NAME.colgroup:
        clearTo(builder, NAME.table, NAME.table);
        builder.insert(name);
        builder.mode = MODE.inColumnGroup;
        return;
      case NAME.col:
        clearTo(builder, NAME.table, NAME.table);
        builder.insertImplied(NAME.colgroup);
        builder.mode = MODE.inColumnGroup;
        builder.start();
        return;
      case NAME.tbody:
      case NAME.tfoot:
      case NAME.thead:
        clearTo(builder, NAME.table, NAME.table);
        builder.insert(name);
        builder.mode = MODE.inTableBody;
        return;
      case NAME.td:
      case NAME.th:
      case NAME.tr:
        clearTo(builder, NAME.table, NAME.table);
        builder.insertImplied(NAME.tbody);
        builder.mode = MODE.inTableBody;
        builder.start();
        return;
      case NAME.table:
        if (closeTable(builder)) builder.start();
        else builder.tag.dropAttributes();
        return;
      case NAME.style:
      case NAME.script:
      case NAME.template:
        startInHead(builder, name);
        return;
      case NAME.input:
        if (isHiddenInput(builder)) builder.insertVoid(name);
        else fosterStart(builder, name);
        return;
      case NAME.form:
        if (builder.form >= 0 || builder.open.highest(NAME.template) >= 0) builder.tag.dropAttributes();
        else {
          builder.form = builder.insert(name);
          builder.open.pop();
        }
        return;
      default:
        fosterStart(builder, name);
    }
  },
  end(builder, name) {
    if (name === NAME.table) closeTable(builder);
    else if (name === NAME.template) endTemplate(builder);
    else if (!isTablePart(name) && name !== NAME.body && name !== NAME.html) {
      builder.isFostering = true;
      inBody.end(builder, name);
      builder.isFostering = false;
    }
  },
  text(builder, from, to) {
    if ((classOf(builder.open.currentKey) & CLASS.tableText) === 0) fosterText(builder, from, to);
    else {
      builder.originalMode = builder.mode;
      builder.mode = MODE.inTableText;
      builder.text(from, to);
    }
  },
  finish: inBody.finish,
};

function fosterStart(builder: HtmlTreeBuilder, name: number): void {
  builder.isFostering = true;
  inBody.start(builder, name);
  builder.isFostering = false;
}

function fosterText(builder: HtmlTreeBuilder, from: number, to: number): void {
  builder.isFostering = true;
  inBody.text(builder, from, to);
  builder.isFostering = false;
}

/** Closes the open table; false if none is in scope. */
function closeTable(builder: HtmlTreeBuilder): boolean {
  if (!builder.open.hasInTableScope(NAME.table)) return false;
  builder.open.popThrough(NAME.table);
  builder.resetMode();
  return true;
}

/** "Clear the stack back to a table context", or to that of a part of one. */
function clearTo(builder: HtmlTreeBuilder, first: number, second: number, third = second): void {
  for (;;) {
    const key = builder.open.currentKey;
    if (key === first || key === second || key === third) return;
    if (key === NAME.template || key === NAME.html) return;
    builder.open.pop();
  }
}

/** Whether a name is an element that only tables contain. */
function isTablePart(name: number): boolean {
  switch (name) {
    case NAME.caption:
    case NAME.col:
    case NAME.colgroup:
    case NAME.tbody:
    case NAME.td:
    case NAME.tfoot:
    case NAME.th:
    case NAME.thead:
    case NAME.tr:
      return true;
    default:
      return false;
  }
}

/** "The in table text insertion mode": collects the text until it is complete. */
export const inTableText: Rules = {
  start(builder) {
    leaveTableText(builder);
    builder.start();
  },
  end(builder) {
    leaveTableText(builder);
    builder.end();
  },
  text(builder, from, to) {
    const text = builder.hasNul ? builder.withoutNul(from, to) : from;
    if (text !== undefined) builder.tableText.push(text, to);
  },
  finish(builder) {
    leaveTableText(builder);
    return true;
  },
};

/** Puts the collected text into the table if it is white space, else before it. */
export function leaveTableText(builder: HtmlTreeBuilder): void {
  builder.mode = builder.originalMode;
  const waiting = builder.tableText.splice(0);
  let isSpace = true;
  for (let at = 0; at < waiting.length; at += 2)
    isSpace &&= builder.isAllSpace(waiting[at]!, waiting[at + 1]!);
  for (let at = 0; at < waiting.length; at += 2) {
    if (isSpace) builder.insertText(waiting[at]!, waiting[at + 1]!);
    else fosterText(builder, waiting[at]!, waiting[at + 1]!);
  }
}

/** "The in caption insertion mode". */
export const inCaption: Rules = {
  start(builder, name) {
    if (!isTablePart(name)) inBody.start(builder, name);
    else if (closeCaption(builder)) builder.start();
    else builder.tag.dropAttributes();
  },
  end(builder, name) {
    if (name === NAME.caption) closeCaption(builder);
    else if (name === NAME.table) {
      if (closeCaption(builder)) builder.end();
    } else if (!isTablePart(name) && name !== NAME.body && name !== NAME.html) inBody.end(builder, name);
  },
  text: inBody.text,
  finish: inBody.finish,
};

function closeCaption(builder: HtmlTreeBuilder): boolean {
  if (!builder.open.hasInTableScope(NAME.caption)) return false;
  builder.generateImplied();
  builder.open.popThrough(NAME.caption);
  builder.formatting.clearToMarker();
  builder.mode = MODE.inTable;
  return true;
}

/** "The in column group insertion mode". */
export const inColumnGroup: Rules = {
  start(builder, name) {
    if (name === NAME.html) inBody.start(builder, name);
    else if (name === NAME.col) builder.insertVoid(name);
    else if (name === NAME.template) startInHead(builder, name);
    else if (leaveColumnGroup(builder)) builder.start();
    else builder.tag.dropAttributes();
  },
  end(builder, name) {
    if (name === NAME.colgroup) leaveColumnGroup(builder);
    else if (name === NAME.template) endTemplate(builder);
    else if (name !== NAME.col && leaveColumnGroup(builder)) builder.end();
  },
  text(builder, from, to) {
    if (builder.open.currentKey !== NAME.colgroup) {
      insertSpaces(builder, from, to);
      return;
    }
    const rest = afterSpace(builder, from, to, true);
    if (rest === undefined) return;
    leaveColumnGroup(builder);
    builder.text(rest, to);
  },
  finish: inBody.finish,
};

function leaveColumnGroup(builder: HtmlTreeBuilder): boolean {
  if (builder.open.currentKey !== NAME.colgroup) return false;
  builder.open.pop();
  builder.mode = MODE.inTable;
  return true;
}

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

function clearToBody(builder: HtmlTreeBuilder): void {
  clearTo(builder, NAME.tbody, NAME.tfoot, NAME.thead);
}

function closeTableBody(builder: HtmlTreeBuilder): boolean {
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

function closeRow(builder: HtmlTreeBuilder): boolean {
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
function closeCell(builder: HtmlTreeBuilder): boolean {
  const { open } = builder;
  if (!open.hasInTableScope(NAME.td) && !open.hasInTableScope(NAME.th)) return false;
  builder.generateImplied();
  open.popTo(Math.max(open.highest(NAME.td), open.highest(NAME.th)));
  builder.formatting.clearToMarker();
  builder.mode = MODE.inRow;
  return true;
}
