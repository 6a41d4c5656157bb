import { NewsError } from "../../../src/errors/index.ts";
import { titleExact } from "../../../src/eval/measure.ts";
import {
  bodyRow,
  type FeatureChoice,
  findBodyCandidates,
  findCategoryNames,
  findTitleCandidates,
  type Judges,
  layoutFor,
  type Manner,
  MeasuredPage,
  preferStated,
  titleRow,
  titleRule,
  WRAPPER_DEFAULTS,
  type WrapperSettings,
} from "../../../src/extractors/index.ts";
import { type Page, shownText, TEXT_LEAF } from "../../../src/page/index.ts";
import { holdSameText, wordOverlap } from "../../../src/sets/index.ts";
import { seededRandom, words } from "../../../src/text/index.ts";
import { makeExample, type WrapperExample } from "../../../src/train/wrapper/examples.ts";
import { trainJudge } from "../../../src/train/wrapper/train-judges.ts";
import type { LaidOutPage } from "./sources.ts";

/** A set whose wrappers are compared, laid out in one way. */
export interface StudySet {
  readonly name: string;
  /** The source of the layout. */
  readonly layout: "Chromium" | "estimate";
  readonly manner: Manner;
  readonly pages: readonly LaidOutPage[];
  /** How many pages of a site wrappers are learned from, the most last. */
  readonly sizes: readonly number[];
  /** Pages of a site that only wrappers of other sites are tried on; from this one on. */
  readonly testFrom: number;
  /** Sites with fewer usable pages are only tried on. */
  readonly minPages?: number;
}

/** How the wrapper of one site did on the pages of another. */
export interface Trial {
  readonly from: string;
  readonly size: number;
  readonly site: string;
  readonly outcomes: readonly Outcome[];
}

/** Wrappers of every site, each tried on all other sites. */
export class Study {
  readonly set: StudySet;
  readonly sites: ReadonlyMap<string, readonly StudyPage[]>;

  constructor(set: StudySet, choice: Partial<ReadingChoice> = {}) {
    this.set = set;
    const pages = set.pages.map((page) => new StudyPage(page, { manner: set.manner, ...choice }));
    this.sites = Map.groupBy(pages, ({ laidOut }) => laidOut.site);
  }

  /** The wrapper of the first pages of a site. */
  learn(site: string, size: number): Judges {
    return learnWrapper(this.sites.get(site)!.slice(0, size));
  }

  /** The wrapper of every site with enough pages, learned from a number of them at most, on all other sites. */
  run(size: number): readonly Trial[] {
    const { minPages = 0 } = this.set;
    const isUsable = ({ example }: StudyPage) =>
      example.body?.isRight.includes(0) && example.title?.isRight.includes(0);
    // A rule may leave out too many pages of a small site.
    const enough = [...this.sites].flatMap(([site, pages]) =>
      pages.filter(isUsable).length >= minPages ? site : [],
    );
    return enough.flatMap((from) => {
      const judges = this.learn(from, size);
      return [...this.sites]
        .filter(([site]) => site !== from)
        .map(([site, pages]) => ({
          from,
          size,
          site,
          outcomes: pages.slice(this.set.testFrom).map((page) => page.try(judges)),
        }));
    });
  }
}

/** How pages are read: by which rules, and by which features of body and title. */
interface ReadingChoice {
  readonly manner: Manner;
  readonly settings?: Partial<WrapperSettings>;
  readonly body?: FeatureChoice;
  readonly title?: FeatureChoice;
  /** A part that is switched off. */
  readonly off?: Off | undefined;
}

/** A feature that is 0 in training and use, or a rule for titles that wrappers are used without. */
export type Off =
  | { readonly part: "body" | "title"; readonly column: number }
  | { readonly rule: NonNullable<ReturnType<typeof titleRule>> };

/** How a wrapper did on one page. */
export interface Outcome {
  readonly isBodyRight: boolean;
  readonly isTitleRight: boolean;
  /** Word F1 of the chosen subtree. */
  readonly f1: number;
  /** Word F1 of the best subtree there is. */
  readonly oracle: number;
}

interface Rated {
  readonly nodes: readonly number[];
  readonly rows: readonly Float64Array[];
}

type Machine = Judges["body"];

/** A page that many wrappers are trained and tested on: figures that no wrapper changes are computed once. */
export class StudyPage {
  readonly laidOut: LaidOutPage;
  readonly example: Pick<WrapperExample, "body" | "title">;
  readonly #bodyReading: MeasuredPage;
  readonly #titleReading: MeasuredPage;
  readonly #bodies: Rated;
  readonly #titles = new Map<number, Rated>();
  readonly #f1s = new Map<number, number>();

  readonly #off: Off | undefined;

