import type { SchemaElement } from "hyparquet";
import type { Article } from "../../article/index.ts";

/** A line of a batch, as its columns read it: the fields of an article, or of a page that failed. */
export type Row = {
  readonly id: string;
  readonly error?: { readonly code: string; readonly message: string };
} & Partial<Article>;

/** A column of a file of articles. */
export interface ArticleColumn {
  readonly name: string;
  /** Its schema in preorder, its own element first. */
  readonly schema: readonly SchemaElement[];
  /** The field of the article that it is made of. */
  readonly field: keyof Article | "id" | "error";
  readonly read: (row: Row) => unknown;
}

const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const;
const optional = (name: string, element: Omit<SchemaElement, "name">): SchemaElement => ({
  name,
  repetition_type: "OPTIONAL",
  ...element,
});
const text = (name: string): SchemaElement => optional(name, TEXT);
const number = (name: string): SchemaElement => optional(name, { type: "DOUBLE" });
const struct = (name: string, children: readonly SchemaElement[]): readonly SchemaElement[] => [
  optional(name, { num_children: children.length }),
  ...children,
];

/** A list as the Parquet format writes it, in three levels. */
function list(name: string, element: readonly SchemaElement[]): readonly SchemaElement[] {
  return [
    optional(name, { num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" } }),
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    ...element,
  ];
}

function fieldColumn(field: keyof Article, schema: readonly SchemaElement[]): ArticleColumn {
  return { name: field, schema, field, read: (row) => row[field] };
}
const textColumn = (field: keyof Article): ArticleColumn => fieldColumn(field, [text(field)]);
const texts = (field: "authors" | "tags"): ArticleColumn =>
  fieldColumn(field, list(field, [text("element")]));

/** The moment of a date, and the words of the page: a day without a time is its first moment, a time without an offset UTC. */
function dateColumns(field: "published" | "modified"): readonly ArticleColumn[] {
  const moment = optional(field, {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  });
  const stated = `${field}Text`;
  return [
    { name: field, schema: [moment], field, read: (row) => momentOf(row[field]) },
    { name: stated, schema: [text(stated)], field, read: (row) => row[field] },
  ];
}

function momentOf(date: string | null | undefined): Date | undefined {
  if (date === null || date === undefined) return undefined;
  const hasOffset = !date.includes("T") || /(?:Z|[+-]\d{2}:\d{2})$/.test(date);
  const ms = Date.parse(hasOffset ? date : `${date}Z`);
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

const COLUMNS: readonly ArticleColumn[] = [
  {
    name: "id",
    schema: [{ name: "id", repetition_type: "REQUIRED", ...TEXT }],
    field: "id",
    read: ({ id }) => id,
  },
  textColumn("url"),
  textColumn("canonicalUrl"),
  textColumn("title"),
  textColumn("statedTitle"),
  texts("authors"),
  ...dateColumns("published"),
  ...dateColumns("modified"),
  textColumn("language"),
  textColumn("direction"),
  textColumn("site"),
  textColumn("section"),
  texts("tags"),
  textColumn("excerpt"),
  textColumn("image"),
  fieldColumn(
    "media",
    list("media", struct("element", ["kind", "src", "alt", "caption", "credit"].map(text))),
  ),
  textColumn("text"),
  textColumn("html"),
  fieldColumn("wordCount", [optional("wordCount", { type: "INT32" })]),
  textColumn("pageType"),
  fieldColumn("isArticle", [number("isArticle")]),
  fieldColumn("confidence", [number("confidence")]),
  fieldColumn("fieldConfidence", struct("fieldConfidence", ["title", "authors", "published"].map(number))),
  fieldColumn("paywall", [optional("paywall", { type: "BOOLEAN" })]),
  textColumn("extractor"),
  fieldColumn("warnings", list("warnings", struct("element", ["code", "message"].map(text)))),
  fieldColumn("comments", list("comments", struct("element", ["author", "date", "text"].map(text)))),
  { name: "error_code", schema: [text("error_code")], field: "error", read: ({ error }) => error?.code },
  {
    name: "error_message",
    schema: [text("error_message")],
    field: "error",
    read: ({ error }) => error?.message,
  },
];

/** The columns of some fields of articles, or of all; the id, the address and the reason of a failure are always there. */
export function articleColumns(fields?: readonly string[]): readonly ArticleColumn[] {
  if (fields === undefined) return COLUMNS;
  const wanted = new Set<string>([...fields, "id", "url", "error"]);
  return COLUMNS.filter(({ field }) => wanted.has(field));
}
