import { NewsError } from "../../errors/index.ts";
import {
  type Forms,
  FULL_IMPORTANCE,
  type Judgement,
  type MssExtractor,
  type MssModel,
  makeForms,
  makeMssSite,
  makeSiteJudge,
  makeSupervisedJudge,
  packMssModel,
  readEntries,
  type SiteCounts,
  type SiteFeature,
  type SiteKnowledge,
  type SiteModel,
  type SiteTable,
  type SiteTokens,
  type Span,
  shippedModel,
  type Tokens,
  tokenise,
} from "../../extractors/index.ts";
import { CountTable, type Training, type TrainingSet } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { hashText } from "../../text/index.ts";
import { checkLearnOptions, LEARN_DEFAULTS, type LearnOptions, type RoundReport } from "./learn-options.ts";

/** Fewer pages cannot confirm one another. */
const MIN_SITE_PAGES = 3;

/** What learning starts from, and a callback for its rounds. */
export interface LearnRequest extends Partial<LearnOptions> {
  /** The supervised model that makes the first predictions; the shipped one where none is given. */
  readonly from?: MssModel;
  onRound?(report: RoundReport): void;
}

/** An extractor for a site, learned from its own pages without labels (6.2.4). */
export function learnMss(pages: readonly Page[], request: LearnRequest = {}): MssExtractor {
  return makeMssSite(learnSiteModel(pages, request));
}

/** The model of a site's own pages; throws TOO_FEW_PAGES where they are fewer than `MIN_SITE_PAGES`. */
export function learnSiteModel(pages: readonly Page[], request: LearnRequest = {}): SiteModel {
  const learner = new SiteLearner(request);
  for (const page of pages) learner.add(page);
  return learner.learn();
}

/** Facts for the model file that the pages do not contain. */
interface Making {
  readonly command?: Training["command"];
  /** The site's own pages. */
  readonly set?: TrainingSet;
}

/** The parts of a page that learning uses. */
interface Study extends SiteTokens {
  readonly source: string;
}

/** The predicted article of a page with its confidence; no span if no token is likely inside. */
interface Prediction {
  readonly span?: Span;
  readonly confidence: number;
}

/** Takes pages one by one, of which it keeps 13 bytes a token, and learns from all of them. */
export class SiteLearner {
  readonly #options: LearnOptions;
  readonly #from: MssModel;
  readonly #onRound: LearnRequest["onRound"];
  readonly #forms: Forms;
  readonly #supervise: (tokens: Tokens) => Judgement;
  readonly #index = { trigram: new FeatureIndex(), "coarse trigram": new FeatureIndex() };
  readonly #studies: Study[] = [];
  readonly #supervised: Prediction[] = [];

  constructor(request: LearnRequest) {
    this.#options = checkLearnOptions({ ...LEARN_DEFAULTS, ...request });
    this.#from = request.from ?? shippedModel();
    this.#onRound = request.onRound?.bind(request);
    this.#forms = makeForms(new Set(this.#from.tags));
    // Step 1: the supervised classifier.
    this.#supervise = makeSupervisedJudge(this.#from, this.#options.supervised);
  }

