import { gzipSync } from "node:zlib";
import {
  type ExtractorChoice,
  type PageRecord,
  type RawPage,
  type ReadBuffer,
  type ReceivedPage,
  readFileBytes,
  readRecord,
  type UnreadablePage,
} from "../archive/index.ts";
import { ARTICLE_FIELDS, type Article } from "../article/index.ts";
import type { Inclusion } from "../assemble/index.ts";
import { extract, extractText } from "../default-extract.ts";
import { asNewsError, describeBytes, type FailureCode, NewsError } from "../errors/index.ts";
import type { ExtractOptions } from "../extract.ts";
import type { Extractor, ExtractorId, ExtractorName } from "../extractors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import { type Format, renderFile } from "../output/index.ts";
import { type KnownSites, methodOf } from "./known-sites.ts";

/** What every page of a batch has in common. */
export interface PageSettings extends ExtractorChoice {
  /** The default, or the model's own method, where it is absent. */
  readonly extractor?: ExtractorName | undefined;
  /** The path of a site profile; each thread reads it once. */
  readonly siteProfile?: string | undefined;
  /** What a library knows of the pages' sites. */
  readonly knownSites?: KnownSites | undefined;
  /** All fields where it is absent. */
  readonly fields?: readonly ArticleField[] | undefined;
  /** What the text holds besides the body. */
  readonly include?: Partial<Inclusion> | undefined;
  readonly maxBytes?: number | undefined;
  /** Pages become files of this format, not lines. */
  readonly format?: Format | undefined;
  /** Whether Markdown begins with a front matter. */
  readonly frontMatter?: boolean | undefined;
  /** Whether the lines are wanted as a gzip member. */
  readonly isGzip?: boolean;
}

/** The lines or files of some pages, ready to be written, and what became of the pages. */
export interface BatchPart {
  /** The lines; empty where there are files. */
  readonly bytes: Uint8Array;
  /** The pages of a folder of files, whose lines are its index. */
  readonly files?: readonly PageLine[];
  readonly pages: number;
  /** Failed pages by code. */
  readonly failures: Readonly<Partial<Record<FailureCode, number>>>;
}

/** What became of one page: the fields of its line, and the code where it failed. */
export interface PageLine {
  readonly fields: { readonly id: string } & Readonly<Record<string, unknown>>;
  readonly failure?: FailureCode;
  /** What its file holds, where it has one. */
  readonly content?: string;
}

/** What the pages of one thread have in common. */
export interface PageTools {
  readonly chooseExtractor: () => Extractor;
  /** Reused for every file: a page is finished before the next is read. */
  readonly buffer?: ReadBuffer;
}

/** Makes the line of one page; every failure becomes its line, also that of a model that was removed meanwhile. */
export function makePageLine(
  raw: RawPage | ReceivedPage,
  settings: PageSettings,
  tools: PageTools,
): PageLine {
  const opened = openPage(raw, settings, tools.buffer);
  if ("error" in opened) return makeFailureLine(opened.id, opened.error);
  try {
    const { content, url, charset, encoding, collectedTitle } = opened;
    const { include, maxBytes } = settings;
    const method = methodOf(url, settings, tools.chooseExtractor);
    const options = { url, charset, encoding, collectedTitle, ...method, include, maxBytes };
    return makeAnswerLine(opened.id, content, options, settings);
  } catch (error) {
    return makeFailureLine(opened.id, asNewsError(error));
  }
}

/** A page that was read, with the facts about it. */
export interface OpenPage extends Omit<PageRecord, "content"> {
  readonly content: Uint8Array | string;
  readonly charset?: string | undefined;
  /** The file of a saved page. */
  readonly path?: string | undefined;
}

/** Reads a page from where it is. */
export function openPage(
  raw: RawPage | ReceivedPage,
  settings: PageSettings,
  buffer?: ReadBuffer,
): OpenPage | UnreadablePage {
  if (raw.kind === "received") {
    const { kind, bytes: content, ...known } = raw;
    return { ...known, content };
  }
  const record = readRecord(raw);
  if ("error" in record) return record;
  try {
    const path = "path" in record.content ? record.content.path : undefined;
    return { ...record, path, content: readRecordMarkup(record, settings, buffer) };
  } catch (error) {
    return { id: record.id, error: asNewsError(error) };
  }
}

/** The line of a page that can be read: its article, or the wanted fields of it. */
export function makeAnswerLine(
  id: string,
  input: Parameters<typeof extract>[0],
  options: ExtractOptions<ExtractorId>,
  { fields, format, frontMatter = false }: PageSettings,
): PageLine {
  if (format === undefined) return { fields: { id, ...readAnswer(input, options, fields) } };
  const article = extract(input, options);
  const { url, title } = article;
  return { fields: { id, url, title }, content: renderFile(article, format, { frontMatter }) };
}

function readAnswer(
  input: Parameters<typeof extract>[0],
  options: ExtractOptions<ExtractorId>,
  fields: readonly ArticleField[] | undefined,
): Partial<Article> {
  if (fields === undefined) return extract(input, options);
  // The metadata takes longer than the text: it is read only where some of it is wanted.
  const isTextOnly = fields.every((field) => TEXT_FIELDS.has(field));
  const answer: Partial<Article> = isTextOnly ? extractText(input, options) : extract(input, options);
  return Object.fromEntries(fields.map((field) => [field, answer[field]]));
}

/** The line of a page that failed. */
export function makeFailureLine(id: string, { code, message }: NewsError): PageLine {
  return { fields: { id, error: { code, message } }, failure: code };
}

/** The bytes or the markup of a page; throws where it is too large or cannot be read. */
export function readRecordMarkup(
  { id, content }: PageRecord,
  { maxBytes = DEFAULT_MAX_BYTES }: PageSettings,
  buffer?: ReadBuffer,
): Uint8Array | string {
  if ("path" in content) return readFileBytes(content.path, maxBytes, buffer);
  if (content.html.length <= maxBytes) return content.html;
  throw new NewsError("INPUT_TOO_LARGE", `The page ${id} is over ${describeBytes(maxBytes)}.`);
}

/** Encodes lines or files as they will be written. */
export function packLines(lines: readonly PageLine[], settings: PageSettings): BatchPart {
  const failures: Partial<Record<FailureCode, number>> = {};
  for (const { failure } of lines) {
    if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
  }
  const pages = lines.length;
  if (settings.format !== undefined) {
    return { bytes: new Uint8Array(0), files: lines, pages, failures };
  }
  const bytes = new TextEncoder().encode(lines.map(({ fields }) => `${JSON.stringify(fields)}\n`).join(""));
  return { bytes: settings.isGzip ? gzipSync(bytes) : bytes, pages, failures };
}

/** The name of a field that a line of a batch can hold: all but the explanation, which is given for single pages only. */
type ArticleField = Exclude<keyof Article, "explanation">;

const LINE_FIELDS: readonly ArticleField[] = ARTICLE_FIELDS.filter((field) => field !== "explanation");

/** Fields that `extractText` gives too; its warnings are fewer. */
const TEXT_FIELDS: ReadonlySet<ArticleField> = new Set([
  "text",
  "wordCount",
  "isArticle",
  "confidence",
  "extractor",
]);

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
