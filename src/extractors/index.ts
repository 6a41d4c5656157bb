import { CORE_EXTRACTORS } from "./core-extractors.ts";
import { coreex } from "./coreex.ts";
import { ECON_PAPER, makeEcon } from "./econ.ts";
import type { Extractor } from "./extractor.ts";
import {
  type BiasedExtractorId,
  EXTRACTOR_IDS,
  type ExtractorId,
  type PaperExtractorId,
  type SettingsName,
} from "./extractor-ids.ts";
import { makeFused } from "./fused/index.ts";
import { makeLean, makeQuick } from "./lean/index.ts";
import {
  shippedAttention,
  shippedBaseLearners,
  shippedFused,
  shippedLean,
  shippedModel,
  shippedQuick,
  shippedRoles,
  shippedWrapper,
  skimmingMss,
} from "./models.ts";
import { readMssModel } from "./mss/features.ts";
import { longestCell, makeSimpleMss } from "./mss/model-free.ts";
import { PAPER_OPTIONS as MSS_PAPER, makeMss, makeMssFamily } from "./mss/supervised.ts";
import { PAPER_OPTIONS as RELEVANCE_PAPER } from "./relevance/options.ts";
import { makeRelevance } from "./relevance/relevance.ts";
import { makeTemplate } from "./template/index.ts";
import { makeVips } from "./vips/vips.ts";
import { makeWrapper } from "./wrapper/wrapper.ts";

export type { Extractor, Need, TracedStep } from "./extractor.ts";
export {
  BIASED_EXTRACTOR_IDS,
  type BiasedExtractorId,
  DEFAULT_EXTRACTOR,
  EXTRACTOR_IDS,
  EXTRACTOR_NAMES,
  type ExtractorId,
  type ExtractorName,
  hasPaperSettings,
  isExtractorId,
  isExtractorName,
  PAPER_EXTRACTOR_IDS,
  type PaperExtractorId,
  type SettingsName,
  takesBias,
  takesModel,
} from "./extractor-ids.ts";
export {
  ANCESTOR_FACTORS,
  type AnswerParts,
  type AttentionModel,
  answerPage,
  BARE_VERDICT_FEATURES,
  type BareVerdict,
  bareVerdictRow,
  CONTEXT_FEATURES,
  type ContextRows,
  contextRows,
  FUSED_FEATURES,
  type FusedModel,
  fusedRows,
  Lexicon,
  OTHER_NAME_FEATURES,
  packFusedModel,
  type RowParts,
  type TokenWeight,
  VERDICT_FEATURE_NAMES,
  VERDICT_TYPES,
  type VerdictModel,
  verdictRow,
} from "./fused/index.ts";
export {
  LEAN_CONTEXT,
  LEAN_FEATURES,
  type LeanModel,
  LeanRows,
  leanContextRows,
  type PlacedBlocks,
  packLeanModel,
  QUICK_FEATURES,
  weighBlocks,
} from "./lean/index.ts";
export { extractorFromModel, type ModelExtractors, openModel, TEMPLATE_METHOD } from "./models.ts";
export {
  FEATURE_READERS,
  FEATURES,
  type Feature,
  type MssModel,
  packMssModel,
  readMssModel,
  TokenFeatures,
  WINDOW_TOKENS,
} from "./mss/features.ts";
export { coverMarks, judgeSpan } from "./mss/judge-span.ts";
export type { SimpleMssOptions } from "./mss/model-free.ts";
export { makeMssSite, packSiteModel, type SiteModel, type SiteTable } from "./mss/site-model.ts";
export {
  FULL_IMPORTANCE,
  isSupervisedSettings,
  type Judgement,
  makeSiteJudge,
  makeSupervisedJudge,
  readEntries,
  type SiteCounts,
  type SiteFeature,
  type SiteKnowledge,
  type SiteTokens,
  type SupervisedSettings,
} from "./mss/site-scores.ts";
export { maximumSubsequence } from "./mss/subsequences.ts";
export {
  type MssExtractor,
  type MssOptions,
  makeMss,
  PAPER_OPTIONS,
  type RankedSpan,
} from "./mss/supervised.ts";
export { tokenise } from "./mss/tokenise.ts";
export { type Forms, LAST_TAG_KIND, makeForms, type Span, TOKEN, type Tokens } from "./mss/tokens.ts";
export { PAPER_OPTIONS as RELEVANCE_PAPER, type RelevanceOptions } from "./relevance/options.ts";
export { blocksIn, segmentPage, type VipsOptions, type VisualBlock } from "./vips/segment-page.ts";
export {
  BODY_FEATURES,
  bodyRow,
  bodyRule,
  findBodyCandidates,
  findCategoryNames,
  findTitleCandidates,
  preferStated,
  TITLE_FEATURES,
  titleRow,
  titleRule,
} from "./wrapper/candidates.ts";
export {
  type AnsweredBlocks,
  answeredBlocks,
  BLOCK_EVIDENCE,
  blockChances,
  CONFIDENCE_FEATURES,
  confidenceRow,
  eachEvidenceBatch,
  type JudgedLeaves,
  type WrappedPage,
} from "./wrapper/evidence.ts";
export {
  FEATURE_CHOICES,
  type FeatureChoice,
  type Manner,
  MeasuredPage,
  PARAGRAPH_CHOICES,
  type ParagraphChoice,
  SCREEN_CHOICES,
  type ScreenChoice,
  TITLE_CHOICES,
  type TitleChoice,
  WRAPPER_DEFAULTS,
  WRAPPER_PAPER,
  type WrapperSettings,
} from "./wrapper/measured-page.ts";
export { BodyBlocks, NOISE_FEATURE_NAMES } from "./wrapper/noise.ts";
export { roundRow, SupportVectorMachine } from "./wrapper/svm.ts";
export { PAGE_FEATURES, pageRow, type VerdictTrees } from "./wrapper/verdict.ts";
export {
  type Judges,
  judgeBody,
  layoutFor,
  packWrapperModel,
  readWrapperModel,
  type WrapperModel,
  wrapPage,
} from "./wrapper/wrapper.ts";
export {
  makeFused,
  makeLean,
  makeMssFamily,
  makeQuick,
  makeRelevance,
  makeSimpleMss,
  makeTemplate,
  makeVips,
  makeWrapper,
  shippedAttention,
  shippedBaseLearners,
  shippedFused,
  shippedModel,
  shippedRoles,
  shippedWrapper,
};

