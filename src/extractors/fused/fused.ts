import type { Extraction, Hints, Page, Verdict } from "../../page/index.ts";
import type { Extractor, TracedStep } from "../extractor.ts";
import { chooseThreshold, PLAIN_THRESHOLD, scoreLeaves } from "../score-leaves.ts";
import { type AttentionModel, AttentionWeigher } from "./attention.ts";
import { completeText, keepLongText } from "./complete-text.ts";
import { CONTEXT_WEIGHT, weighInContext } from "./context.ts";
import { explainLeaves } from "./explain.ts";
import type { FusedModel } from "./fused-model.ts";
import { dropComments, dropCopies, dropOutside, dropRepeated, dropWall } from "./leave-out.ts";
import { dropNearCopies } from "./near-copies.ts";
import { type BaseLearners, BlockRows } from "./rows.ts";
import {
  dateLiveBlog,
  judgeEmptyPage,
  judgeForum,
  judgeLiveBlog,
  keepProse,
  useStatedBody,
  warnOfHidden,
} from "./special-pages.ts";
import { judgeStructures } from "./structures.ts";
import { trimEnds } from "./trim-ends.ts";
import { BlockTally } from "./verdict/block-tally.ts";
import { giveConfidence, giveVerdict, verdictRow } from "./verdict/verdict.ts";
import {
  type ArticleWeights,
  type BlockChances,
  isSure,
  revealPage,
  weighAnew,
  weighAsArticle,
  weighAsOther,
} from "./weigh-blocks.ts";

