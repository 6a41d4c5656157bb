export type { Blocks } from "./blocks.ts";
export { findDataTables, type TableForm } from "./data-tables.ts";
export type { Declared } from "./declared-language.ts";
export {
  type Cut,
  type Extraction,
  type ExtractionNotes,
  type Facts,
  type Hints,
  KEEP_SCORE,
  REASONS,
  type Reason,
  reasonCode,
  type StatedBody,
  type Verdict,
} from "./extraction.ts";
export {
  BLOCK_FEATURES,
  type BlockFeature,
  type BlockFeatures,
  ClassTokens,
  computeBlockFeatures,
  FEATURE_FAMILIES,
  FEATURE_UNITS,
  type FeatureFamily,
  type RowBatch,
} from "./features/index.ts";
export { hasAnyKey, hasKey, hasLetters, headlineKey } from "./headline-key.ts";
export { type JsonLd, resolveReference } from "./json-ld.ts";
export { hasToken, type Landmarks } from "./landmarks.ts";
export { DISPLAYS, type Display, type Layout, type Screen } from "./layout.ts";
export { leafWords } from "./leaf-words.ts";
export { IMAGE_LEAF, LEAF_KINDS, type LeafKind, type Leaves, leafAt, TEXT_LEAF } from "./leaves.ts";
export type { Link } from "./links.ts";
export { keptShare, liveEntries } from "./live-entries.ts";
export { isOfType, type MainThings, statedUrls } from "./main-things.ts";
export type { Meta } from "./meta.ts";
export type { Microdata } from "./microdata.ts";
export { Page } from "./page.ts";
export { plainText } from "./plain-text.ts";
export { findProse, MIN_PROSE_WORDS, type ProseBlock, showsConsent, speaksOfConsent } from "./prose.ts";
export { reveal } from "./reveal.ts";
export { countShownWords, isShell } from "./shell.ts";
export { shownText } from "./shown-text.ts";
export {
  type ArticleTemplate,
  PATH_STEPS,
  type PathSteps,
  type SiteProfile,
  TEMPLATE_ROLES,
  type TemplatePath,
  type TemplateRole,
} from "./site-profile.ts";
export { scriptedBody, statedBody } from "./stated-body.ts";
export { firstText, firstThing, isThing, type Thing, textOf, typesOf, valuesOf } from "./thing.ts";
export { type TimedEntry, timedEntries } from "./timed-entries.ts";
export type { TitleCandidate, TitleSource } from "./titles.ts";
export { WALL_WORDS } from "./wall-words.data.ts";
