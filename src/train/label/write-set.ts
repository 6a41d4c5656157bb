import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { makeFolder, Output } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import type { LabelDrop } from "./apply-rule.ts";
import type { RuleLabel } from "./label-pages.ts";

/** What labelling has done. */
export interface LabelReport {
  readonly pages: number;
  readonly dropped: ReadonlyMap<LabelDrop, number>;
}

const INDEX = "index.jsonl";
const PAGES = "pages";

/**
 * Writes labelled pages as a set: copies of the pages as they are, and an index that appears when all is done. A folder
 * that holds a set or pages already is refused, and without any labelled page nothing is written.
 */
export async function writeSet(
  folder: string,
  labels: AsyncIterable<RuleLabel | LabelDrop>,
  onProgress?: (pages: number) => void,
): Promise<LabelReport> {
  // They may be the very pages that are to be labelled.
  const taken = [INDEX, PAGES].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (taken !== undefined)
    throw new NewsError("BAD_OPTION", `There is ${taken} already, of a labelled set; name another folder.`);
  const dropped = new Map<LabelDrop, number>();
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
