import { gzipSync } from "node:zlib";
import {
  type ExtractorChoice,
  type PageRecord,
  type RawPage,
  type ReadBuffer,
  type ReceivedPage,
  readFileBytes,
  readRecord,
  type StoredPage,
  type UnreadablePage,
  undoCodings,
} from "../archive/index.ts";
import { ARTICLE_FIELDS, type Article } from "../article/index.ts";
import type { Inclusion } from "../assemble/index.ts";
import { extract, extractText } from "../default-extract.ts";
import { asNewsError, describeBytes, type FailureCode, NewsError } from "../errors/index.ts";
import type { ExtractOptions } from "../extract.ts";
import type { Extractor, ExtractorId, ExtractorName } from "../extractors/index.ts";
import { DEFAULT_MAX_BYTES } from "../html/index.ts";
import { type Format, renderFile } from "../output/index.ts";
import type { BatchPart, LineText, PageLine } from "./batch-part.ts";
import { type DedupKind, fingerprintOf } from "./dedup.ts";
import { type KnownSites, methodOf } from "./known-sites.ts";

/** The settings that all pages of a batch share. */
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
  /** Whether lines have the address of their page, even if it is not among the fields. */
  readonly keepUrl?: boolean | undefined;
  /** Whether pages that are not articles are left out. */
  readonly onlyArticles?: boolean | undefined;
  /** Whether texts get fingerprints, by which copies are found. */
  readonly dedup?: DedupKind | undefined;
}

/** A page that needs no fetching. */
export type ReadyPage = RawPage | StoredPage | ReceivedPage;

/** The state that the pages of one thread share. */
export interface PageTools {
  readonly chooseExtractor: () => Extractor;
  /** Reused for every file: a page is finished before the next is read. */
  readonly buffer?: ReadBuffer;
  /** Called when a page is open, or cannot be opened. */
  readonly onOpen?: (opened: OpenPage | UnreadablePage) => void;
}

/** Makes the line of one page; every failure becomes its line, even that of a missing model. */
export function makePageLine(raw: ReadyPage, settings: PageSettings, tools: PageTools): PageLine {
  const opened = openPage(raw, settings, tools.buffer);
  tools.onOpen?.(opened);
  if ("error" in opened) return makeFailureLine(opened.id, opened.error, addressOf(raw));
  try {
    const { content, url, charset, encoding, collectedTitle } = opened;
    const { include, maxBytes } = settings;
    const method = methodOf(url, settings, tools.chooseExtractor);
    const options = { url, charset, encoding, collectedTitle, ...method, include, maxBytes };
    return makeAnswerLine(opened.id, content, options, settings);
  } catch (error) {
    return makeFailureLine(opened.id, asNewsError(error), addressOf(raw));
  }
}

/** The address of a page of an archive, which is in its line even if the page fails. */
export function addressOf(raw: ReadyPage): string | undefined {
  return raw.kind === "stored" || raw.kind === "broken" ? raw.url : undefined;
}

/** A page that was read, with the facts about it. */
export interface OpenPage extends Omit<PageRecord, "content"> {
  readonly content: Uint8Array | string;
  readonly charset?: string | undefined;
  /** The file of a saved page. */
  readonly path?: string | undefined;
}

/** Reads a page from its place. */
export function openPage(
  raw: ReadyPage,
  settings: PageSettings,
  buffer?: ReadBuffer,
): OpenPage | UnreadablePage {
  if (raw.kind === "received") {
    const { kind, bytes: content, ...known } = raw;
    return { ...known, content };
  }
  if (raw.kind === "stored") return openStored(raw, settings);
  const record = readRecord(raw);
  if ("error" in record) return record;
  try {
    const path = "path" in record.content ? record.content.path : undefined;
    return { ...record, path, content: readRecordMarkup(record, settings, buffer) };
  } catch (error) {
    return { id: record.id, error: asNewsError(error) };
  }
}

