import { basename, resolve } from "node:path";
import { NewsError } from "../../errors/index.ts";
import { makeMss, type RowParts, shippedBaseLearners } from "../../extractors/index.ts";
import { type TrainMssOptions, trainMss } from "../mss/train-mss.ts";
import { foldOf, type NamesExample, type TrainingExamples } from "./examples.ts";
import { trainLexicon } from "./lexicon.ts";

/** How base learners are trained. */
export interface FoldPartsOptions {
  readonly seed: number;
  /** Cross-validation folds by site. */
  readonly folds: number;
  /** How the MSS models of the folds are trained. */
  readonly mss: Partial<TrainMssOptions>;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** Features of fewer sites may be one publisher's; with fewer sites in total, all of them are needed. */
const MIN_SITES = 3;

/** The base learners for each fold's pages, trained on the other folds: on pages they have seen, trees would trust them too much. */
export async function learnFoldParts(
  folders: readonly string[],
  examples: TrainingExamples,
  options: FoldPartsOptions,
): Promise<RowParts[]> {
  const parts: RowParts[] = [];
  for (let fold = 0; fold < options.folds; fold++) {
    options.onStep?.(`training base learners, fold ${fold + 1} of ${options.folds}`);
    const isOther = (site: string) => foldOf(site, options) !== fold;
    const pages = examples.pages.filter(({ site }) => isOther(site));
    const names = examples.names.filter(({ domain }) => isOther(domain));
    parts.push(await learnParts(folders, { pages, names }, options.mss));
  }
  return parts;
}

async function learnParts(
  folders: readonly string[],
  { pages, names }: Pick<TrainingExamples, "pages" | "names">,
  mss: Partial<TrainMssOptions>,
): Promise<RowParts> {
  const articles = pages.filter(({ isArticle, hasBlocks }) => isArticle && hasBlocks);
  const sets = new Set(articles.map(({ label }) => label.set));
  const chosen = new Set(articles.map(({ label }) => `${label.set} ${label.id}`));
  const { model } = await trainMss(
    folders.filter((folder) => sets.has(basename(resolve(folder)))),
    {
      minSites: Math.min(MIN_SITES, new Set(articles.map(({ site }) => site)).size),
      ...mss,
      choose: ({ set, id }) => chosen.has(`${set} ${id}`),
    },
  ).catch(blameParts);
  const baseLearners = { ...shippedBaseLearners(), mss: makeMss("mss", () => model) };
  return { ...trainLexica(names), baseLearners };
}

/** The lexica of class names: of articles and, where there are other pages, of pages of all kinds. */
export function trainLexica(names: readonly NamesExample[]): Pick<RowParts, "lexicon" | "otherLexicon"> {
  const articles = names.filter(({ isArticle }) => isArticle);
  const lexicon = trainLexicon(articles);
  return articles.length === names.length ? { lexicon } : { lexicon, otherLexicon: trainLexicon(names) };
}

/** A set that is large enough may be too small in a fold; the error says so. */
function blameParts(error: unknown): never {
  if (!(error instanceof NewsError) || error.code !== "BAD_SET") throw error;
  throw new NewsError(
    "BAD_SET",
    `Cross-validation leaves too few pages to train on; label more pages of more sites. ${error.message}`,
    { cause: error },
  );
}
