export { countWordsIn } from "./count-words.ts";
export { countInk, foldSpaces, hasInk } from "./spaces.ts";
export { countWords, WORD, words } from "./words.ts";
