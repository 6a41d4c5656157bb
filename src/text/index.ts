export { countWordsIn } from "./count-words.ts";
export { hashText, joinHashes } from "./hash.ts";
export { isUnspaced, segmentRun } from "./segment.ts";
export { countInk, foldSpaces, hasInk } from "./spaces.ts";
export { countWords, WORD, words } from "./words.ts";