  constructor(laidOut: LaidOutPage, { body = "all", title = "all", off, ...rules }: ReadingChoice) {
    this.laidOut = laidOut;
    this.#off = off;
    this.#bodyReading = readBy(laidOut, rules, body);
    this.#titleReading = title === body ? this.#bodyReading : readBy(laidOut, rules, title);
    const { nodes } = findBodyCandidates(this.#bodyReading);
    this.#bodies = {
      nodes,
      rows: this.#mask(
        "body",
        nodes.map((node) => bodyRow(this.#bodyReading, node)),
      ),
    };
    const examples = {
      body: exampleOf(this.#bodyReading, laidOut)?.body,
      title: exampleOf(this.#titleReading, laidOut)?.title,
    };
    this.example = {
      body: examples.body && { ...examples.body, rows: this.#mask("body", examples.body.rows) },
      title: examples.title && { ...examples.title, rows: this.#mask("title", examples.title.rows) },
    };
  }

  /** The answer of a wrapper on the page. */
  try({ body: bodyJudge, title: titleJudge }: Judges): Outcome {
    const { page, label, oracle, truthBody } = this.laidOut;
    const body = likeliest(this.#bodies, bodyJudge);
    if (body === undefined) return { isBodyRight: false, isTitleRight: false, f1: 0, oracle };
    const title = likeliest(this.#titlesFor(body), titleJudge);
    const titleText = title === undefined ? null : shownText(page.document, title);
    return {
      isBodyRight: truthBody >= 0 && holdSameText(page, body, truthBody),
      isTitleRight: titleExact(label.truth.title, titleText) === 1,
      f1: this.#f1Of(body),
      oracle,
    };
  }

  #titlesFor(body: number): Rated {
    let titles = this.#titles.get(body);
    if (titles === undefined) {
      const reading = this.#titleReading;
      const found =
        this.#off && "rule" in this.#off
          ? candidatesWithout(reading, body, this.#off.rule)
          : findTitleCandidates(reading, body);
      const nodes = preferStated(reading, found);
      titles = {
        nodes,
        rows: this.#mask(
          "title",
          nodes.map((node) => titleRow(reading, node, body)),
        ),
      };
      this.#titles.set(body, titles);
    }
    return titles;
  }

  #mask(part: "body" | "title", rows: readonly Float64Array[]): readonly Float64Array[] {
    const off = this.#off;
    if (off === undefined || "rule" in off || off.part !== part) return rows;
    return rows.map((row) => row.with(off.column, 0));
  }

  #f1Of(node: number): number {
    let f1 = this.#f1s.get(node);
    if (f1 === undefined) {
      const { page, label } = this.laidOut;
      const [from, to] = this.#bodyReading.leavesIn(node);
      f1 = wordOverlap(words(label.truth.body ?? ""), wordsOfLeaves(page, from, to)).f1;
      this.#f1s.set(node, f1);
    }
    return f1;
  }
}

/** A page as the wrapper reads it. */
export function readBy(
  { page }: LaidOutPage,
  { manner, settings = {} }: Pick<ReadingChoice, "manner" | "settings">,
  features: FeatureChoice = "all",
): MeasuredPage {
  const all = { ...WRAPPER_DEFAULTS, ...settings, features };
  return new MeasuredPage(page, layoutFor(page, all.screen), all, manner);
}

/** The title candidates with those that one rule alone excludes. */
function candidatesWithout(
  reading: MeasuredPage,
  body: number,
  rule: Extract<Off, { rule: unknown }>["rule"],
): readonly number[] {
  const categories = rule === "category name" ? new Set<string>() : findCategoryNames(reading, body);
  const nodes: number[] = [];
  for (let node = 1; node < reading.document.size; node++) {
    if (!reading.isElement(node) || reading.wordsIn(node) === 0 || reading.top(node) >= reading.reach)
      continue;
    const failed = titleRule(reading, node, categories);
    if (failed === undefined || failed === rule) nodes.push(node);
  }
  return nodes;
}

function exampleOf(reading: MeasuredPage, { label }: LaidOutPage): WrapperExample | undefined {
  const example = makeExample(reading, label);
  return typeof example === "string" ? undefined : example;
}

function wordsOfLeaves({ document, leaves }: Page, from: number, to: number): readonly string[] {
  const found: string[] = [];
  for (let leaf = from; leaf < to; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) continue;
    const node = leaves.node[leaf]!;
    found.push(...words(document.text.slice(document.textStart[node], document.textEnd[node])));
  }
  return found;
}

/** As the wrapper itself chooses: the highest probability, the first on ties. */
function likeliest({ nodes, rows }: Rated, machine: Machine): number | undefined {
  let best: number | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [at, row] of rows.entries()) {
    const probability = machine.probability(row);
    if (probability <= highest) continue;
    highest = probability;
    best = nodes[at];
  }
  return best;
}

/** How often wrappers are right, and how much of the text they find. */
interface Accuracy {
  readonly title: number;
  readonly body: number;
  /** Title and body of the same page. */
  readonly news: number;
  readonly f1: number;
  readonly oracle: number;
}

/** The means of some outcomes. */
export function accuracyOf(outcomes: readonly Outcome[]): Accuracy {
  const mean = (read: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + read(outcome), 0) / outcomes.length;
  return {
    title: mean(({ isTitleRight }) => Number(isTitleRight)),
    body: mean(({ isBodyRight }) => Number(isBodyRight)),
    news: mean(({ isTitleRight, isBodyRight }) => Number(isTitleRight && isBodyRight)),
    f1: mean(({ f1 }) => f1),
    oracle: mean(({ oracle }) => oracle),
  };
}

const SEED = 1;
const FOLDS = 4;
/** Cross-validation needs two folds. */
const MIN_PAGES = 2;

/** A wrapper of some pages of one site, in the manner that they were read. */
export function learnWrapper(pages: readonly StudyPage[]): Judges {
  const random = seededRandom(SEED);
  const learn = (part: "body" | "title") => {
    const usable = pages
      .flatMap(({ example }) => example[part] ?? [])
      .filter(({ isRight }) => isRight.includes(0));
    if (usable.length < MIN_PAGES)
      throw new NewsError(
        "BAD_SET",
        `Only ${usable.length} pages of ${pages[0]?.laidOut.site} have a usable ${part}.`,
      );
    // With few pages one fold could be left empty; then every page is a fold.
    const folds = usable.map((_, at) => (usable.length < 2 * FOLDS ? at : at % FOLDS));
    return trainJudge(usable, folds, random).classifier;
  };
  return { body: learn("body"), title: learn("title") };
}