function openStored(
  raw: StoredPage,
  { maxBytes = DEFAULT_MAX_BYTES }: PageSettings,
): OpenPage | UnreadablePage {
  const { kind, bytes, codings = [], ...known } = raw;
  try {
    return { ...known, content: undoCodings(bytes, codings, maxBytes) };
  } catch (error) {
    return { id: raw.id, error: asNewsError(error) };
  }
}

/** The line of a page that can be read: its article, or the wanted fields of it. */
export function makeAnswerLine(
  id: string,
  input: Parameters<typeof extract>[0],
  options: ExtractOptions<ExtractorId>,
  settings: PageSettings,
): PageLine {
  const { fields, format, frontMatter = false, onlyArticles, dedup } = settings;
  if (format !== undefined) {
    const article = extract(input, options);
    const { url, title } = article;
    if (onlyArticles && !isLikelyArticle(article)) return leaveOut(id);
    const content = renderFile(article, format, { frontMatter });
    return { fields: { id, url, title }, content, fingerprint: dedup && fingerprintOf(article.text, dedup) };
  }
  const answer = readAnswer(input, options, fields);
  if (onlyArticles && !isLikelyArticle(answer)) return leaveOut(id);
  const wanted = fields ? Object.fromEntries(fields.map((field) => [field, answer[field]])) : answer;
  const url = settings.keepUrl && { url: options.url ?? null };
  return { fields: { id, ...url, ...wanted }, fingerprint: dedup && fingerprintOf(answer.text ?? "", dedup) };
}

function leaveOut(id: string): PageLine {
  return { fields: { id }, leftOut: "NOT_ARTICLE" };
}

/** Extractors that do not judge a page leave all in. */
function isLikelyArticle({ isArticle }: Partial<Article>): boolean {
  return isArticle === null || isArticle === undefined || isArticle >= 0.5;
}

function readAnswer(
  input: Parameters<typeof extract>[0],
  options: ExtractOptions<ExtractorId>,
  fields: readonly ArticleField[] | undefined,
): Partial<Article> {
  // Metadata takes longer than the text, so it is read only on demand.
  const isTextOnly = fields?.every((field) => TEXT_FIELDS.has(field));
  return isTextOnly ? extractText(input, options) : extract(input, options);
}

/** The line of a page that failed. */
export function makeFailureLine(id: string, { code, message }: NewsError, url?: string): PageLine {
  return { fields: { id, ...(url !== undefined && { url }), error: { code, message } }, failure: code };
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
  for (const { failure, leftOut = failure } of lines) {
    if (leftOut !== undefined) failures[leftOut] = (failures[leftOut] ?? 0) + 1;
  }
  const kept = lines.filter(({ leftOut }) => leftOut === undefined);
  const leftOut = lines.flatMap(({ fields: { id }, leftOut: code }) =>
    code === undefined ? [] : { id, code },
  );
  const common = { pages: lines.length, failures, ...(leftOut.length > 0 && { leftOut }) };
  if (settings.format !== undefined) {
    const texts = settings.dedup && textsOf(kept, () => 0);
    return { bytes: new Uint8Array(0), files: kept, ...common, ...(texts && { texts }) };
  }
  const encoded = kept.map(({ fields }) => Buffer.from(`${JSON.stringify(fields)}\n`));
  const bytes = Uint8Array.from(Buffer.concat(encoded));
  const texts = settings.dedup && textsOf(kept, (at) => encoded[at]?.length ?? 0);
  return settings.isGzip && !texts
    ? { bytes: gzipSync(bytes), isPacked: true, ...common }
    : { bytes, ...common, ...(texts && { texts }) };
}

function textsOf(lines: readonly PageLine[], lengthOf: (at: number) => number): readonly LineText[] {
  let end = 0;
  return lines.map(({ fields: { id }, fingerprint }, number) => {
    end += lengthOf(number);
    return { id, number, end, fingerprint };
  });
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
