import type { Extraction, Hints, Page, Verdict } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import type { BaseLearners } from "./base-learners.ts";
import { completeText } from "./complete-text.ts";
import { dropWall } from "./drop-wall.ts";
import { explainLeaves } from "./explain.ts";
import type { FusedModel } from "./fused-model.ts";
import { keepProse, useStatedBody, warnOfHidden } from "./last-resort.ts";
import { dropCopies, dropOutside, dropRepeated } from "./leave-out.ts";
import { BlockRows } from "./rows.ts";
import { chooseThreshold, PLAIN_THRESHOLD, scoreLeaves } from "./score-leaves.ts";
import { dateLiveBlog, judgeEmptyPage, judgeForum, judgeLiveBlog } from "./special-pages.ts";
import { judgeStructures } from "./structures.ts";
import { weighedPage } from "./thin-out.ts";
import { BlockTally } from "./verdict/block-tally.ts";
import { giveVerdict } from "./verdict/verdict.ts";
import { weighAsArticle, weighAsOther } from "./weigh-blocks.ts";

/** The path of a page, from top to bottom. Training takes the first two parts, an explanation the first. */
const STEPS = {
  describe: [
    // Hidden prose counts as seen. Of a page with very many blocks, some short ones stand for their neighbours.
    revealPage,
    // Features of every block: text, tags, place, title, stated data, ancestors, neighbours, repetition.
    addFeatures,
    // Names: what classes and ids say, by a lexicon that was learned from articles.
    addNames,
    // Evidence: how much of each block the base learners keep, and how far away it is from what they keep.
    addEvidence,
  ],
  weigh: [
    // Trees that were learned from articles give every block the probability that it is part of the article.
    weighByArticleTrees,
    // Verdict: what kind of page it is, and how likely the answer is right.
    judgeKind,
    // Blocks of a page that is hardly an article are weighed again, by trees and names learned from pages of all kinds.
    weighByOtherTrees,
    // Threshold: one half on plain articles, elsewhere the one with the best expected F1.
    setThreshold,
    // Leaves get the score of their block; pictures and captions go with the text around them.
    answerByBlocks,
    // An answer that begins again, such as a copy for another width, is given once.
    corrected(dropCopies),
    // A page that shows next to nothing is answered from what its data states.
    corrected(useStatedBody),
    // Readers are told where the markup hides a good part of the answer.
    corrected(warnOfHidden),
    // The answer carries the verdict, and how it was decided.
    addVerdict,
  ],
  structures: [
    // Tables, lists, quotes, figures, code and notes are kept or dropped as wholes.
    corrected(judgeStructures),
    // Kept text gets its missing lines, formulas and headings.
    corrected(completeText),
  ],
  correct: [
    // Given a profile of the site, what its pages repeat is dropped.
    corrected(dropRepeated),
    // So is what stands where other pages of the site have no part of their articles, unless it is sure.
    corrected(dropOutside),
    // The box after a teaser that asks for a subscription is dropped.
    corrected(dropWall),
    // Where nothing is left, the likeliest prose of the page is kept.
    corrected(keepProse),
    // A page that shows next to nothing is judged by the data that the answer is from.
    corrected(judgeEmptyPage),
    // A thread of signed and dated posts is a forum.
    corrected(judgeForum),
    // A page whose data calls it a live blog is an article.
    corrected(judgeLiveBlog),
    // A live blog was published with its first update.
    corrected(dateLiveBlog),
  ],
} as const satisfies Readonly<Record<string, readonly Step[]>>;

/** A step takes what is known of a page and returns it with more known. */
type Step = (state: PageState) => PageState;

/** What is known of a page on its way. */
interface PageState {
  /** As it was given. */
  readonly page: Page;
  readonly hints: Hints;
  readonly model: Omit<FusedModel, "training">;
  readonly baseLearners: BaseLearners;
  /** Whether the page is an article, where that is known: in training. */
  readonly isArticle?: boolean | undefined;
  /** The page whose blocks are weighed. */
  readonly weighed: Page;
  /** The weighed block that stands for each block of the page, where not all are weighed. */
  readonly standIn?: Int32Array | undefined;
  /** What is known of each block. */
  readonly rows: BlockRows;
  /** The blocks as the trees of articles weigh them, and their log-odds. */
  readonly articleTally: BlockTally;
  readonly articleLogOdds: Float64Array;
  readonly verdict?: Verdict | undefined;
  /** The ensemble weight of the trees of other pages. */
  readonly otherWeight: number;
  /** The blocks as all trees weigh them. */
  readonly tally: BlockTally;
  readonly threshold: number;
  readonly answer: Extraction;
}

/** What of the method can be switched off, to see what it brings. */
export interface FusedOptions {
  /** How tables, lists and other structures are judged; "whole" is the default. */
  readonly structures?: "whole" | "leaf by leaf";
}

/** The learned extractor: trees weigh every block by its features, the answers of other extractors among them. */
export function makeFusedWith(
  model: () => FusedModel,
  baseLearners: BaseLearners,
  { structures = "whole" }: FusedOptions = {},
): Extractor {
  const { describe, weigh, correct } = STEPS;
  const steps = [...describe, ...weigh, ...(structures === "whole" ? STEPS.structures : []), ...correct];
  const begin = (page: Page, hints: Hints) => startWith({ page, hints, model: model(), baseLearners });
  return {
    id: "fused",
    needs: [],
    trainedOn: () => {
      const seen = Object.values(baseLearners).flatMap((learner) => learner.trainedOn?.() ?? []);
      return [...new Set([...model().training.domains, ...seen])].sort();
    },
    extract: (page, hints) => take(steps, begin(page, hints)).answer,
    explain: (page, hints, answer) => explainLeaves(take(describe, begin(page, hints)), answer),
  };
}

