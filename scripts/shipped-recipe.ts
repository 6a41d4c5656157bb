import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, LOOKS, makeSite, writeSite } from "../test/newsroom/index.ts";

/**
 * Sets whose licences let a model of them be shipped, with the licence. `readability` would be another, but its labels
 * do not say which sites the pages are of, so that no measurement could leave them out.
 */
export const SHIPPED_SETS = {
  "wcxb-dev": "CC BY 4.0",
  "fundus-a": "MIT",
  "zh-immortal": "MIT",
} as const;

/** Sets without bodies, from which the learned extractor learns kinds of pages, with the licence. */
export const SHIPPED_KINDS = {
  "zh-gne": "Apache-2.0",
} as const;

/** The name of the made-up set beside them. */
export const OLD_NEWSROOM = "newsroom-old";

/** How the shipped model is trained; chosen in docs/extractors/mss.md. */
export const SHIPPED_OPTIONS = {
  pageType: "article",
  minTokens: 100,
  maxTags: 20,
  augmentations: 1,
  maxFeatures: 30_000,
  seed: 1,
} as const;

/** How the shipped model of the learned extractor is trained. */
export const SHIPPED_FUSED = {
  seed: 1,
  folds: 5,
  boosting: { trees: 200 },
} as const;

/** How the shipped model of the learned wrapper is trained: a few pages of each set, as the paper has it. */
export const SHIPPED_WRAPPER = { pageType: "article", pages: 50, seed: 1 } as const;

/** Looks of a time of which there is no clean set. */
const LAST_OLD_YEAR = 2014;
/** Every look is copied in every third language, so that no language has one look alone. */
const LANGUAGE_STEP = 3;
const ARTICLES = 14;
const FIRST_SEED = 100;

/** Writes one labelled set of made-up sites in the looks of 1999 to 2014, each in a folder of its own. */
export async function writeOldNewsroom(folder: string): Promise<string> {
  const target = join(folder, OLD_NEWSROOM);
  mkdirSync(target);
  let seed = FIRST_SEED;
  for (const [lookAt, look] of LOOKS.entries()) {
    for (const [languageAt, language] of LANGUAGES.entries()) {
      if ((lookAt + languageAt) % LANGUAGE_STEP !== 0) continue;
      seed++;
      if (Number(look.slice(-4)) > LAST_OLD_YEAR) continue;
      const name = `${look}-${language}`;
      await writeSite(makeSite({ look, language, seed, articles: ARTICLES }), join(target, name));
      addToIndex(target, name);
    }
  }
  return target;
}

/** Lists the pages of a site in the index of the whole set. */
function addToIndex(target: string, name: string): void {
  const lines = readFileSync(join(target, name, "index.jsonl"), "utf8")
    .trim()
    .split("\n");
  for (const line of lines) {
    const record: { htmlPath: string } = JSON.parse(line);
    const moved = { ...record, htmlPath: `${name}/${record.htmlPath}` };
    appendFileSync(join(target, "index.jsonl"), `${JSON.stringify(moved)}\n`);
  }
}