/** The path of a page, from top to bottom. Training takes the first two parts, an explanation the first. */
const STEPS = {
  describe: {
    /** Hidden prose counts as seen. Of a page with very many blocks, some short ones stand for their neighbours. */
    reveal: ({ page }) => revealPage(page),
    /** Every block is described by its features: text, tags, place, title, stated data, ancestors, neighbours, repetition. */
    features: ({ rows, weighed }) => ({ rows: rows.withFeatures(weighed) }),
    /** Class names and ids are scored by a lexicon that was learned from articles. */
    names: ({ rows, weighed, model }) => ({ rows: rows.withNames(weighed, model.lexicon) }),
    /** The base learners say how much of each block they keep, and how far it is from what they keep. */
    evidence: ({ rows, weighed, hints, baseLearners }) => ({
      rows: rows.withEvidence(weighed, hints, baseLearners),
    }),
  },
  weigh: {
    /** Trees that were learned from articles give every block the probability that it is part of the article. */
    trees: weighByArticleTrees,
    /** The page is judged: what kind it is, and how likely the answer is right. */
    verdict: judgeKind,
    /** Where the trees are unsure, a network in which every block attends to all others weighs the blocks too. */
    network: blendNetwork,
    /** Blocks of a page that is hardly an article are weighed again, by trees and names learned from pages of all kinds. */
    "other trees": weighByOtherTrees,
    /** Blocks are kept from one half on in plain articles, elsewhere from where the expected F1 is best. */
    threshold: ({ tally, otherWeight }) => ({ threshold: chooseThreshold(tally, otherWeight === 0) }),
    /** Unsure blocks of a plain article are weighed again by what is around them: neighbours, their kind, the page as a whole. */
    context: addContext,
    /** Confidence is computed again for the answer as it is weighed now. */
    confidence: judgeAnswer,
    /** Leaves get the score of their block; pictures and captions go with the text around them. */
    leaves: answerByBlocks,
    /** An answer that begins again, such as a copy for another width, is given once. */
    copies: corrected(dropCopies),
    /** A page that shows next to nothing is answered from what its data states. */
    "last resort": corrected(useStatedBody),
    /** Readers are told where the markup hides a good part of the answer. */
    hidden: corrected(warnOfHidden),
    /** The verdict is added, and notes on how the answer was decided. */
    notes: addNotes,
  },
  structures: {
    /** Tables, lists, quotes, figures, code and notes are kept or dropped as wholes. */
    wholes: corrected(judgeStructures),
    /** Of a long text of which the trees kept a good part, all paragraphs are kept. */
    "long text": corrected(keepLongText),
    /** Kept text gets its missing lines, formulas and headings. */
    "complete text": corrected(completeText),
  },
  correct: {
    /** Given a profile of the site, what its pages repeat is dropped. */
    repeated: corrected(dropRepeated),
    /** So is text in places where the site's other articles have none, unless it is surely part of this one. */
    outside: corrected(dropOutside),
    /** The box after a teaser that asks for a subscription is dropped. */
    wall: corrected(dropWall),
    /** Readers' comments are dropped, however long they are. */
    comments: corrected(dropComments),
    /** A story that is on the page twice, such as for print, is given once. */
    "near copies": corrected(dropNearCopies),
    /** Lines around the story are dropped: date, byline, copyright, contact, links to other stories. */
    ends: corrected(trimEnds),
    /** Where nothing is left, the likeliest prose of the page is kept. */
    prose: corrected(keepProse),
    /** A page that shows next to nothing is judged by the data that the answer is from. */
    "empty page": corrected(judgeEmptyPage),
    /** A thread of signed and dated posts is a forum. */
    forum: corrected(judgeForum),
    /** A page whose data calls it a live blog is an article. */
    "live blog": corrected(judgeLiveBlog),
    /** A live blog was published with its first update. */
    "first update": corrected(dateLiveBlog),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Step>>>>;

/** The steps that give the chances after the context; where there is a context, the trees of other pages have no weight. */
const WEIGHED_AGAIN = {
  trees: STEPS.weigh.trees,
  verdict: STEPS.weigh.verdict,
  network: STEPS.weigh.network,
  context: STEPS.weigh.context,
} as const;

/** A step takes what is known of a page and returns what it adds or changes. */
type Step = (state: PageState) => Partial<PageState>;

/** What is known of a page between two steps. */
interface PageState {
  /** As it was given. */
  readonly page: Page;
  readonly hints: Hints;
  readonly model: Omit<FusedModel, "training">;
  readonly baseLearners: BaseLearners;
  /** The network beside the trees of articles. */
  readonly network?: (() => AttentionWeigher) | undefined;
  readonly networkBelow?: number | undefined;
  /** Whether the page is an article, where that is known: in training. */
  readonly isArticle?: boolean | undefined;
  /** The page whose blocks are weighed. */
  readonly weighed: Page;
  /** The weighed block that stands for each block of the page, where not all are weighed. */
  readonly standIn?: Int32Array | undefined;
  /** What is known of each block. */
  readonly rows: BlockRows;
  /** The blocks as the trees of articles weigh them; with the network, `logOdds` are blended. */
  readonly asArticle: ArticleWeights;
  /** The ensemble weight of the network on this page. */
  readonly networkWeight: number;
  readonly verdict?: Verdict | undefined;
  /** The features that the verdict was given by. */
  readonly verdictRow?: Float32Array | undefined;
  /** The ensemble weight of the trees of other pages. */
  readonly otherWeight: number;
  /** The blocks with the chances that the steps so far give them. */
  readonly tally: BlockChances;
  readonly threshold: number;
  /** The ensemble weight of the context trees on this page. */
  readonly contextWeight: number;
  readonly answer: Extraction;
}

/** A step that the method works without. */
type OptionalStep = "context" | keyof (typeof STEPS)["structures"] | keyof (typeof STEPS)["correct"];

/** Which steps are left out, to measure what they bring, and the network. */
export interface FusedOptions {
  /** Steps that are left out. */
  readonly off?: readonly OptionalStep[];
  /** The network beside the trees; none by default. */
  readonly network?: (() => AttentionModel) | undefined;
  /** The network runs where the trees expect a lower F1 of their answer: .9 by default, above 1 everywhere. */
  readonly networkBelow?: number;
}

/** The learned extractor: trees weigh every block by its features, the answers of other extractors among them. */
export function makeFused(
  model: () => FusedModel,
  baseLearners: BaseLearners,
  { off = [], network, networkBelow }: FusedOptions = {},
): Extractor {
  const { describe } = STEPS;
  const parts = [
    describe,
    ...[STEPS.weigh, STEPS.structures, STEPS.correct].map((part) => without(part, off)),
  ];
  const steps = stepsOf(...parts);
  let weigher: AttentionWeigher | undefined;
  const makeWeigher = network && (() => (weigher ??= new AttentionWeigher(network())));
  const start = (page: Page, hints: Hints) =>
    stateOf({ page, hints, model: model(), baseLearners, network: makeWeigher, networkBelow });
  return {
    id: "fused",
    needs: [],
    trainedOn: () => {
      const seen = Object.values(baseLearners).flatMap((learner) => learner.trainedOn?.() ?? []);
      const ofNetwork = network?.().training.domains ?? [];
      return [...new Set([...model().training.domains, ...ofNetwork, ...seen])].sort();
    },
    extract: (page, hints) => runSteps(steps, start(page, hints)).answer,
    explain: (page, hints, answer) => {
      const described = runSteps(stepsOf(describe), start(page, hints));
      const hasContext = (answer.notes?.contextWeight ?? 0) > 0;
      const inContext = hasContext
        ? runSteps(stepsOf(WEIGHED_AGAIN), { ...described }).tally.ofBlock
        : undefined;
      return explainLeaves({ ...described, inContext }, answer);
    },
    trace: (page, hints) => traceSteps(Object.assign({}, ...parts), start(page, hints)),
  };
}

/** Runs steps in order, and records the scores of leaves wherever they change. */
function traceSteps(steps: Readonly<Record<string, Step>>, state: PageState): readonly TracedStep[] {
  const traced: TracedStep[] = [];
  for (const [name, step] of Object.entries(steps)) {
    Object.assign(state, step(state));
    const scores = leafScores(state);
    const before = traced.at(-1)?.scores;
    const isNew = before === undefined || scores.some((score, leaf) => score !== before[leaf]);
    if (scores.length > 0 && isNew) traced.push({ name, scores });
  }
  return traced;
}

/** The scores of leaves after a step: those of the answer, or before there is one those of the blocks; none before they are weighed. */
function leafScores({ page, answer, tally, standIn }: PageState): Float32Array {
  if (answer !== NO_ANSWER) return answer.scores.slice();
  if (tally === NO_WEIGHTS.tally) return NO_ANSWER.scores;
  const { ofLeaf } = page.revealed.blocks;
  return Float32Array.from(ofLeaf, (block) => tally.ofBlock[standIn?.[block] ?? block] ?? 0);
}

/** The models that pages are answered with. */
export type AnswerParts = Pick<PageState, "baseLearners"> & PageState["model"];

/** The answer before structures and corrections, for training; `isArticle` says what is known of the page. */
export function answerPage(
  page: Page,
  hints: Hints,
  parts: AnswerParts,
  isArticle?: boolean,
): { readonly extraction: Extraction; readonly tally: BlockTally } {
  const begun = stateOf({ page, hints, model: parts, baseLearners: parts.baseLearners, isArticle });
  const { answer, asArticle } = runSteps(stepsOf(STEPS.describe, STEPS.weigh), begun);
  return { extraction: answer, tally: asArticle.tally };
}

function stepsOf(...parts: readonly Readonly<Record<string, Step>>[]): readonly Step[] {
  return parts.flatMap((part) => Object.values(part));
}

/** The steps of a part without those that are left out. */
function without(
  part: Readonly<Record<string, Step>>,
  off: readonly string[],
): Readonly<Record<string, Step>> {
  return Object.fromEntries(Object.entries(part).filter(([name]) => !off.includes(name)));
}

/** Runs steps in order. They write into one object: a copy for each step costs about 2 % of the time of a page. */
function runSteps(steps: readonly Step[], state: PageState): PageState {
  for (const step of steps) Object.assign(state, step(state));
  return state;
}

const NO_ROWS = new BlockRows();
const NO_WEIGHTS: ArticleWeights = { tally: new BlockTally(0), logOdds: new Float64Array(0) };
const NO_ANSWER: Extraction = { scores: new Float32Array(0), reasons: new Uint8Array(0) };

/** A page of which nothing is known yet. */
function stateOf(
  given: Pick<
    PageState,
    "page" | "hints" | "model" | "baseLearners" | "network" | "networkBelow" | "isArticle"
  >,
): PageState {
  return {
    ...given,
    weighed: given.page,
    standIn: undefined,
    rows: NO_ROWS,
    asArticle: NO_WEIGHTS,
    networkWeight: 0,
    verdict: undefined,
    verdictRow: undefined,
    otherWeight: 0,
    tally: NO_WEIGHTS.tally,
    threshold: PLAIN_THRESHOLD,
    contextWeight: 0,
    answer: NO_ANSWER,
  };
}

function weighByArticleTrees({ weighed, rows, model }: PageState): Partial<PageState> {
  const asArticle = weighAsArticle(weighed, rows, model.trees);
  return { asArticle, tally: asArticle.tally };
}

/**
 * Pages that are less likely articles are also weighed by the trees of other pages. It is not one half, since old and odd articles look
 * like other pages to the verdict. This and the next were chosen in trials on held-out sets.
 */
const MIN_ARTICLE = 0.2;
/** On pages that are less likely still, the trees for articles have no weight. */
const MAY_BE_ARTICLE = 0.03;

function judgeKind({ weighed, asArticle, model, isArticle }: PageState): Partial<PageState> {
  const row = model.verdict && verdictRow(weighed, asArticle.tally);
  const verdict = row && model.verdict && giveVerdict(row, model.verdict);
  const judged = { verdict, verdictRow: row };
  if (isArticle !== undefined) return { ...judged, otherWeight: Number(!isArticle) };
  const likely = verdict?.isArticle ?? 1;
  if (likely >= MIN_ARTICLE) return judged;
  return { ...judged, otherWeight: likely < MAY_BE_ARTICLE ? 1 : 0.5 };
}

function blendNetwork(state: PageState): Partial<PageState> {
  const { weighed, rows, network, networkBelow, otherWeight, asArticle } = state;
  if (network === undefined || otherWeight === 1) return {};
  if (isSure(asArticle.tally, networkBelow)) return {};
  const { weight } = network();
  const own = network().weigh(weighed, rows);
  if (own === undefined) return {};
  const logOdds = asArticle.logOdds.map((trees, block) => (1 - weight) * trees + weight * own[block]!);
  const blended = { tally: asArticle.tally, logOdds };
  return { asArticle: blended, tally: weighAnew(blended, logOdds), networkWeight: weight };
}

function weighByOtherTrees({ weighed, rows, model, otherWeight, asArticle }: PageState): Partial<PageState> {
  // Articles do not decode these trees.
  const trees = otherWeight === 0 ? undefined : model.otherTrees;
  const tally =
    trees &&
    weighAsOther(weighed, rows.withOtherNames(weighed, model.otherLexicon), {
      trees,
      weight: otherWeight,
      logOdds: asArticle.logOdds,
    });
  rows.release();
  return tally === undefined ? {} : { tally };
}

function addContext({ model, asArticle, otherWeight, tally, threshold }: PageState): Partial<PageState> {
  const trees = model.contextTrees;
  if (trees === undefined || otherWeight > 0 || threshold !== PLAIN_THRESHOLD) return {};
  return { tally: weighInContext(asArticle, tally, trees), contextWeight: CONTEXT_WEIGHT };
}

function judgeAnswer(state: PageState): Partial<PageState> {
  const { model, verdict, verdictRow: row, asArticle, tally, otherWeight } = state;
  const isWeighedAgain = state.networkWeight > 0 || state.contextWeight > 0;
  if (!verdict || !row || !model.verdict || otherWeight > 0 || !isWeighedAgain) return {};
  const { kinds, baseShares, titleDistance } = asArticle.tally;
  const { count, words, chances } = tally;
  const answer = { count, words, chances, kinds, baseShares, titleDistance };
  return { verdict: { ...verdict, confidence: giveConfidence(row, answer, model.verdict) } };
}

function answerByBlocks({ page, standIn, tally, threshold }: PageState): Partial<PageState> {
  const { ofBlock } = tally;
  const chances = standIn === undefined ? ofBlock : Float32Array.from(standIn, (block) => ofBlock[block]!);
  return { answer: scoreLeaves(page.revealed, chances, threshold) };
}

function addNotes({
  answer,
  standIn,
  model,
  threshold,
  verdict,
  otherWeight,
  networkWeight,
  contextWeight,
}: PageState): Partial<PageState> {
  // Reading this property decodes the trees of other pages.
  const otherPagesWeight = otherWeight === 0 || model.otherTrees === undefined ? 0 : otherWeight;
  return {
    answer: {
      ...answer,
      notes: { otherPagesWeight, networkWeight, contextWeight, threshold },
      ...(verdict && { verdict }),
      ...(standIn && { warnings: [...(answer.warnings ?? []), "DENSE_PAGE"] }),
    },
  };
}

/** A step that changes the answer alone. */
function corrected(correct: (page: Page, answer: Extraction, hints: Hints) => Extraction): Step {
  return ({ page, answer, hints }) => ({ answer: correct(page, answer, hints) });
}
