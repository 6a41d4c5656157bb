export * as UNITS from "./character-classes.data.ts";
export {
  countInk,
  dropUnseen,
  eachUnit,
  fillUnits,
  fillUnspaced,
  foldSpaces,
  hasInk,
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
export { type DetectedLanguage, type LanguageDetector, makeLanguageDetector } from "./detect-language.ts";
export {
  bandsOf,
  COPY_SHARE,
  commonShare,
  HASH_START,
  HASH_STEP,
  hashText,
  joinHashes,
  minHash,
  seededRandom,
} from "./hash.ts";
export { fillCells, HashIds, HashTable, MAX_PROBES, replaceKeys } from "./hash-table.ts";
export {
  FOLDED_UNITS,
  resizedInts,
  segmentRuns,
  type UnspacedWords,
  WORD_UNITS,
  WordScan,
} from "./scan-words.ts";
export { ScratchArena } from "./scratch-arena.ts";
export { alignRows, type Column, tabbedRows } from "./table-lines.ts";
export { copyOf, hashWord, rememberWords, WordNumbers } from "./word-cache.ts";
export {
  commonItems,
  countWords,
  countWordsIn,
  dropInvisible,
  languageCode,
  stopWords,
  WORD,
  words,
} from "./words.ts";
