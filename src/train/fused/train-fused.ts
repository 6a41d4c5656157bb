import { basename, resolve } from "node:path";
import { NewsError } from "../../errors/index.ts";
import { domainOf, type Label } from "../../eval/index.ts";
import {
  type AnswerParts,
  FUSED_FEATURES,
  type FusedModel,
  makeMss,
  type RowParts,
  shippedWitnesses,
  type VerdictModel,
} from "../../extractors/index.ts";
import type { TreeEnsemble } from "../../model/index.ts";
import { hashText } from "../../text/index.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions } from "../boosting/options.ts";
import { trainTrees } from "../boosting/train-trees.ts";
import { trainLexicon } from "../lexicon/train-lexicon.ts";
import { clothePage } from "../mss/clothes.ts";
import { type TrainMssOptions, trainMss } from "../mss/train-mss.ts";
import { trainVerdict } from "../verdict/train-verdict.ts";
import { readVerdictLesson, type VerdictLesson } from "../verdict/verdict-lesson.ts";
import { dropColumns, dropFamilies } from "./drop-families.ts";
import { type FusedRows, joinRows, readFusedRows, weighRows } from "./fused-rows.ts";
import { foldOf, type Lesson, type Lessons, readLabelled, readLessons, siteOf } from "./lessons.ts";

/** How the learned extractor is trained. */
export interface TrainFusedOptions {
  /** Draws clothes, folds, and the rows and columns of each tree. */
  readonly seed: number;
  /** The command that the model names as its maker. */
  readonly command: string;
  /** Parts of the sites; what is learned as evidence for a page comes from the other parts. */
  readonly folds: number;
  /** How often each article is learned again in the clothes of another time. */
  readonly clothes: number;
  /** How likely each family of features is to be missing on a page in other clothes. */
  readonly dropped: number;
  readonly boosting: Partial<BoostingOptions>;
  /** How the MSS models of the folds are trained. */
  readonly mss: Partial<TrainMssOptions>;
  /** Which pages to learn from; all by default. */
  readonly choose: (label: Label) => boolean;
  /** Hears what is being done. */
  readonly onStep?: (step: string) => void;
}

const CLOTHED_WEIGHT = 0.5;
/** Articles among the pages that the trees of other pages learn from: some articles look like other pages. */
const ARTICLE_AMONG_OTHERS_WEIGHT = 0.25;
/** Fewer pages that are no articles teach nothing of such pages. */
const MIN_OTHERS = 20;
/** What fewer sites share may be one publisher's; where there are fewer, all must do. */
const MIN_SITES = 3;

/** How the learned extractor is trained where nothing else is said. */
export const FUSED_DEFAULTS: TrainFusedOptions = {
  seed: 1,
  command: "trainFused",
  folds: 3,
  clothes: 1,
  dropped: 0.15,
  boosting: { trees: 150 },
  // The recipe of the shipped MSS model: what is evidence in training is like what will be evidence later.
  mss: { conflicts: "keep first", minTokens: 100, maxTagShare: 0.2, maxFeatures: 30_000 },
  choose: () => true,
};

/** What was learned, and what a fair measurement needs: each part of the sites with a model that has not seen it. */
export interface TrainedFused {
  readonly model: FusedModel;
  readonly pages: number;
  readonly rows: number;
  /** What a page is answered with, the verdict left out, learned from the sites of other folds. */
  readonly partsFor: (label: Label) => AnswerParts;
  /** The verdict learned from the sites of other folds than a page's. */
  readonly verdictFor: (label: Label) => VerdictModel | undefined;
  /** Trees of articles grown from the same rows with something changed: for experiments. */
  readonly regrow: (change: TreeChange) => TreeEnsemble;
}

/** What may be left out when trees are grown again. */
export interface TreeChange {
  /** Features that the trees must do without. */
  readonly without?: ((feature: string) => boolean) | undefined;
  /** The pages that they learn from; all by default. */
  readonly choose?: ((label: Label, site: string) => boolean) | undefined;
  /** Whether they learn from pages in other clothes; they do by default. */
  readonly clothes?: boolean | undefined;
  /** How likely each family of features is missing on those. */
  readonly dropped?: number | undefined;
  /** Draws the rows and columns of each tree; the training's own by default. */
  readonly seed?: number | undefined;
}

