import { readFileSync } from "node:fs";
import type { ExtractorChoice } from "../archive/index.ts";
import type { Article } from "../article/index.ts";
import { WHOLE_PARTS } from "../default-parts.ts";
import { type ExtractOptions, makeExtract } from "../extract.ts";
import { CORE_EXTRACTORS } from "../extractors/core-extractors.ts";
import { DEFAULT_EXTRACTOR, type ExtractorName } from "../extractors/extractor-ids.ts";
import type { Extractor } from "../extractors/index.ts";
import { fitProfile } from "../profile/index.ts";

/** The one-call function of the package; rarely needed parts load late, as loading takes longer than a page. */
const extract = makeExtract({
  ...WHOLE_PARTS,
  detectCharset: latePart(async () => (await import("../html/detect-charset.ts")).detectCharset),
  decodeCharset: latePart(async () => (await import("../html/decode-charset.ts")).decodeCharset),
  fitProfile,
  roleReader: latePart(async () => {
    const [{ makeRoleReader }, { shippedRoles }] = await Promise.all([
      import("../roles/index.ts"),
      import("../extractors/index.ts"),
    ]);
    return makeRoleReader(shippedRoles);
  }),
});

/** The article of one page, for a process that extracts only one: only what the page needs is loaded. */
export function extractPage(bytes: Uint8Array, options: ExtractOptions): Promise<Article> {
  return withLateParts(() => extract(bytes, options));
}

/** Like `chooseExtractor`, but loads other methods and models only on demand. */
export async function loadExtractor(
  name: ExtractorName | undefined,
  choice: ExtractorChoice = {},
): Promise<Extractor> {
  const isPlain = [choice.model, choice.settings, choice.bias].every((given) => given === undefined);
  if (isPlain && name !== undefined && isCore(name)) return CORE_EXTRACTORS[name];
  const isDefault = isPlain && (name ?? DEFAULT_EXTRACTOR) === DEFAULT_EXTRACTOR;
  const ready = isDefault ? await restoreDefault() : undefined;
  if (ready !== undefined) return ready;
  const { chooseExtractor } = await import("../archive/choose-extractors.ts");
  return chooseExtractor(name, choice);
}

/** The built package has the tables of the default extractor in their memory layout. */
const FUSED_TABLES = new URL("../parts/fused.tables", import.meta.url);
/** The stamp of the tables that the build wrote; undefined when run from source. */
declare const FUSED_STAMP: number;

async function restoreDefault(): Promise<Extractor | undefined> {
  const tables = typeof FUSED_STAMP === "undefined" ? undefined : readTables();
  if (tables === undefined) return undefined;
  const { restoreFused } = await import("../extractors/fused/load-fused.ts");
  return restoreFused(tables, FUSED_STAMP);
}

function readTables(): Uint8Array | undefined {
  try {
    return readFileSync(FUSED_TABLES);
  } catch {
    // Without the tables, the models are decoded.
    return undefined;
  }
}

function isCore(name: string): name is keyof typeof CORE_EXTRACTORS {
  return Object.hasOwn(CORE_EXTRACTORS, name);
}

/** Thrown when a part is called before it is loaded; `withLateParts` loads it and calls again. */
class PartMissing extends Error {
  readonly load: () => Promise<void>;

  constructor(load: () => Promise<void>) {
    super("A part is not loaded yet");
    this.load = load;
  }
}

/** A function that is loaded when it is first called; only for calls inside of `withLateParts`. */
export function latePart<Args extends readonly unknown[], Result>(
  load: () => Promise<(...args: Args) => Result>,
): (...args: Args) => Result {
  let part: ((...args: Args) => Result) | undefined;
  return (...args) => {
    if (part !== undefined) return part(...args);
    throw new PartMissing(async () => {
      part = await load();
    });
  };
}

/** Runs a call without side effects, again after each part that it needed was loaded. */
export async function withLateParts<Result>(call: () => Result): Promise<Result> {
  while (true) {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof PartMissing)) throw error;
      await error.load();
    }
  }
}
