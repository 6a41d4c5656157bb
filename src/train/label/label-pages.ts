import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  makeFolder,
  Output,
  type PageRecord,
  type RawPage,
  readFileBytes,
  readRecord,
} from "../../archive/index.ts";
import { assemble } from "../../assemble/index.ts";
import { parsePage } from "../../default-extract.ts";
import { NewsError } from "../../errors/index.ts";
import { judgeSpan } from "../../extractors/index.ts";
import { readMetadata } from "../../metadata/index.ts";
import { unlessUnreadable } from "../labelled-pages.ts";
import { applyRule, type LabelLimits, type LabelRule, type LabelSkip } from "./rule.ts";

/** A page with the label that a rule gave it: a line of a labelled set but for the page's place. */
interface RuleLabel {
  readonly html: Uint8Array;
  readonly line: {
    readonly id: string;
    readonly site: string;
    readonly url: string | null;
    readonly lang: string | null;
    readonly encoding: string | null;
    readonly title: string | null;
    readonly body: string;
    readonly titlePath: string | null;
    readonly startPath: string;
    readonly endPath: string;
  };
}

/** Labels pages by a rule; where it does not fit, returns the reason. */
export async function* labelPages(
  pages: AsyncIterable<RawPage>,
  rule: LabelRule,
  limits: LabelLimits,
): AsyncGenerator<RuleLabel | LabelSkip> {
  const ids = new Set<string>();
  for await (const raw of pages) {
    const record = readRecord(raw);
    if ("error" in record) yield "unreadable";
    else if (ids.has(record.id)) yield "with the id of another";
    else {
      ids.add(record.id);
      yield unlessUnreadable(() => labelRecord(record, rule, limits)) ?? "unreadable";
    }
  }
}

function labelRecord(record: PageRecord, rule: LabelRule, limits: LabelLimits): RuleLabel | LabelSkip {
  const { id, url = null, content } = record;
  // Markup in a record has no bytes of its own any more, whatever charset it declares.
  const given = "html" in content ? content.html : readFileBytes(content.path);
  const encoding = typeof given === "string" ? "utf-8" : (record.encoding ?? null);
  const html = typeof given === "string" ? new TextEncoder().encode(given) : given;
  const page = parsePage(html, { url, encoding });
  const match = applyRule(page, rule, limits);
  if (typeof match === "string") return match;
  const extraction = judgeSpan(page, match.tokens, match.span, { edges: "tokens", clean: false });
  const { text, language } = assemble(page, extraction, readMetadata(page, extraction), {
    extractor: "label",
    warnings: [],
  });
  const { title, titlePath, startPath, endPath } = match;
  return {
    html,
    line: {
      id,
      site: rule.site,
      url,
      lang: rule.language ?? language,
      encoding,
      title,
      body: text,
      titlePath,
      startPath,
      endPath,
    },
  };
}

/** The result of labelling. */
export interface LabelReport {
  readonly pages: number;
  readonly dropped: ReadonlyMap<LabelSkip, number>;
}

const INDEX = "index.jsonl";
const PAGES = "pages";

/**
 * Writes labelled pages as a set: copies of the pages as they are, and an index that appears when all is done. A folder
 * that holds a set or pages already is refused, and without any labelled page nothing is written.
 */
export async function writeSet(
  folder: string,
  labels: AsyncIterable<RuleLabel | LabelSkip>,
  onProgress?: (pages: number) => void,
): Promise<LabelReport> {
  // They may be the very pages to be labelled.
  const taken = [INDEX, PAGES].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (taken !== undefined)
    throw new NewsError("BAD_OPTION", `There is ${taken} already, of a labelled set; name another folder.`);
  const dropped = new Map<LabelSkip, number>();
  let index: Output | undefined;
  let pages = 0;
  let seen = 0;
  try {
    for await (const label of labels) {
      onProgress?.(++seen);
      if (typeof label === "string") {
        dropped.set(label, (dropped.get(label) ?? 0) + 1);
        continue;
      }
      index ??= await openSet(folder);
      const htmlPath = `${PAGES}/${String(++pages).padStart(5, "0")}.html`;
      await writeBytes(join(folder, htmlPath), label.html);
      await index.write(lineOf(label, { set: basename(resolve(folder)), htmlPath }));
    }
    await index?.finish();
  } catch (error) {
    await index?.discard();
    throw error;
  }
  return { pages, dropped };
}

function openSet(folder: string): Promise<Output> {
  makeFolder(join(folder, PAGES));
  return Output.open(fileAt(join(folder, INDEX)));
}

function lineOf({ line }: RuleLabel, place: { readonly set: string; readonly htmlPath: string }): Uint8Array {
  const { id, site, url, lang, ...truth } = line;
  return new TextEncoder().encode(`${JSON.stringify({ id, site, url, lang, ...place, ...truth })}\n`);
}

async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  const output = await Output.open(fileAt(path));
  await output.write(bytes);
  await output.finish();
}

function fileAt(name: string) {
  return { name, isGzip: false, path: resolve(name) };
}
