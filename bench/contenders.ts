import { parse } from "parse5";
import type { ExtractorId } from "../src/extractors/index.ts";
import { decodeHtml } from "../src/html/index.ts";
import type { BenchPage } from "./pages.ts";

/** The yardstick of all others. */
export const YARDSTICK = "parse5";
/** What archives that only want the text would choose. */
const TEXT_LANE: ReadonlySet<ExtractorId> = new Set([
  "econ",
  "fused",
  "lean",
  "mss-simple",
  "quick",
] as const);

/** The contenders: an extractor to whole Articles, one to the text alone, our parser up to a Document, or the yardstick. */
export type Contender =
  | { readonly way: typeof YARDSTICK | "document" }
  | { readonly way: "article" | "text"; readonly extractor: ExtractorId };

/** An extractor on the way to whole Articles, and, for the cheapest, to the text alone. */
export function contendersOf(extractor: ExtractorId): readonly Contender[] {
  const article = { way: "article", extractor } as const;
  return TEXT_LANE.has(extractor) ? [article, { way: "text", extractor }] : [article];
}

/** The name of a contender in the table. */
export function nameOf(contender: Contender): string {
  if (contender.way === "article") return contender.extractor;
  return contender.way === "text" ? `${contender.extractor} text` : contender.way;
}

/** The work of a contender on a page, by the built package, which is what people run. */
export async function workOf(
  contender: Contender,
  pages: readonly BenchPage[],
): Promise<(page: number) => unknown> {
  if (contender.way === "article" || contender.way === "text") {
    const { extractor } = contender;
    const { extract, extractText }: typeof import("../src/index.ts") = await import(built("index.js"));
    const run = contender.way === "article" ? extract : extractText;
    return (page) => {
      const { bytes, url, encoding } = pages[page]!;
      return run(bytes, { extractor, url, encoding });
    };
  }
  const markup = pages.map(({ bytes, encoding }) => decodeHtml(bytes, { encoding }).text);
  if (contender.way === "parse5") return (page) => parse(markup[page]!);
  const { parseHtml }: typeof import("../src/core.ts") = await import(built("core.js"));
  // As is done with bytes: NUL is searched in them.
  return (page) => parseHtml(markup[page]!, { hasNul: pages[page]!.bytes.includes(0) });
}

/** By its path: its types exist only once it is built. */
function built(file: string): string {
  return new URL(`../dist/${file}`, import.meta.url).href;
}
