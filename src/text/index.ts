export { countWordsIn } from "./count-words.ts";
export { countInk, foldSpaces, hasInk } from "./spaces.ts";
export { countWords, words } from "./words.ts";
