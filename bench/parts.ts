import { parse } from "parse5";
import { assemble } from "../src/assemble/index.ts";
import { readNames } from "../src/extractors/fused/rows.ts";
import { EXTRACTORS, shippedBaseLearners, shippedFused } from "../src/extractors/index.ts";
import { decodeCharset } from "../src/html/decode-charset.ts";
import { detectCharset } from "../src/html/detect-charset.ts";
import { decodeHtml, readHtml } from "../src/html/index.ts";
import { DEFAULT_SCREEN, estimateLayout } from "../src/layout/index.ts";
import { readMetadata } from "../src/metadata/index.ts";
import { computeBlockFeatures, Page } from "../src/page/index.ts";
import { outsideShare, repeatedShare } from "../src/profile/index.ts";
import { makeLanguageDetector } from "../src/text/index.ts";
import { publicSuffixes } from "../src/url/public-suffixes.ts";
import { YARDSTICK } from "./contenders.ts";
import type { BenchPage } from "./pages.ts";

/** Blocks and places are hashed and looked up whatever a site's profile holds. */
const NO_PROFILE = { pages: 1, repeated: {}, outside: {} } as const;

/** Lines that say what each part of the way from bytes to the article of `fused` takes. */
export function partLines(pages: readonly BenchPage[], passes: number): readonly string[] {
  const clock = new PartClock();
  const markup = pages.map(({ bytes, encoding }) => decodeHtml(bytes, { encoding }).text);
  const timePage = makeTimePage(clock);
  for (let pass = 0; pass < passes; pass++) {
    for (const [index, page] of pages.entries()) {
      clock.begin(index);
      parse(markup[index] ?? "");
      clock.end(YARDSTICK);
      timePage(page);
    }
  }
  const sums = clock.sums();
  const bare = sums.get(YARDSTICK) ?? Number.NaN;
  return [...sums].map(([part, ms]) => `${part.padEnd(20)} ${(ms / bare).toFixed(3)}x parse5`);
}

function makeTimePage(clock: PartClock): (page: BenchPage) => void {
  const baseLearners = Object.entries(shippedBaseLearners());
  const metadataOptions = { suffixes: publicSuffixes, detectLanguage: makeLanguageDetector() };
  return ({ bytes, url, encoding }) => {
    const { document } = readHtml(bytes, { encoding, detect: detectCharset, decode: decodeCharset });
    clock.end("bytes to document");
    const page = new Page(document, url);
    // Views are made on first use.
    page.blocks.ofLeaf.at(0);
    clock.end("leaves and blocks");
    page.titleCandidates.at(0);
    clock.end("titles, stated data");
    computeBlockFeatures(page).values.at(0);
    clock.end("features");
    readNames(page, shippedFused().lexicon);
    clock.end("names");
    for (const [id, learner] of baseLearners) {
      learner.extract(page, {});
      clock.end(`base learner ${id}`);
    }
    // A fresh page, so that only what was timed above is cached.
    const again = new Page(document, url);
    again.blocks.ofLeaf.at(0);
    again.titleCandidates.at(0);
    clock.end("");
    const extraction = EXTRACTORS.fused.extract(again, {});
    clock.end("fused, whole");
    repeatedShare(again, NO_PROFILE);
    clock.end("repeated blocks");
    outsideShare(again, NO_PROFILE);
    clock.end("places of the site");
    const metadata = readMetadata(again, extraction, metadataOptions);
    clock.end("metadata");
    assemble(again, extraction, metadata, { extractor: "fused" });
    clock.end("assembly");
    estimateLayout(document, DEFAULT_SCREEN);
    clock.end("layout estimate");
  };
}

/** Times parts, page by page. The fastest pass of a page counts, which leaves out slow moments and most garbage collection. */
class PartClock {
  readonly #least = new Map<string, number[]>();
  #page = 0;
  #start = 0;

  begin(page: number): void {
    this.#page = page;
    this.#start = performance.now();
  }

  /** Ends a part and begins the next; one without a name is not kept. */
  end(part: string): void {
    const ms = performance.now() - this.#start;
    if (part !== "") {
      const least = this.#least.get(part) ?? [];
      least[this.#page] = Math.min(ms, least[this.#page] ?? ms);
      this.#least.set(part, least);
    }
    this.#start = performance.now();
  }

  /** Milliseconds of each part over all pages. */
  sums(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#least].map(([part, least]) => [part, least.reduce((sum, ms) => sum + ms, 0)] as const),
    );
  }
}
