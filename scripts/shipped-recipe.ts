import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LeafRole } from "../src/article/index.ts";
import {
  LANGUAGES,
  type LeafTruth,
  LOOKS,
  type LookId,
  makeSite,
  type Role,
  type SiteOrder,
  writeSite,
} from "../test/newsroom/index.ts";
import type { KnownLeaf } from "./learn-roles.ts";

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

/** How the shipped model of the learned wrapper is trained: bodies and titles from a few pages of each set, as the paper has it. */
export const SHIPPED_WRAPPER = { pageType: "article", pages: 50, study: 1500, seed: 1 } as const;

/** Looks of times that have no clean set. */
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

/** Looks that roles are not learned from: the sites in them measure what is learned. */
const UNSEEN_LOOKS: readonly string[] = [
  "tables-2005",
  "wordpress-2014",
  "custom-elements-2021",
  "modern-grid-2025",
];
const ROLE_ARTICLES = 11;
/** Every look is copied in every other language. */
const ROLE_LANGUAGE_STEP = 2;

/** The made-up sites that roles are learned from, and those in other looks that measure them. */
export const ROLE_SITES: Readonly<Record<"train" | "measure", readonly SiteOrder[]>> = {
  train: roleSites((look) => !UNSEEN_LOOKS.includes(look), 500),
  measure: roleSites((look) => UNSEEN_LOOKS.includes(look), 900),
};

function roleSites(isChosen: (look: LookId) => boolean, seed: number): readonly SiteOrder[] {
  return LOOKS.filter(isChosen).flatMap((look, lookAt) =>
    LANGUAGES.filter((_, at) => (lookAt + at) % ROLE_LANGUAGE_STEP === 0).map((language, at) => ({
      look,
      language,
      seed: seed + lookAt * LANGUAGES.length + at,
      articles: ROLE_ARTICLES,
    })),
  );
}

/** What the newsroom calls the leaves that have another name, or none, in the list of roles. */
const ROLE_OF_NEWSROOM: Readonly<Record<Role, LeafRole | undefined>> = {
  headline: "headline",
  standfirst: "standfirst",
  byline: "byline",
  date: "date",
  body: "body",
  heading: "body",
  list: "body",
  table: "body",
  quote: "body",
  code: "body",
  correction: "body",
  caption: "caption",
  credit: "credit",
  embed: "embed",
  related: "related",
  teaser: "related",
  promotion: "promotion",
  ad: "promotion",
  paywall: "promotion",
  comment: "comment",
  breaking: "boilerplate",
  "section-label": "boilerplate",
  notice: "boilerplate",
  masthead: "boilerplate",
  navigation: "boilerplate",
  tool: "boilerplate",
  tag: "boilerplate",
  footer: "boilerplate",
  other: "boilerplate",
  // Text of this story or of another, for which the list has no name.
  image: undefined,
  "pull-quote": undefined,
  highlight: undefined,
  duplicate: undefined,
  "other-article": undefined,
};

/** The leaves of a made-up page with their roles. */
export function knownLeaves(leaves: readonly LeafTruth[]): readonly KnownLeaf[] {
  return leaves
    .filter(({ kind }) => kind === "text")
    .map(({ path, role }) => ({ path, role: ROLE_OF_NEWSROOM[role] }));
}
