import { SHIPPED_FUSED } from "../../../scripts/shipped-recipe.ts";
import {
  FUSED_FEATURES,
  fusedRows,
  OTHER_NAME_FEATURES,
  type RowParts,
} from "../../../src/extractors/index.ts";
import type { TreeEnsemble } from "../../../src/model/index.ts";
import type { Page, SiteProfile } from "../../../src/page/index.ts";
import { type AnsweredPage, outsideShare, repeatedShare } from "../../../src/profile/index.ts";
import { hashText } from "../../../src/text/index.ts";
import {
  type ExampleRows,
  joinRows,
  type PageExample,
  readExampleRows,
  readExamples,
  type TrainingRows,
} from "../../../src/train/fused/examples.ts";
import { dropColumns, dropFamilies } from "../../../src/train/fused/grow-forest.ts";
import { learnFoldParts } from "../../../src/train/fused/train-fused.ts";
import { BOOSTING_DEFAULTS, FUSED_DEFAULTS, trainTrees } from "../../../src/train/index.ts";
import { blocksWithWords } from "../../../src/train/label-blocks.ts";
import { openParsed } from "../../../src/train/labelled-pages.ts";
import { answerByTrees, type WriteRow } from "../fused/layout-trial.ts";
import { profileOf } from "./profile.ts";

/** The features of blocks from a profile of the site, as columns of the trees. */
export const SITE_COLUMNS = ["site repeated", "site outside"] as const;

const SETTINGS = { ...FUSED_DEFAULTS, ...SHIPPED_FUSED } as const;
/** All columns: those of `fused`, then those of the site. */
const WIDE_FEATURES: readonly string[] = [...FUSED_FEATURES, ...SITE_COLUMNS];
/** As in the shipped recipe, few trees learn fast, so that all together learn as much. */
const LEARNED = 10;
/** Pages of a profile, by chance between these. */
const PROFILE_PAGES = { least: 2, most: 20 } as const;

/** A training article with its evidence. */
interface TrainingArticle {
  readonly example: PageExample;
  readonly rows: ExampleRows;
  readonly parts: RowParts;
}

/** The shipped recipe's articles, each described once; trees of them are grown with and without columns of the site. */
export class RetrainExamples {
  readonly #articles: readonly TrainingArticle[];
  readonly #trees: number;
  #profiles: ReadonlyMap<TrainingArticle, SiteProfile> = new Map();

  private constructor(articles: readonly TrainingArticle[], trees: number) {
    this.#articles = articles;
    this.#trees = trees;
  }

  static async read(
    folders: readonly string[],
    trees: number,
    onStep: (step: string) => void,
  ): Promise<RetrainExamples> {
    const examples = await readExamples(folders, { ...SETTINGS, onStep });
    const parts = learnFoldParts(examples, { ...SETTINGS, onStep });
    onStep("computing the features of blocks");
    const articles = examples.pages.flatMap((example) => {
      const own = parts[example.fold]!;
      const rows = example.isArticle ? readExampleRows(example, { ...SETTINGS, parts: own }) : undefined;
      return rows === undefined ? [] : [{ example, rows, parts: own }];
    });
    const read = new RetrainExamples(articles, trees);
    onStep("mining the sites of every other example");
    read.#profiles = await read.#mine();
    return read;
  }