/** Every extractor, by its id. */
export const EXTRACTORS = {
  fused: makeFused(shippedFused, shippedBaseLearners(), { network: shippedAttention }),
  quick: makeQuick(shippedQuick, skimmingMss),
  lean: makeLean(shippedLean),
  ...CORE_EXTRACTORS,
  coreex,
  "longest-cell": longestCell,
  "mss-simple": makeSimpleMss(),
  relevance: makeRelevance(),
  ...makeMssFamily(shippedModel),
  wrapper: makeWrapper(shippedWrapper),
  vips: makeVips(),
  template: makeTemplate(CORE_EXTRACTORS.econ),
} as const satisfies Record<ExtractorId, Extractor>;

/** The extractors that need only a page; without a profile of the site, the others are their fall-backs. */
export const ONE_PAGE_EXTRACTORS: readonly ExtractorId[] = EXTRACTOR_IDS.filter(
  (id) => !EXTRACTORS[id].needs.includes("siteProfile"),
);

/** The bias of the paper's CleanEval variant (7.7). */
const CLEANEVAL_BIAS = 0.14;

/**
 * The extractors with the settings of their papers, for those who compare, by their usual ids; those of MSS with the model
 * of a file's JSON, or with the shipped one.
 */
export function makePaperExtractors(model?: unknown): Readonly<Record<PaperExtractorId, Extractor>> {
  // Read here and not on the first page, so that a bad model fails at once.
  const own = model === undefined ? undefined : readMssModel(model);
  const counts = () => own ?? shippedModel();
  return {
    econ: makeEcon(ECON_PAPER),
    relevance: makeRelevance(RELEVANCE_PAPER),
    mss: makeMss("mss", counts, MSS_PAPER),
    "mss-hr": makeMss("mss-hr", counts, { ...MSS_PAPER, cutAtRule: true }),
    "mss-unigram": makeMss("mss-unigram", counts, { ...MSS_PAPER, lookUp: "unigram", bias: CLEANEVAL_BIAS }),
  };
}

/** How extractors with a bias are made. */
interface BiasRequest {
  /** Added to every token's score. */
  readonly bias: number;
  readonly settings?: SettingsName | undefined;
  /** The JSON of a model of MSS; without one, the shipped model. */
  readonly model?: unknown;
}

/** The extractors of supervised MSS with a bias, by their usual ids: one above 0 finds longer articles, one below shorter. */
export function makeBiasedExtractors(request: BiasRequest): Readonly<Record<BiasedExtractorId, Extractor>> {
  const { bias, settings, model } = request;
  const own = model === undefined ? undefined : readMssModel(model);
  return makeMssFamily(() => own ?? shippedModel(), { ...(settings === "paper" && MSS_PAPER), bias });
}
