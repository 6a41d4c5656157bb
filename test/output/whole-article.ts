import type { Article } from "../../src/article/index.ts";
import { assemble, DEFAULT_INCLUSION, type Inclusion } from "../../src/assemble/index.ts";
import { parseHtml } from "../../src/html/index.ts";
import { readMetadata } from "../../src/metadata/index.ts";
import { type Extraction, Page } from "../../src/page/index.ts";

const EVERYTHING: Inclusion = {
  ...DEFAULT_INCLUSION,
  ...Object.fromEntries(Object.keys(DEFAULT_INCLUSION).map((name) => [name, true])),
};

/** The article of a page with every leaf kept, hidden ones too. */
export function wholeArticle(html: string, include: Partial<Inclusion> = EVERYTHING): Article {
  const page = new Page(parseHtml(html), "https://paper.example/story");
  const { count } = page.leaves;
  const extraction: Extraction = { scores: new Float32Array(count).fill(1), reasons: new Uint8Array(count) };
  return assemble(page, extraction, readMetadata(page, extraction), { extractor: "whole", include });
}
