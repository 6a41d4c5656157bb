import { attribute, type Document, HEADING_TAGS, TAG, tagTable } from "../html/index.ts";

/** More text than this in one cell of a table without header cells is a page laid out in columns. */
const MAX_CELL_CHARACTERS = 600;
/** Elements of running text or of whole page parts; two of them in one cell do not make data. */
const PROSE_TAGS = tagTable("p", "article", "section", "blockquote", "form", "hr", "iframe", "aside", "nav");
const MIN_PROSE = 2;

/** What makes a table one: its header cells, or its plain grid of short cells. */
export type TableForm = "headed" | "plain";

/** What is seen of a table on the way through it. */
class Survey {
  readonly node: number;
  isLayout: boolean;
  rows = 0;
  cells = 0;
  widestRow = 0;
  rowCells = 0;
  cellProse = 0;
  hasHeader = false;
  hasProse = false;

  constructor(document: Document, node: number) {
    const role = attribute(document, node, "role");
    this.node = node;
    this.isLayout = role === "presentation" || role === "none";
  }
}

/**
 * The tables that hold data, by one pass over the document. A table is layout where it says so (`role=presentation`),
 * or holds another table or the page's heading. Without header cells or a caption it is also layout where it has a
 * single row or column, or cells of running text. In the HTML of an article (`isOfArticle`) layout tables are gone already.
 */
export function findDataTables(document: Document, isOfArticle = false): ReadonlyMap<number, TableForm> {
  const found = new Map<number, TableForm>();
  const open: Survey[] = [];
  const close = () => {
    const survey = open.pop()!;
    const form = isOfArticle && !survey.isLayout ? "plain" : formOf(survey);
    if (form) found.set(survey.node, form);
  };
  for (let at = 0; at < document.size; at++) {
    while (open.length > 0 && at >= document.end[open.at(-1)!.node]!) close();
    const tag = document.tag[at]!;
    if (tag === 0) continue;
    const around = open.at(-1);
    if (tag === TAG.table) {
      if (around) around.isLayout = true;
      open.push(new Survey(document, at));
    } else if (around) {
      look(document, at, around);
    }
  }
  while (open.length > 0) close();
  return found;
}

function look(document: Document, node: number, survey: Survey): void {
  const tag = document.tag[node]!;
  if (tag === TAG.tr) {
    survey.rows++;
    survey.rowCells = 0;
  } else if (tag === TAG.td || tag === TAG.th) {
    survey.cells++;
    survey.widestRow = Math.max(survey.widestRow, ++survey.rowCells);
    survey.cellProse = 0;
    if (tag === TAG.th) survey.hasHeader = true;
    if (document.textEnd[node]! - document.textStart[node]! > MAX_CELL_CHARACTERS) survey.hasProse = true;
  } else if (tag === TAG.caption || tag === TAG.thead) {
    survey.hasHeader = true;
  } else if (tag === TAG.h1) {
    survey.isLayout = true;
  } else if (HEADING_TAGS[tag] === 1 || (PROSE_TAGS[tag] === 1 && ++survey.cellProse >= MIN_PROSE)) {
    survey.hasProse = true;
  }
}

function formOf(survey: Survey): TableForm | undefined {
  if (survey.isLayout) return undefined;
  if (!survey.hasProse && survey.rows >= 2 && survey.widestRow >= 2) return "plain";
  return survey.hasHeader && survey.cells >= 2 ? "headed" : undefined;
}
