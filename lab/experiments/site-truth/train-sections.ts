/** `npm run train:sections`: learns the trees that judge what is a section again, from the labels of all parts but the closed one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataPlaces, findSet } from "../../../src/sets/index.ts";
import { PLACE_FEATURES } from "../../../src/site/taxonomy/section-evidence.ts";
import { learnSections } from "./learn-sections.ts";

const FOLDER = join(import.meta.dirname, "../../../src/site/taxonomy");

const tell = (message: string) => process.stderr.write(`${message}\n`);
const places = dataPlaces(tell);
const { trees, words } = await learnSections({
  folder: (set) => findSet(set, places),
  isQuick: false,
  tell,
});
writeFileSync(
  join(FOLDER, "section-trees.data.ts"),
  `/** Boosted trees and their columns, written by \`npm run train:sections\`. */
export const SECTION_TREES: { readonly features: string; readonly trees: string } = {
  features: ${JSON.stringify(PLACE_FEATURES.join("|"))},
  trees:
    "${trees.encode()}",
};
`,
);
writeFileSync(
  join(FOLDER, "section-words.data.ts"),
  `/** Keys of words by their log-odds of standing in the name or address of a section, written by \`npm run train:sections\`. */
export const SECTION_WORDS: Readonly<Record<string, string>> =
  ${JSON.stringify(words)};
`,
);
