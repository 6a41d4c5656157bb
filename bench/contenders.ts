import { parse } from "parse5";
import type { ExtractorId } from "../src/extractors/index.ts";
import { decodeHtml, parseHtml, readHtml } from "../src/html/index.ts";
import { extract, extractText } from "../src/index.ts";
import type { BenchPage } from "./pages.ts";

/** What all others are told as multiples of. */
export const YARDSTICK = "parse5";
/** The way to a Document: from the bytes of a page, and from its text, as parse5 has it. */
export const STEPS = ["bytes", "document"] as const;
/** What archives that want nothing but text would choose. */
const TEXT_LANE: ReadonlySet<ExtractorId> = new Set(["econ", "mss-simple"] as const);

/** What is raced: an extractor to whole Articles, one to the text alone, a step of reading, or the yardstick. */
export type Contender =
  | { readonly way: typeof YARDSTICK | (typeof STEPS)[number] }
  | { readonly way: "article" | "text"; readonly extractor: ExtractorId };

/** An extractor on the way to whole Articles, and, for the cheapest, to the text alone. */
export function contendersOf(extractor: ExtractorId): readonly Contender[] {
  const article = { way: "article", extractor } as const;
  return TEXT_LANE.has(extractor) ? [article, { way: "text", extractor }] : [article];
}

/** What a contender is called in the table. */
export function nameOf(contender: Contender): string {
  if (contender.way === "article") return contender.extractor;
  return contender.way === "text" ? `${contender.extractor} text` : contender.way;
}

/** What a contender does with a page. */
export function workOf(contender: Contender, pages: readonly BenchPage[]): (page: number) => unknown {
  if (contender.way === "article" || contender.way === "text") {
    const { extractor } = contender;
    const run = contender.way === "article" ? extract : extractText;
    return (page) => {
      const { bytes, url, encoding } = pages[page]!;
      return run(bytes, { extractor, url, encoding });
    };
  }
  if (contender.way === "bytes") {
    return (page) => readHtml(pages[page]!.bytes, { encoding: pages[page]!.encoding });
  }
  const markup = pages.map(({ bytes, encoding }) => decodeHtml(bytes, { encoding }).text);
  if (contender.way === "parse5") return (page) => parse(markup[page]!);
  // As `readHtml` does: NUL is searched in the bytes.
  return (page) => parseHtml(markup[page]!, { hasNul: pages[page]!.bytes.includes(0) });
}
