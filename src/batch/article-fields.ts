import { ARTICLE_FIELDS, type Article } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";

/** The name of a field that a line of a batch can hold: all but the explanation, which is given for single pages only. */
export type ArticleField = Exclude<keyof Article, "explanation">;

const LINE_FIELDS: readonly ArticleField[] = ARTICLE_FIELDS.filter((field) => field !== "explanation");

/** Fields that `extractText` gives as `extract` does; its warnings are fewer. */
const TEXT_FIELDS: ReadonlySet<ArticleField> = new Set([
  "text",
  "wordCount",
  "isArticle",
  "confidence",
  "extractor",
]);

/** Whether fields come from the text of an article alone. */
export function areOfText(fields: readonly ArticleField[]): boolean {
  return fields.every((field) => TEXT_FIELDS.has(field));
}

/** Reads a list of field names as the command line gives it; `id` is always there and may be named too. */
export function readFields(list: string): readonly ArticleField[] {
  const given = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (given.length === 0) {
    throw new NewsError("BAD_OPTION", `The list of fields is empty; there are ${LINE_FIELDS.join(", ")}.`);
  }
  const names = given.filter((name) => name !== "id");
  const unknown = names.find((name) => !LINE_FIELDS.some((field) => field === name));
  if (unknown !== undefined) {
    throw new NewsError(
      "BAD_OPTION",
      `An article has no field "${unknown}"; it has ${LINE_FIELDS.join(", ")}.`,
    );
  }
  return LINE_FIELDS.filter((field) => names.includes(field));
}