/** What pages are answered with. */
export type AnswerParts = Pick<PageState, "baseLearners"> & PageState["model"];

/** The answer before structures and corrections, for training; `isArticle` says what is known of the page. */
export function answerPage(
  page: Page,
  hints: Hints,
  parts: AnswerParts,
  isArticle?: boolean,
): { readonly extraction: Extraction; readonly tally: BlockTally } {
  const { baseLearners } = parts;
  const begun = startWith({ page, hints, model: parts, baseLearners, isArticle });
  const { answer, articleTally } = take([...STEPS.describe, ...STEPS.weigh], begun);
  return { extraction: answer, tally: articleTally };
}

function take(steps: readonly Step[], begun: PageState): PageState {
  return steps.reduce((state, step) => step(state), begun);
}

const NO_ROWS = new BlockRows();
const NO_TALLY = new BlockTally(0);
const NO_LOG_ODDS = new Float64Array(0);
const NO_ANSWER: Extraction = { scores: new Float32Array(0), reasons: new Uint8Array(0) };

/** A page of which nothing is known yet. */
function startWith(
  given: Pick<PageState, "page" | "hints" | "model" | "baseLearners" | "isArticle">,
): PageState {
  return {
    ...given,
    weighed: given.page,
    rows: NO_ROWS,
    articleTally: NO_TALLY,
    articleLogOdds: NO_LOG_ODDS,
    otherWeight: 0,
    tally: NO_TALLY,
    threshold: PLAIN_THRESHOLD,
    answer: NO_ANSWER,
  };
}

function revealPage(state: PageState): PageState {
  const { page, standIn } = weighedPage(state.page);
  return { ...state, weighed: page, standIn };
}

function addFeatures(state: PageState): PageState {
  return { ...state, rows: state.rows.withFeatures(state.weighed) };
}

function addNames(state: PageState): PageState {
  return { ...state, rows: state.rows.withNames(state.weighed, state.model.lexicon) };
}

function addEvidence(state: PageState): PageState {
  const { weighed, hints, baseLearners } = state;
  return { ...state, rows: state.rows.withEvidence(weighed, hints, baseLearners) };
}

function weighByArticleTrees(state: PageState): PageState {
  const { tally, logOdds } = weighAsArticle(state.weighed, state.rows, state.model.trees);
  return { ...state, tally, articleTally: tally, articleLogOdds: logOdds };
}

/**
 * Pages that are less likely articles are weighed as what they may be. It is not one half: old and odd articles look like other pages
 * to the verdict. Chosen, as is the next, in trials on sets that nothing was trained on.
 */
const MIN_ARTICLE = 0.2;
/** On pages that are less likely still, the trees for articles have no weight. */
const MAY_BE_ARTICLE = 0.03;

function judgeKind(state: PageState): PageState {
  const { model, isArticle } = state;
  const verdict = model.verdict && giveVerdict(state.weighed, state.tally, model.verdict);
  if (isArticle !== undefined) return { ...state, verdict, otherWeight: Number(!isArticle) };
  const likely = verdict?.isArticle ?? 1;
  if (likely >= MIN_ARTICLE) return { ...state, verdict };
  return { ...state, verdict, otherWeight: likely < MAY_BE_ARTICLE ? 1 : 0.5 };
}

function weighByOtherTrees(state: PageState): PageState {
  const { weighed, rows, model, otherWeight: weight, articleLogOdds: logOdds } = state;
  // Not decoded for articles.
  const trees = weight === 0 ? undefined : model.otherTrees;
  const tally =
    trees &&
    weighAsOther(weighed, rows.withOtherNames(weighed, model.otherLexicon), { trees, weight, logOdds });
  rows.release();
  return tally === undefined ? state : { ...state, tally };
}

function setThreshold(state: PageState): PageState {
  return { ...state, threshold: chooseThreshold(state.tally, state.otherWeight === 0) };
}

function answerByBlocks(state: PageState): PageState {
  const { page, standIn, tally, threshold } = state;
  const chances =
    standIn === undefined ? tally.ofBlock : Float32Array.from(standIn, (block) => tally.ofBlock[block]!);
  return { ...state, answer: scoreLeaves(page.revealed, chances, threshold) };
}

function addVerdict(state: PageState): PageState {
  const { answer, standIn, tally, articleTally, threshold, verdict, otherWeight } = state;
  const notes = { otherPagesWeight: tally === articleTally ? 0 : otherWeight, threshold };
  const { warnings = [] } = answer;
  return {
    ...state,
    answer: {
      ...answer,
      notes,
      ...(verdict && { verdict }),
      ...(standIn && { warnings: [...warnings, "DENSE_PAGE"] }),
    },
  };
}

/** A step that changes the answer alone. */
function corrected(correct: (page: Page, answer: Extraction, hints: Hints) => Extraction): Step {
  return (state) => ({ ...state, answer: correct(state.page, state.answer, state.hints) });
}
