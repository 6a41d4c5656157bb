import { parseHtml } from "../../html/index.ts";
import { CountTable, type ModelFile, type Training } from "../../model/index.ts";
import { Page } from "../../page/index.ts";
import { FEATURE_READERS, FEATURES, type Feature, TokenFeatures } from "./features.ts";
import { makeForms } from "./forms.ts";
import { type MssModel, packMssModel } from "./mss-model.ts";
import { tokenise } from "./tokenise.ts";
import type { Tokens } from "./tokens.ts";

const TAGS = ["p", "hr"];
const STORY = "<p>the tide came in, and the boats went out.</p>";

/** The file of a model that has seen nothing but paragraphs of articles: to it, a whole page of them is the article. */
export function tinyModelFile(domains: readonly string[] = []): ModelFile {
  const page = new Page(parseHtml(`${STORY}<hr>${STORY}`));
  const tokens = tokenise(page, makeForms(new Set(TAGS)));
  const tables = FEATURES.map((feature) => [feature, tableOf(tokens, feature)] as const);
  const training: Training = { command: "a test", seed: 1, sets: [], domains };
  return packMssModel({
    training,
    tags: TAGS,
    totals: { inside: 1, outside: 1 },
    tables: Object.fromEntries(tables) as MssModel["tables"],
  });
}

/** The features of one kind, each seen inside an article only. */
function tableOf(tokens: Tokens, feature: Feature): CountTable {
  const features = new TokenFeatures(tokens);
  const hashes = Array.from(tokens.kind, (_, at) => FEATURE_READERS[feature](features, at));
  return new CountTable([...new Set(hashes)].map((hash) => ({ hash, inside: 1, outside: 0 })));
}
