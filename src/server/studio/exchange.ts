import { gunzipSync } from "node:zlib";
import { extract } from "../../default-extract.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import { extractorFromModel } from "../../extractors/index.ts";
import { decodeHtml } from "../../html/index.ts";
import { readModelHead } from "../../model/index.ts";
import { readSiteProfile } from "../../profile/index.ts";
import {
  contentHash,
  type LabelLine,
  loadPage,
  moveLabels,
  parseLabel,
  parseLabelLine,
  personName,
  truthOfLabels,
} from "../../sets/index.ts";
import type { StudioPage } from "./pages/open-page.ts";
import { SAMPLES } from "./samples.data.ts";

/** A page of a set as a line of an index that needs no file beside it. */
export interface ExportedPage {
  readonly line: string;
  /** The hash of the page as the line has it: labels of the bytes hold for it too. */
  readonly pageHash: string;
}

/** Writes a page with what counts as its truth: what somebody has labelled, else what the set says. */
export function exportPage({ label, page, hash }: StudioPage, made: LabelLine | undefined): ExportedPage {
  const { id, site, url, language: lang, pageType, era, encoding, truth } = label;
  const found = loadPage(label);
  const html =
    typeof found === "string" ? found : decodeHtml(found, { encoding: encoding ?? undefined }).text;
  const labels = made && (made.pageHash === hash ? made.labels : moveLabels(page, made.labels).labels);
  const told = labels && truthOfLabels(page, labels);
  const { title, body } = told ?? truth;
  const nodes = told?.nodes ?? label.nodes ?? {};
  const line = {
    ...{ id, site, url, lang, pageType, era, title },
    ...{ authors: truth.authors, published: truth.published, body },
    ...(truth.bodyIsPrefix && told === undefined && { bodyIsPrefix: true }),
    ...(truth.with.length > 0 && { with: truth.with }),
    ...(truth.without.length > 0 && { without: truth.without }),
    ...(nodes.title !== undefined && { titlePath: nodes.title }),
    ...(nodes.body !== undefined && { bodyPath: nodes.body }),
    html,
  };
  return { line: `${JSON.stringify(line)}\n`, pageHash: contentHash(html) };
}

/** A set as somebody sends it: the text of its index, and those of its files of labels. */
export interface SentSet {
  readonly index: string;
  readonly labels?: readonly { readonly by: string; readonly text: string }[] | undefined;
}

/** A set whose every line was read. */
export interface ReadSentSet {
  /** The lines of the index, by the id of their page. */
  readonly lines: ReadonlyMap<string, string>;
  readonly labels: readonly { readonly by: string; readonly lines: readonly LabelLine[] }[];
}

/** Reads a set that was sent; throws BAD_RECORD with the number of the first line that cannot be used. */
export function readSentSet({ index, labels = [] }: SentSet): ReadSentSet {
  const lines = new Map<string, string>();
  for (const [at, line] of index.split("\n").entries()) {
    if (line.trim() === "") continue;
    const where = { set: "index", lineNumber: at + 1 };
    const refuse = (): never => {
      throw new NewsError(
        "BAD_RECORD",
        `In line ${at + 1}: a server reads no files: send html, not htmlPath.`,
      );
    };
    const { id } = parseLabel(line, where, refuse);
    if (lines.has(id)) throw new NewsError("BAD_RECORD", `In line ${at + 1}: another page has its id.`);
    lines.set(id, line);
  }
  if (lines.size === 0) throw new NewsError("NO_PAGES", "The index has no page.");
  return { lines, labels: labels.map(({ by, text }) => readSentLabels(personName(by), text)) };
}

function readSentLabels(by: string, text: string): ReadSentSet["labels"][number] {
  const found: LabelLine[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = parseLabelLine(line, by);
    if (typeof read === "string")
      throw new NewsError("BAD_RECORD", `In line ${at + 1} of the labels by ${by}: ${read}.`);
    found.push(read);
  }
  return { by, lines: found };
}

/** Unpacked, models of galley are a tenth of it. */
const MAX_UNPACKED_BYTES = 64_000_000;

/** The JSON value of a file, packed with gzip or not. */
function readJsonFile(file: Uint8Array, bad: (problem: string, cause: unknown) => NewsError): unknown {
  try {
    const isPacked = file[0] === 0x1f && file[1] === 0x8b;
    const bytes = isPacked ? gunzipSync(file, { maxOutputLength: MAX_UNPACKED_BYTES }) : file;
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw bad("is damaged, too large or not JSON", cause);
  }
}

/** A model that a thread has opened and tried. */
export interface OpenedModel {
  readonly method: string;
  readonly value: unknown;
}

/** Opens a model file as `galley train` writes it, and reads pages with it: one that fails would fail every page of its site. */
export function openModelFile(file: Uint8Array): OpenedModel {
  const bad = (problem: string, cause: unknown) =>
    new NewsError("BAD_MODEL", `The model ${problem}.`, { cause });
  const value = readJsonFile(file, bad);
  const extractor = extractorFromModel(value);
  const { method } = readModelHead(value);
  for (const { html, url } of SAMPLES) {
    try {
      extract(html, { url, extractor });
    } catch (cause) {
      throw bad(`cannot read a page: ${asNewsError(cause).message}`, cause);
    }
  }
  return { method, value };
}

/** Opens a profile as `galley site` writes it. */
export function openProfileFile(file: Uint8Array): unknown {
  const bad = (problem: string, cause: unknown) =>
    new NewsError("BAD_SITE_PROFILE", `The site profile ${problem}.`, { cause });
  return readSiteProfile(readJsonFile(file, bad));
}
