// The papers' methods with their own options, and what learns from the pages of one site: for research, not for extracting.

export {
  blocksIn,
  type MssExtractor,
  type MssModel,
  type MssOptions,
  makeMss,
  makePaperExtractors,
  makeRelevance,
  makeSimpleMss,
  makeVips,
  PAPER_OPTIONS as MSS_PAPER,
  type PaperExtractorId,
  packSiteModel,
  type RankedSpan,
  RELEVANCE_PAPER,
  type RelevanceOptions,
  readMssModel,
  type SimpleMssOptions,
  type SiteModel,
  segmentPage,
  shippedModel,
  type VipsOptions,
  type VisualBlock,
} from "./extractors/index.ts";
export {
  LEARN_PAPER,
  type LearnOptions,
  type LearnRequest,
  learnMss,
  learnSiteModel,
  type RoundReport,
} from "./train/index.ts";
