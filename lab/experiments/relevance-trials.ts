import { createHash } from "node:crypto";
import type { TitleNotes } from "../../src/article/index.ts";
import { assemble } from "../../src/assemble/index.ts";
import { extract } from "../../src/default-extract.ts";
import type { SetSummary } from "../../src/eval/index.ts";
import { runExtractor } from "../../src/eval/score-page.ts";
import { EXTRACTORS, type Extractor } from "../../src/extractors/index.ts";
import { makeRelevance } from "../../src/extractors/relevance/relevance.ts";
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
import { type HardCase, LANGUAGES, LOOKS, makeArticlePage } from "../../test/newsroom/index.ts";

/** One way of reading a page: an extractor and the title it is given. */
export interface Variant {
  readonly name: string;
  readonly extractor: Extractor;
  readonly hints: (label: Label, page: Page) => Hints;
}

/** The scores of a variant on one page. */
export interface Trial {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  readonly variant: string;
  readonly label: Label;
  readonly hasText: boolean;
  /** The outcome of the search for the title. */
  readonly title?: TitleNotes | undefined;
  /** Which half of the sites the page is of. Both were seen while options were chosen: they show spread, not proof. */
  readonly half: 0 | 1;
}

/** Which pages to read. */
export interface TrialSet {
  readonly name: string;
  /** One in this many pages. */
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

/** The page is parsed once for all variants; where an extractor fails, articles are empty. */
function tryPage(label: Label, page: Page | undefined, variants: readonly Variant[]): Trial[] {
  const truth = words(label.truth.body ?? "");
  const half = hashText(label.site ?? label.id) % 2 === 0 ? 0 : 1;
  return variants.map(({ name, extractor, hints }) => {
    const { text, title } = page === undefined ? NOTHING : read(page, extractor, hints(label, page));
    return { variant: name, label, half, title, hasText: text !== "", ...wordOverlap(truth, words(text)) };
  });
}

const NOTHING = { text: "", title: undefined };

function read(
  page: Page,
  extractor: Extractor,
  hints: Hints,
): Pick<Trial, "title"> & { readonly text: string } {
  const extraction = extractor.extract(page, hints);
  const metadata = readMetadata(page, extraction);
  const { text } = assemble(page, extraction, metadata, { extractor: extractor.id });
  return { text, title: extraction.notes?.title };
}

/** The failures that the paper names, and the option for each; real sets have almost no flashes. */
const CASES = [
  { hardCase: "outline-paragraph", option: "outline" },
  { hardCase: "standfirst", option: "outline" },
  { hardCase: "ten-word-flash", option: "flashes" },
] as const;
const PAGES_A_LOOK = 6;
/** Pages that were not looked at when thresholds were set. */
const FIRST_SEED = 900_000;

/** One case with and without its option. */
interface CaseRow {
  readonly hardCase: HardCase;
  readonly option: string;
  readonly pages: number;
  readonly without: number;
  readonly withOption: number;
}

/** Mean word F1 on made-up pages that have a case, with and without the option for it. */
export function madeUpRows(): CaseRow[] {
  return CASES.map(({ hardCase, option }) => ({
    hardCase,
    option,
    pages: LOOKS.length * PAGES_A_LOOK,
    without: meanF1(hardCase, { [option]: false }),
    withOption: meanF1(hardCase, {}),
  }));
}

function meanF1(hardCase: HardCase, options: Parameters<typeof makeRelevance>[0]): number {
  const extractor = makeRelevance(options);
  let sum = 0;
  for (const [at, look] of LOOKS.entries()) {
    for (let page = 0; page < PAGES_A_LOOK; page++) {
      const language = LANGUAGES[(at * 7 + page * 3) % LANGUAGES.length] ?? "en";
      const seed = FIRST_SEED + page * LOOKS.length + at;
      const { html, truth } = makeArticlePage({ look, language, seed, hardCases: [hardCase] });
      const collectedTitle = truth.collectedTitle ?? truth.title ?? undefined;
      sum += wordOverlap(words(truth.body), words(extract(html, { extractor, collectedTitle }).text)).f1;
    }
  }
  return sum / (LOOKS.length * PAGES_A_LOOK);
}
