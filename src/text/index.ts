export * as UNITS from "./character-classes.data.ts";
export {
  eachUnit,
  fillUnits,
  fillUnspaced,
  INVISIBLE,
  isAsciiDigit,
  isAsciiLetter,
  isAsciiSpace,
  LazyTable,
  LOWER_UNITS,
  lowerAscii,
  lowerCaseTable,
  UNIT_COUNT,
} from "./character-classes.ts";
export { countInk, dropUnseen, foldSpaces, hasInk } from "./clean-text.ts";
export { type DetectedLanguage, type LanguageDetector, makeLanguageDetector } from "./detect-language.ts";
export { HASH_START, HASH_STEP, HashIds, hashText, joinHashes } from "./hash.ts";
export { copyOf, rememberWords } from "./remember-words.ts";
export { FOLDED_UNITS, type UnspacedWords, WORD_UNITS, WordScan } from "./scan-words.ts";
export { ScratchArena } from "./scratch-arena.ts";
export { segmentRuns } from "./segment.ts";
export { languageCode, stopWords } from "./stop-words.ts";
export { hashWord, WordNumbers } from "./word-numbers.ts";
export { countWords, countWordsIn, WORD, words } from "./words.ts";
