import { createHash } from "node:crypto";
import { assemble } from "../../src/assemble/index.ts";
import type { SetSummary } from "../../src/eval/index.ts";
import { runExtractor } from "../../src/eval/run-extractor.ts";
import { EXTRACTORS, type Extractor } from "../../src/extractors/index.ts";
import { readMetadata } from "../../src/metadata/index.ts";
import type { Hints, Page } from "../../src/page/index.ts";
import {
  type DataPlaces,
  findSet,
  hashPage,
  type Label,
  loadPage,
  readLabels,
  wordOverlap,
} from "../../src/sets/index.ts";
import { hashText, words } from "../../src/text/index.ts";

/** One way of reading a page: an extractor and the title it is told. */
export interface Variant {
  readonly name: string;
  readonly extractor: Extractor;
  readonly hints: (label: Label, page: Page) => Hints;
}

/** What a variant's words share with the truth's on one page. */
export interface Trial {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  readonly variant: string;
  readonly label: Label;
  readonly hasText: boolean;
  /** Which half of the sites the page is of. Both were seen while options were chosen: they show spread, not proof. */
  readonly half: 0 | 1;
}

/** Which pages to read. */
export interface TrialSet {
  readonly name: string;
  /** Every how-manieth page. */
  readonly step?: number;
}

/** The trials of variants on the articles of a set that have a whole body, and a summary with the hash of their pages. */
export async function tryVariants(
  { name, step = 1 }: TrialSet,
  variants: readonly Variant[],
  places: DataPlaces,
): Promise<{ readonly trials: Trial[]; readonly summary: SetSummary }> {
  const folder = await findSet(name, places);
  const hash = createHash("sha256");
  const trials: Trial[] = [];
  let [articles, pages, failed, withoutTruth] = [0, 0, 0, 0];
  for await (const label of readLabels(folder)) {
    if (!isWholeArticle(label)) withoutTruth++;
    else if (articles++ % step === 0) {
      const html = loadPage(label);
      hash.update(hashPage(label, html));
      const page = runExtractor({ label, html }, EXTRACTORS.everything).seen?.page;
      failed += Number(page === undefined);
      trials.push(...tryPage(label, page, variants));
      pages++;
    }
  }
  return {
    trials,
    summary: { name, folder, pages, withoutTruth, failed, hash: hash.digest("hex") },
  };
}

function isWholeArticle({ pageType, truth }: Label): boolean {
  return (pageType ?? "article") === "article" && truth.body !== null && !truth.bodyIsPrefix;
}

/** The page is parsed once for all variants; a page that no extractor comes back from has empty articles. */
function tryPage(label: Label, page: Page | undefined, variants: readonly Variant[]): Trial[] {
  const truth = words(label.truth.body ?? "");
  const half = hashText(label.site ?? label.id) % 2 === 0 ? 0 : 1;
  return variants.map(({ name, extractor, hints }) => {
    const text = page === undefined ? "" : articleText(page, extractor, hints(label, page));
    return { variant: name, label, half, hasText: text !== "", ...wordOverlap(truth, words(text)) };
  });
}

function articleText(page: Page, extractor: Extractor, hints: Hints): string {
  const extraction = extractor.extract(page, hints);
  return assemble(page, extraction, readMetadata(page, extraction), { extractor: extractor.id }).text;
}
