export { areaUnderCurve, type Forecast } from "./auc.ts";
export { authorSet, titleExact } from "./author-set.ts";
export { bestBlock } from "./best-block.ts";
export { calibrationError, type ReliabilityBin, reliability } from "./calibration.ts";
export { openingKept } from "./opening.ts";
export { publishedDay } from "./published-day.ts";
export { isWholeArticle, shingleScore, shingleTokens } from "./shingles.ts";
export { snippetsDropped, snippetsKept } from "./snippets.ts";
export { textOnlyScore } from "./text-only-score.ts";
