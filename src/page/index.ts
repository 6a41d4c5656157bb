export { COMMENT_HEADING, REPLY_WORDS } from "./comment-words.data.ts";
export { findCommentSections, isWriterMarked, namedCommentSections, readComments } from "./comments.ts";
export { EMBED_CLASSES } from "./embeds.data.ts";
export {
  type Announcement,
  type ArticleTemplate,
  type Cut,
  type Extraction,
  type Facts,
  type Hints,
  KEEP_SCORE,
  type LeafRoles,
  PATH_STEPS,
  type PathSteps,
  REASONS,
  type Reason,
  reasonCode,
  type SiteProfile,
  type StatedBody,
  TEMPLATE_ROLES,
  type TemplatePath,
  type TemplateRole,
  type Verdict,
} from "./extraction.ts";
export { BLOCK_FEATURES, FEATURE_FAMILIES } from "./features/block-features.data.ts";
export { computeBlockFeatures } from "./features/block-features.ts";
export { ClassTokens, classIds } from "./features/class-tokens.ts";
export type { RowBatch } from "./features/feature-context.ts";
export { FEATURE_UNITS, UNIT } from "./features/text-scan.ts";
export {
  findDataTables,
  hasToken,
  type Link,
  metaTexts,
  shortAttribute,
  type TableForm,
} from "./landmarks.ts";
export {
  type Blocks,
  IMAGE_LEAF,
  LEAF_KINDS,
  type LeafKind,
  type Leaves,
  leafAt,
  leafWords,
  TEXT_LEAF,
} from "./leaves.ts";
export { RIGHTS_WORDS, WALL_WORDS } from "./notice-words.data.ts";
export { DISPLAYS, type Display, type Layout, Page, type Screen, statedUrls } from "./page.ts";
export { plainText, shownText } from "./plain-text.ts";
export {
  countShownWords,
  findProse,
  isShell,
  MIN_PROSE_WORDS,
  type ProseBlock,
  showsConsent,
  speaksOfConsent,
} from "./prose.ts";
export {
  asLabel,
  breadcrumbNames,
  isSiteName,
  MAX_LABEL_WORDS,
  publisherName,
  SECTION_METAS,
  SITE_METAS,
  sectionKeys,
  siteNames,
  siteThingName,
  thingName,
} from "./site-words.ts";
export {
  firstText,
  firstThing,
  isOfType,
  isThing,
  resolveReference,
  type Thing,
  textOf,
  typesOf,
  valuesOf,
} from "./structured-data.ts";
export { keptShare, liveEntries, statesTime, type TimedEntry, timedEntries } from "./timed-entries.ts";
export {
  hasLetters,
  headlineKey,
  type TitleCandidate,
  type TitleSource,
} from "./titles.ts";
