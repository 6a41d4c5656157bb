export { coverMarks } from "./edges.ts";
export { FEATURE_READERS, FEATURES, type Feature, TokenFeatures, WINDOW_TOKENS } from "./features.ts";
export { judgeSpan } from "./judge-span.ts";
export { type MssModel, packMssModel, readMssModel } from "./mss-model.ts";
export { makeMssSite, packSiteModel, type SiteModel, type SiteTable } from "./site-model.ts";
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
} from "./site-scores.ts";
export { maximumSubsequence } from "./subsequences.ts";
export {
  type MssExtractor,
  type MssOptions,
  makeMss,
  makeMssFamily,
  PAPER_OPTIONS,
  type RankedSpan,
} from "./supervised.ts";
export { tokenise } from "./tokenise.ts";
export { type Forms, LAST_TAG_KIND, makeForms, type Span, TOKEN, type Tokens } from "./tokens.ts";
