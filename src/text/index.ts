export { countWordsIn } from "./count-words.ts";
export { HASH_START, HASH_STEP, hashText, joinHashes } from "./hash.ts";
export { languageCode } from "./language-code.ts";
export { type UnspacedWords, WordScan } from "./scan-words.ts";
export { isUnspaced, segmentRun } from "./segment.ts";
export { countInk, foldSpaces, hasInk } from "./spaces.ts";
export { stopWords } from "./stop-words.ts";
export { WordNumbers } from "./word-numbers.ts";
export { countWords, WORD, words } from "./words.ts";