/** Trains the learned extractor on folders of labelled sets. */
export async function trainFused(
  folders: readonly string[],
  options: Partial<TrainFusedOptions> = {},
): Promise<TrainedFused> {
  const settings = { ...FUSED_DEFAULTS, ...options };
  if (settings.folds < 2)
    throw new NewsError("BAD_OPTION", "The sites must be in 2 groups or more; see --folds.");
  return new FusedTraining(await readLessons(folders, settings), settings).run(folders);
}

/** The rows of a lesson: as the page is, and in other clothes. */
interface LessonRows {
  readonly lesson: Lesson;
  readonly own: FusedRows;
  readonly clothed: readonly ClothedRows[];
}

interface ClothedRows extends FusedRows {
  /** Draws the families of features that the page misses. */
  readonly seed: number;
}

/** The trees of one part of the sites, or of all. */
type Forest = Pick<AnswerParts, "trees" | "otherTrees">;

class FusedTraining {
  readonly #lessons: Lessons;
  readonly #options: TrainFusedOptions;
  #rows: readonly LessonRows[] = [];
  #parts: readonly RowParts[] = [];

  constructor(lessons: Lessons, options: TrainFusedOptions) {
    this.#lessons = lessons;
    this.#options = options;
  }

  async run(folders: readonly string[]): Promise<TrainedFused> {
    const { seed, command, onStep } = this.#options;
    this.#parts = await this.#foldParts(folders);
    onStep?.("describing blocks");
    this.#rows = this.#lessons.pages.flatMap((lesson) => this.#rowsOf(lesson));
    onStep?.("growing trees");
    const forest = this.#grow(() => true);
    const forestOf = remember((fold) => this.#grow((lesson) => lesson.fold !== fold));
    const foldFor = (label: Label) => foldOf(siteOf(label), this.#options);
    const partsOf = (fold: number): AnswerParts => ({ ...this.#parts[fold]!, ...forestOf(fold) });
    const judged = remember(() => this.#judgePages(partsOf));
    const verdict = this.#trainVerdict(judged(0));
    const verdictOf = remember((fold) =>
      this.#trainVerdict(judged(0).filter(({ site }) => foldOf(site, this.#options) !== fold)),
    );
    const domains = new Set(this.#lessons.pages.flatMap(({ label }) => domainOf(label) ?? []));
    return {
      model: {
        training: { command, seed, sets: this.#lessons.sets, domains: [...domains].sort() },
        lexicon: trainLexicon(this.#lessons.names),
        trees: forest.trees,
        ...(forest.otherTrees && { otherTrees: forest.otherTrees }),
        ...(verdict && { verdict }),
      },
      pages: this.#lessons.pages.length,
      rows: this.#rows.reduce((sum, { own }) => sum + own.labels.length, 0),
      partsFor: (label) => partsOf(foldFor(label)),
      verdictFor: (label) => verdictOf(foldFor(label)),
      regrow: (change) => this.#regrow(change),
    };
  }

  /** What is evidence for the pages of a fold must not have seen them: else trees would trust it too much. */
  async #foldParts(folders: readonly string[]): Promise<RowParts[]> {
    const parts: RowParts[] = [];
    for (let fold = 0; fold < this.#options.folds; fold++) {
      this.#options.onStep?.(`learning evidence, part ${fold + 1} of ${this.#options.folds}`);
      parts.push(await this.#partsOf(folders, fold));
    }
    return parts;
  }

  async #partsOf(folders: readonly string[], fold: number): Promise<RowParts> {
    const isOther = (site: string) => foldOf(site, this.#options) !== fold;
    const others = this.#lessons.pages.filter(
      ({ isArticle, hasBlocks, site }) => isArticle && hasBlocks && isOther(site),
    );
    const names = new Set(others.map(({ label }) => label.set));
    if (names.size === 0)
      throw new NewsError(
        "BAD_SET",
        "The articles are of too few sites to learn across; label pages of more sites.",
      );
    const chosen = new Set(others.map(({ label }) => `${label.set} ${label.id}`));
    const { model } = await trainMss(
      folders.filter((folder) => names.has(basename(resolve(folder)))),
      {
        minSites: Math.min(MIN_SITES, new Set(others.map(({ site }) => site)).size),
        ...this.#options.mss,
        choose: ({ set, id }) => chosen.has(`${set} ${id}`),
      },
    );
    const lexicon = trainLexicon(this.#lessons.names.filter(({ domain }) => isOther(domain)));
    return { lexicon, witnesses: { ...shippedWitnesses(), mss: makeMss("mss", () => model) } };
  }

  #rowsOf(lesson: Lesson): LessonRows[] {
    const { label, html, fold, isArticle } = lesson;
    const read = lesson.hasBlocks ? readLabelled({ label, html }) : undefined;
    if (read === undefined) return [];
    const seed = hashText(`${this.#options.seed} ${label.set} ${label.id}`);
    // Every other page is told its title, as some users will tell it and some will not.
    const title = seed % 2 === 0 ? label.truth.title : null;
    const parts = this.#parts[fold]!;
    const clothed: ClothedRows[] = [];
    for (let copy = 1; isArticle && copy <= this.#options.clothes; copy++) {
      const dressed = readLabelled({ label, html: clothePage(read.page, seed + copy) });
      if (dressed === undefined) continue;
      clothed.push({
        ...readFusedRows(dressed, { parts, title, weight: CLOTHED_WEIGHT }),
        seed: seed + copy,
      });
    }
    return [{ lesson, own: readFusedRows(read, { parts, title, weight: 1 }), clothed }];
  }

  #grow(choose: (lesson: Lesson) => boolean): Forest {
    const chosen = this.#rows.filter(({ lesson }) => choose(lesson));
    const articles = chosen.filter(({ lesson }) => lesson.isArticle);
    const others = chosen.filter(({ lesson }) => !lesson.isArticle);
    const trees = this.#train(articles.flatMap((rows) => this.#allRows(rows, this.#options.dropped)));
    if (others.length < MIN_OTHERS) return { trees };
    const among = articles.map(({ own }) => weighRows(own, ARTICLE_AMONG_OTHERS_WEIGHT));
    return { trees, otherTrees: this.#train([...others.map(({ own }) => own), ...among]) };
  }

  #regrow({
    without,
    choose,
    clothes = true,
    dropped = this.#options.dropped,
    seed,
  }: TreeChange): TreeEnsemble {
    const rows = this.#rows.filter(
      ({ lesson }) => lesson.isArticle && (choose?.(lesson.label, lesson.site) ?? true),
    );
    return this.#train(
      rows.flatMap((page) => (clothes ? this.#allRows(page, dropped) : [page.own])),
      { without, seed },
    );
  }

  #allRows({ own, clothed }: LessonRows, dropped: number): FusedRows[] {
    return [
      own,
      ...clothed.map((rows) => ({ ...rows, values: dropFamilies(rows.values, rows.seed, dropped) })),
    ];
  }

  #train(
    rows: readonly FusedRows[],
    { without, seed = this.#options.seed }: Pick<TreeChange, "without" | "seed"> = {},
  ): TreeEnsemble {
    const matrix = joinRows(rows);
    if (without) dropColumns(matrix.values, without);
    const { boosting } = this.#options;
    return trainTrees({ names: FUSED_FEATURES, ...matrix }, { ...BOOSTING_DEFAULTS, ...boosting, seed })
      .trees;
  }

  /** Pages as the verdict learns from them: answered by what has not seen their site. */
  #judgePages(partsOf: (fold: number) => AnswerParts): readonly VerdictLesson[] {
    const kinds = new Set(this.#lessons.pages.map(({ isArticle }) => isArticle));
    if (kinds.size < 2) return [];
    this.#options.onStep?.("answering pages of unseen sites");
    return this.#lessons.pages.flatMap(
      ({ label, html, site, fold }) => readVerdictLesson({ label, html }, partsOf(fold), site) ?? [],
    );
  }

  #trainVerdict(lessons: readonly VerdictLesson[]): VerdictModel | undefined {
    const { seed, onStep } = this.#options;
    return lessons.length === 0 ? undefined : trainVerdict(lessons, { seed, onStep });
  }
}

/** What a function gives for a number, made once for each. */
function remember<Value>(make: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
