/** The id of every registered extractor, in the order of the help; a separate list, since checking a name needs no model. */
export const EXTRACTOR_IDS = [
  "fused",
  "quick",
  "lean",
  "econ",
  "paragraphs",
  "everything",
  "coreex",
  "longest-cell",
  "mss-simple",
  "relevance",
  "mss",
  "mss-hr",
  "mss-unigram",
  "wrapper",
  "vips",
  "template",
] as const;

/** The id of a registered extractor. */
export type ExtractorId = (typeof EXTRACTOR_IDS)[number];

/** The extractor used where none is named. */
export const DEFAULT_EXTRACTOR = "fused" satisfies ExtractorId;

/** The ids of the extractors that can be given a model. */
const MODEL_EXTRACTOR_IDS = [
  "mss",
  "mss-hr",
  "mss-unigram",
  "mss-site",
  "fused",
  "wrapper",
  "template",
] as const;

/** The id of an extractor that can be given a model. */
export type ModelExtractorId = (typeof MODEL_EXTRACTOR_IDS)[number];

/** The id of an extractor that is registered, or that a model makes. */
export type ExtractorName = ExtractorId | ModelExtractorId;

/** The ids of all extractors, those that always need a model last. */
export const EXTRACTOR_NAMES: readonly ExtractorName[] = [
  ...new Set([...EXTRACTOR_IDS, ...MODEL_EXTRACTOR_IDS]),
];

/** The ids of the extractors that can be given the settings of their papers. */
export const PAPER_EXTRACTOR_IDS = ["econ", "relevance", "mss", "mss-hr", "mss-unigram"] as const;

/** The id of an extractor that can be given the settings of its paper. */
export type PaperExtractorId = (typeof PAPER_EXTRACTOR_IDS)[number];

/** The ids of the extractors that can be given a bias: supervised MSS. */
export const BIASED_EXTRACTOR_IDS = ["mss", "mss-hr", "mss-unigram"] as const;

/** The id of an extractor that can be given a bias. */
export type BiasedExtractorId = (typeof BIASED_EXTRACTOR_IDS)[number];

/** The settings that can be asked for by name: those of an extractor's paper. */
export const SETTINGS = ["paper"] as const;

/** The name of settings other than the default. */
export type SettingsName = (typeof SETTINGS)[number];

/** Whether a word names a registered extractor. */
export function isExtractorId(word: string): word is ExtractorId {
  return EXTRACTOR_IDS.some((id) => id === word);
}

/** Whether a word names an extractor that can be given a model. */
export function takesModel(word: string): word is ModelExtractorId {
  return MODEL_EXTRACTOR_IDS.some((id) => id === word);
}

/** Whether a word names an extractor, registered or made by a model. */
export function isExtractorName(word: string): word is ExtractorName {
  return isExtractorId(word) || takesModel(word);
}

/** Whether a word names an extractor that can be given a bias. */
export function takesBias(word: string): word is BiasedExtractorId {
  return BIASED_EXTRACTOR_IDS.some((id) => id === word);
}

/** Whether a word names an extractor that can be given the settings of its paper. */
export function hasPaperSettings(word: string): word is PaperExtractorId {
  return PAPER_EXTRACTOR_IDS.some((id) => id === word);
}
