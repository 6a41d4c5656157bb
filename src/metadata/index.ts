export { readDate } from "./dates.ts";
export type { Found, MetadataOptions, ShownReader } from "./evidence.ts";
export { TEXT_AGAINST_DECLARED } from "./language.ts";
export { type Metadata, readMetadata, readTitle } from "./metadata.ts";
export { isLabel, isPersonName, isSignature, readNames, untilDetails } from "./read-names.ts";
export { BY_LABELS, BY_WORDS, DATE_LABELS } from "./shown-labels.data.ts";
export { findShownParts, type ShownParts } from "./shown-parts.ts";
export { shownReader } from "./shown-reader.ts";
