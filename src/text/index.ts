export { countWordsIn } from "./count-words.ts";
export { foldSpaces, hasInk } from "./spaces.ts";
export { countWords, words } from "./words.ts";
