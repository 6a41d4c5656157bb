import { gzipSync } from "node:zlib";
import {
  openSiteProfile,
  type PageRecord,
  type RawPage,
  type ReadingSpace,
  readFileBytes,
  readRecord,
} from "../archive/index.ts";
import type { Article } from "../article/index.ts";
import { asNewsError, describeBytes, type FailureCode, NewsError } from "../errors/index.ts";
import { extract, extractText } from "../extract.ts";
import type { Extractor, ExtractorId, ExtractorName } from "../extractors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import type { ExtractOptions } from "../make-extract.ts";
import { type ArticleField, areOfText } from "./article-fields.ts";

/** What every page of a batch has in common. */
export interface PageSettings {
  /** The default, or the model's own method, where it is absent. */
  readonly extractor?: ExtractorName | undefined;
  /** The path of a model file: each thread reads it for itself, once. */
  readonly model?: string | undefined;
  /** The path of a site profile, likewise. */
  readonly siteProfile?: string | undefined;
  /** All fields where it is absent. */
  readonly fields?: readonly ArticleField[] | undefined;
  readonly maxBytes?: number | undefined;
  /** Whether the lines are wanted as a gzip member. */
  readonly isGzip?: boolean;
}

/** The lines of some pages, ready to be written, and what became of the pages. */
export interface BatchPart {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Failed pages by code. */
  readonly failures: Readonly<Partial<Record<FailureCode, number>>>;
}

/** What became of one page: its line, and the code where it failed. */
export interface PageLine {
  readonly line: string;
  readonly failure?: FailureCode;
}

/** What the pages of one thread have in common. */
export interface PageTools {
  readonly chooseExtractor: () => Extractor;
  /** Where files are read into: a page is done with before the next is read. */
  readonly space?: ReadingSpace;
}

/** Makes the line of one page; whatever goes wrong is in the line, a model that is no longer there too. */
export function makePageLine(raw: RawPage, settings: PageSettings, tools: PageTools): PageLine {
  const record = readRecord(raw);
  if ("error" in record) return makeFailureLine(record.id, record.error);
  try {
    const { url, encoding, collectedTitle } = record;
    const { maxBytes } = settings;
    const content = readContent(record, settings, tools.space);
    const extractor = tools.chooseExtractor();
    const siteProfile = openSiteProfile(settings.siteProfile);
    const options = { url, encoding, collectedTitle, siteProfile, extractor, maxBytes };
    return makeAnswerLine(record.id, content, options, settings);
  } catch (error) {
    return makeFailureLine(record.id, asNewsError(error));
  }
}

/** The line of a page that can be read: its article, or the wanted fields of it. */
export function makeAnswerLine(
  id: string,
  input: Parameters<typeof extract>[0],
  options: ExtractOptions<ExtractorId>,
  { fields }: PageSettings,
): PageLine {
  return { line: JSON.stringify({ id, ...readAnswer(input, options, fields) }) };
}

function readAnswer(
  input: Parameters<typeof extract>[0],
  options: ExtractOptions<ExtractorId>,
  fields: readonly ArticleField[] | undefined,
): Partial<Article> {
  if (fields === undefined) return extract(input, options);
  // The metadata takes longer than the text: it is read only where some of it is wanted.
  const answer: Partial<Article> = areOfText(fields) ? extractText(input, options) : extract(input, options);
  return Object.fromEntries(fields.map((field) => [field, answer[field]]));
}

/** The line of a page that failed. */
export function makeFailureLine(id: string, { code, message }: NewsError): PageLine {
  return { line: JSON.stringify({ id, error: { code, message } }), failure: code };
}

/** The bytes or the markup of a page; throws where it is too large or cannot be read. */
export function readContent(
  { id, content }: PageRecord,
  { maxBytes = DEFAULT_MAX_BYTES }: PageSettings,
  space?: ReadingSpace,
): Uint8Array | string {
  if ("path" in content) return readFileBytes(content.path, maxBytes, space);
  if (content.html.length <= maxBytes) return content.html;
  throw new NewsError("INPUT_TOO_LARGE", `The page ${id} is over ${describeBytes(maxBytes)}.`);
}

/** Puts lines together as they will be written. */
export function packLines(lines: readonly PageLine[], settings: PageSettings): BatchPart {
  const failures: Partial<Record<FailureCode, number>> = {};
  let text = "";
  for (const { line, failure } of lines) {
    text += `${line}\n`;
    if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
  }
  const bytes = new TextEncoder().encode(text);
  return { bytes: settings.isGzip ? gzipSync(bytes) : bytes, pages: lines.length, failures };
}
