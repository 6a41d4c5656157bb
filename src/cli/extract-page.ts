import { readFileSync } from "node:fs";
import type { Article } from "../article/index.ts";
import { WHOLE_PARTS } from "../default-parts.ts";
import { type ExtractOptions, makeExtract } from "../extract.ts";
import { CORE_EXTRACTORS } from "../extractors/core-extractors.ts";
import { DEFAULT_EXTRACTOR, type ExtractorName } from "../extractors/extractor-ids.ts";
import type { Extractor } from "../extractors/index.ts";
import { fitProfile } from "../profile/index.ts";
import { FUSED_STAMP } from "./fused-stamp.ts";
import { latePart, withLateParts } from "./late-part.ts";

/**
 * The one-call function of the package, but for the parts that most pages do without: their tables take longer to load
 * than a page takes.
 */
const extract = makeExtract({
  ...WHOLE_PARTS,
  detectCharset: latePart(async () => (await import("../html/detect-charset.ts")).detectCharset),
  decodeCharset: latePart(async () => (await import("../html/decode-charset.ts")).decodeCharset),
  fitProfile,
});

/** The article of one page, for a process that makes no other: only what it asks for is loaded. */
export function extractPage(bytes: Uint8Array, options: ExtractOptions): Promise<Article> {
  return withLateParts(() => extract(bytes, options));
}

/** Like `chooseExtractor`, but loads the other methods and their models only where they are wanted. */
export async function loadExtractor(
  name: ExtractorName | undefined,
  model: string | undefined,
): Promise<Extractor> {
  if (model === undefined && name !== undefined && isCore(name)) return CORE_EXTRACTORS[name];
  if (model === undefined && (name ?? DEFAULT_EXTRACTOR) === "fused") return loadFused();
  const { chooseExtractor } = await import("../archive/choose-extractors.ts");
  return chooseExtractor(name, model);
}

/** The built package has the tables of the default method as they lie in memory: decoding its models takes longer than a page. */
const FUSED_TABLES = new URL("../parts/fused.tables", import.meta.url);

async function loadFused(): Promise<Extractor> {
  const ready = FUSED_STAMP === undefined ? undefined : await loadReadyFused(FUSED_STAMP);
  if (ready !== undefined) return ready;
  const { makeFused, shippedFused } = await import("../extractors/fused/index.ts");
  return makeFused(shippedFused);
}

async function loadReadyFused(stamp: number): Promise<Extractor | undefined> {
  const tables = readTables();
  if (tables === undefined) return undefined;
  const { restoreFused } = await import("../extractors/fused/ready-fused.ts");
  return restoreFused(tables, stamp);
}

function readTables(): Uint8Array | undefined {
  try {
    return readFileSync(FUSED_TABLES);
  } catch {
    // Whatever keeps it from being read: there are the models still.
    return undefined;
  }
}

function isCore(name: string): name is keyof typeof CORE_EXTRACTORS {
  return Object.hasOwn(CORE_EXTRACTORS, name);
}
