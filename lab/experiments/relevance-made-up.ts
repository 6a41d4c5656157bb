import { extract } from "../../src/default-extract.ts";
import { makeRelevance } from "../../src/extractors/relevance/index.ts";
import { wordOverlap } from "../../src/sets/index.ts";
import { words } from "../../src/text/index.ts";
import { type HardCase, LANGUAGES, LOOKS, makeArticlePage } from "../../test/newsroom/index.ts";

/** What the paper names as its failures, and the option that is for each; real sets have next to no flashes. */
const CASES = [
  { hardCase: "outline-paragraph", option: "outline" },
  { hardCase: "standfirst", option: "outline" },
  { hardCase: "ten-word-flash", option: "flashes" },
] as const;
const PAGES_A_LOOK = 6;
/** Pages that were not looked at when thresholds were set. */
const FIRST_SEED = 900_000;

/** One case with and without its option. */
export interface CaseRow {
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