  /** Learns from a page too; without a name, its source is what `sourceOf` says. */
  add(page: Page, source = this.#options.sourceOf(page, this.#studies.length)): void {
    const tokens = tokenise(page, this.#forms);
    const entriesOf = (feature: SiteFeature) => {
      const index = this.#index[feature];
      return readEntries(tokens, feature, (hash) => index.entryOf(hash));
    };
    // Step 2: the first predictions.
    const supervised = this.#supervise(tokens);
    this.#supervised.push(this.#predict(supervised));
    this.#studies.push({
      source,
      kind: tokens.kind.slice(),
      entries: { trigram: entriesOf("trigram"), "coarse trigram": entriesOf("coarse trigram") },
      supervised: this.#options.keepSupervised
        ? { inside: Float32Array.from(supervised.inside), span: supervised.span }
        : undefined,
    });
  }

  /** Step 3: rounds of learning from the most confident predictions and predicting again. */
  learn(made: Making = {}): SiteModel {
    const onRound = this.#onRound;
    let predictions: readonly Prediction[] = this.#supervised;
    const usable = predictions.filter(hasSpan).length;
    if (usable < MIN_SITE_PAGES) throw tooFewPages(usable, predictions.length);
    onRound?.(this.#report(0, predictions, predictions));
    const earlier = new Set<string>();
    let knowledge: SiteKnowledge;
    let round = 0;
    do {
      earlier.add(keyOf(predictions));
      knowledge = this.#train(predictions);
      const next = this.#predictAll(knowledge);
      round++;
      onRound?.(this.#report(round, predictions, next));
      predictions = next;
      // Once spans repeat, later rounds only alternate; without any span there is nothing to learn from.
    } while (round < this.#options.rounds && !earlier.has(keyOf(predictions)) && predictions.some(hasSpan));
    if (!predictions.some(hasSpan)) throw nothingLearnt(predictions.length);
    return this.#makeModel(knowledge, made);
  }

  #report(round: number, before: readonly Prediction[], after: readonly Prediction[]): RoundReport {
    const sum = after.reduce((total, { confidence }) => total + confidence, 0);
    return {
      round,
      changed: countChanged(before, after),
      revised: countChanged(this.#supervised, after),
      confidence: sum / after.length,
    };
  }

  /** Step 3d. */
  #predictAll(knowledge: SiteKnowledge): Prediction[] {
    const judge = makeSiteJudge(knowledge);
    return this.#studies.map((study) => this.#predict(judge(study)));
  }

  #predict({ inside, span }: Judgement): Prediction {
    if (span === undefined) return { confidence: 0 };
    return { span, confidence: spanConfidence(inside, span, this.#options.window) };
  }

  #train(predictions: readonly Prediction[]): SiteKnowledge {
    const { backOff, cutoff, minPages, keepSupervised } = this.#options;
    const { constant, clamp, doubt, tagWeight, margin } = this.#options;
    const trigram = new RoundCounts(this.#index.trigram.size);
    const coarse = new RoundCounts(this.#index["coarse trigram"].size);
    const totals = { inside: 0, outside: 0 };
    // Step 3a.
    for (const page of this.#choosePages(predictions)) {
      const { entries } = this.#studies[page]!;
      const span = predictions[page]!.span!;
      // Steps 3b and 3c: one pass gives the counts of the classifier and the importances.
      trigram.add(entries.trigram, span, cutoff);
      if (backOff) coarse.add(entries["coarse trigram"], span, cutoff);
      const inside = span.last - span.first + 1;
      totals.inside += inside;
      totals.outside += entries.trigram.length - inside;
    }
    return {
      counts: { trigram: trigram.finish(minPages), "coarse trigram": coarse.finish(minPages) },
      // Spans that are whole pages leave nothing outside.
      totals: { inside: totals.inside, outside: Math.max(1, totals.outside) },
      settings: { constant, clamp, doubt, tagWeight, margin: keepSupervised ? margin : 0 },
    };
  }

  /** The pages with the most confident spans, a share of every source's, rounded up. */
  #choosePages(predictions: readonly Prediction[]): number[] {
    const pages = [...this.#studies.keys()];
    const sources = Map.groupBy(pages, (page) => this.#studies[page]!.source);
    return [...sources.values()].flatMap((own) =>
      own
        .filter((page) => hasSpan(predictions[page]!))
        .toSorted((a, b) => predictions[b]!.confidence - predictions[a]!.confidence || a - b)
        .slice(0, Math.ceil(own.length * this.#options.share)),
    );
  }

  #makeModel({ counts, totals, settings }: SiteKnowledge, made: Making): SiteModel {
    const from = this.#from;
    const { supervised, keepSupervised } = this.#options;
    return {
      training: {
        command: made.command ?? "learnMss",
        seed: from.training.seed,
        sets: [...from.training.sets, ...(made.set ? [made.set] : [])],
        domains: from.training.domains,
      },
      from: hashOf(from),
      tags: from.tags,
      totals,
      settings,
      tables: {
        trigram: this.#index.trigram.tableOf(counts.trigram),
        "coarse trigram": this.#index["coarse trigram"].tableOf(counts["coarse trigram"]),
      },
      ...(keepSupervised && { supervised: { model: from, settings: supervised } }),
    };
  }
}

function hasSpan({ span }: Prediction): boolean {
  return span !== undefined;
}

function countChanged(before: readonly Prediction[], after: readonly Prediction[]): number {
  return after.filter((prediction, page) => keyOf([prediction]) !== keyOf([before[page]!])).length;
}

function keyOf(predictions: readonly Prediction[]): string {
  return predictions.map(({ span }) => (span ? `${span.first}-${span.last}` : "")).join(" ");
}

function hashOf(model: MssModel): string {
  return (hashText(JSON.stringify(packMssModel(model))) >>> 0).toString(16).padStart(8, "0");
}

function tooFewPages(usable: number, given: number): NewsError {
  const found =
    given === usable ? `there ${countOf(usable)}` : `an article was seen on ${usable} of ${given}`;
  return new NewsError(
    "TOO_FEW_PAGES",
    `A site is learnt from ${MIN_SITE_PAGES} pages or more, and ${found}.`,
  );
}

function nothingLearnt(pages: number): NewsError {
  return new NewsError(
    "TOO_FEW_PAGES",
    `The model trained on these ${pages} pages finds an article on none of them; a lower minPages or a higher share may help.`,
  );
}

function countOf(pages: number): string {
  return pages === 1 ? "is 1" : `are ${pages}`;
}

/** The smallest factor: one token that is classified with certainty and wrongly must not make the whole product 0. */
const LEAST_FACTOR = 1e-6;

/**
 * How likely a predicted span is right, 0 to 1: the geometric mean, over the tokens within `window` of its two borders, of
 * the probability that a token is on the side where the span has it (6.2.4, third formula: a 4w-th root).
 *
 * Reading: a window cut by the edge of the document takes the root of the factors that are there.
 */
export function spanConfidence(inside: Float64Array, { first, last }: Span, window: number): number {
  let logs = 0;
  let factors = 0;
  const add = (from: number, to: number, isInside: boolean) => {
    const stop = Math.min(to, inside.length - 1);
    for (let at = Math.max(from, 0); at <= stop; at++) {
      const probability = isInside ? inside[at]! : 1 - inside[at]!;
      logs += Math.log(Math.max(probability, LEAST_FACTOR));
      factors++;
    }
  };
  add(first - window, first - 1, false);
  add(first, first + window - 1, true);
  add(last - window + 1, last, true);
  add(last + 1, last + window, false);
  return factors === 0 ? 0 : Math.exp(logs / factors);
}

/** Numbers features in the order of their first sight, so that each round counts in plain arrays. */
class FeatureIndex {
  readonly #entries = new Map<number, number>();

  get size(): number {
    return this.#entries.size;
  }

  /** The entry of a feature, a new one where it was not seen before. */
  entryOf(hash: number): number {
    const known = this.#entries.get(hash);
    if (known !== undefined) return known;
    const entry = this.#entries.size;
    this.#entries.set(hash, entry);
    return entry;
  }

  /** The features that were learned, as a table to keep. */
  tableOf({ inside, outside, importance }: SiteCounts): SiteTable {
    const learnt = [...this.#entries]
      .filter(([, entry]) => inside[entry]! + outside[entry]! > 0)
      // In the order in which a table is written, so that importances keep their places.
      .sort(([a], [b]) => (a >>> 0) - (b >>> 0));
    return {
      counts: new CountTable(
        learnt.map(([hash, entry]) => ({ hash, inside: inside[entry]!, outside: outside[entry]! })),
      ),
      importance: Uint8Array.from(learnt, ([, entry]) => importance[entry]!),
    };
  }
}

/** How often and how near to a border the features of one kind were seen in one round. */
class RoundCounts {
  readonly #inside: Float64Array;
  readonly #outside: Float64Array;
  readonly #nearness: Float64Array;
  readonly #pages: Uint32Array;
  /** The page that a feature was last seen on, plus one. */
  readonly #lastPage: Uint32Array;
  #page = 0;

  constructor(features: number) {
    this.#inside = new Float64Array(features);
    this.#outside = new Float64Array(features);
    this.#nearness = new Float64Array(features);
    this.#pages = new Uint32Array(features);
    this.#lastPage = new Uint32Array(features);
  }

  /** Counts the tokens of a page, given by the entries of their features. */
  add(entries: Int32Array, span: Span, cutoff: number): void {
    this.#page++;
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]!;
      const counts = at >= span.first && at <= span.last ? this.#inside : this.#outside;
      counts[entry]!++;
      this.#nearness[entry]! += borderNearness(at, span, cutoff);
      if (this.#lastPage[entry] !== this.#page) this.#pages[entry]!++;
      this.#lastPage[entry] = this.#page;
    }
  }

  /** The counts of features on `minPages` pages or more. */
  finish(minPages: number): SiteCounts {
    const keep = (count: number, entry: number) => (this.#pages[entry]! < minPages ? 0 : count);
    const inside = this.#inside.map(keep);
    const outside = this.#outside.map(keep);
    const importance = Uint8Array.from(this.#nearness, (nearness, entry) =>
      importanceOf(nearness, inside[entry]! + outside[entry]!),
    );
    return { inside, outside, importance };
  }
}

/**
 * How near a token is to a border of the span (6.2.4): 1 next to it, 0 where `cutoff` or more tokens lie between.
 *
 * Reading: the printed formula divides twice and takes a maximum where only a minimum gives the range it states.
 */
export function borderNearness(at: number, { first, last }: Span, cutoff: number): number {
  const distance = Math.min(Math.abs(at - (first - 0.5)), Math.abs(at - (last + 0.5))) - 0.5;
  return (cutoff - Math.min(cutoff, distance)) / cutoff;
}

/** The importance of a feature: the mean nearness of the tokens that have it. Reading: the paper prints a sum. */
export function importanceOf(nearness: number, tokens: number): number {
  return tokens === 0 ? 0 : Math.round((nearness / tokens) * FULL_IMPORTANCE);
}