  /** How many articles there are, and of how many a profile of other pages is known. */
  get size(): { readonly articles: number; readonly profiled: number } {
    return { articles: this.#articles.length, profiled: this.#profiles.size };
  }

  /** Grows trees that see these columns of the site. */
  grow(columns: readonly string[], choose: (article: TrainingArticle) => boolean = () => true): TreeEnsemble {
    const matrix = joinRows(this.#articles.filter(choose).flatMap((article) => this.#widen(article)));
    dropSiteColumns(
      matrix.values,
      SITE_COLUMNS.filter((name) => !columns.includes(name)),
    );
    const learningRate = LEARNED / this.#trees;
    const options = { ...BOOSTING_DEFAULTS, trees: this.#trees, learningRate, seed: SETTINGS.seed };
    return trainTrees({ names: WIDE_FEATURES, ...matrix }, options);
  }

  /** Profiles of other pages for every other article of sites with several; trees of other sites decide what is article there. */
  async #mine(): Promise<ReadonlyMap<TrainingArticle, SiteProfile>> {
    const halfOf = ({ example }: TrainingArticle) => example.fold % 2;
    const judges = [0, 1].map((half) => this.grow([], (article) => halfOf(article) !== half));
    const profiles = new Map<TrainingArticle, SiteProfile>();
    for (const site of Map.groupBy(
      this.#articles,
      ({ example }) => `${example.label.set} ${example.site}`,
    ).values()) {
      if (site.length <= PROFILE_PAGES.least) continue;
      const answered = site.flatMap((article) => answerExample(article, judges[halfOf(article)]!) ?? []);
      for (const article of site) {
        const draw = hashText(article.example.label.id) >>> 0;
        if (draw % 2 === 1) continue;
        const span = PROFILE_PAGES.most - PROFILE_PAGES.least + 1;
        const others = answered
          .filter((one) => one.article !== article)
          .toSorted((a, b) => orderOf(article, a.article) - orderOf(article, b.article))
          .slice(0, PROFILE_PAGES.least + ((draw >>> 1) % span));
        profiles.set(article, await profileOf(others));
      }
    }
    return profiles;
  }

  /** The rows of an article with the columns of the site; augmented pages have other places, so that these are missing. */
  #widen(article: TrainingArticle): TrainingRows[] {
    const { own, augmented } = article.rows;
    const profile = this.#profiles.get(article);
    const copied = augmented.map((rows) => ({
      ...rows,
      values: dropFamilies(rows.values, rows.seed, SETTINGS.dropped),
    }));
    return [
      widen(own, profile && columnsOf(article.example, profile)),
      ...copied.map((rows) => widen(rows, undefined)),
    ];
  }
}

/** The rows of a page by what is known of its site. */
export type WideRows = (profile?: SiteProfile) => WriteRow;

/** The features of the blocks of a page, the columns of the site included. */
export function wideRows(page: Page, parts: RowParts): WideRows {
  const rows = fusedRows(page, {}, parts);
  return (profile) => {
    const writeSite = siteColumns(page, profile);
    return (block, into, offset) => {
      rows.write(block, into, offset);
      writeSite(block, into, offset + FUSED_FEATURES.length);
    };
  };
}

function answerExample(
  article: TrainingArticle,
  trees: TreeEnsemble,
): (AnsweredPage & { article: TrainingArticle }) | undefined {
  const page = openRevealed(article.example);
  if (page === undefined) return undefined;
  return { article, page, answer: answerByTrees(page, trees, wideRows(page, article.parts)()) };
}

function openRevealed({ parsed, label }: PageExample): Page | undefined {
  return parsed && openParsed(parsed, label).revealed;
}

function orderOf(article: TrainingArticle, other: TrainingArticle): number {
  return hashText(`${article.example.label.id} ${other.example.label.id}`) >>> 0;
}

/** The profile's features of the blocks of an example, in the order of its rows. */
function columnsOf(example: PageExample, profile: SiteProfile): Float32Array | undefined {
  const page = openRevealed(example);
  if (page === undefined || example.labels === undefined) return undefined;
  const write = siteColumns(page, profile);
  const blocks = blocksWithWords(example.labels);
  const values = new Float32Array(blocks.length * SITE_COLUMNS.length);
  for (const [row, block] of blocks.entries()) write(block, values, row * SITE_COLUMNS.length);
  return values;
}

function widen(rows: TrainingRows, site: Float32Array | undefined): TrainingRows {
  const narrow = rows.values.slice();
  dropColumns(narrow, (feature) => OTHER_NAME_FEATURES.includes(feature));
  const [width, added] = [FUSED_FEATURES.length, SITE_COLUMNS.length];
  const values = new Float32Array(rows.labels.length * WIDE_FEATURES.length).fill(Number.NaN);
  for (let row = 0; row < rows.labels.length; row++) {
    const at = row * WIDE_FEATURES.length;
    values.set(narrow.subarray(row * width, (row + 1) * width), at);
    if (site) values.set(site.subarray(row * added, (row + 1) * added), at + width);
  }
  return { ...rows, values };
}

function dropSiteColumns(values: Float32Array, without: readonly string[]): void {
  const columns = without.map((name) => WIDE_FEATURES.indexOf(name));
  for (let row = 0; row < values.length; row += WIDE_FEATURES.length) {
    for (const column of columns) values[row + column] = Number.NaN;
  }
}

/** Writes the columns of a block into a row. */
type WriteSite = (block: number, into: Float32Array, offset: number) => void;

/** The profile's features of the blocks of a page; missing without one. */
function siteColumns(page: Page, profile: SiteProfile | undefined): WriteSite {
  if (profile === undefined) {
    return (_, into, offset) => void into.fill(Number.NaN, offset, offset + SITE_COLUMNS.length);
  }
  const { firstLeaf } = page.blocks;
  const repeated = repeatedShare(page, profile);
  const outside = outsideShare(page, profile);
  return (block, into, offset) => {
    const leaf = firstLeaf[block]!;
    into[offset] = repeated[leaf]!;
    into[offset + 1] = outside[leaf]!;
  };
}
