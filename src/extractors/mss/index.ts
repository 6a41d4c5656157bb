export { FEATURE_READERS, FEATURES, type Feature, TokenFeatures, WINDOW_TOKENS } from "./features.ts";
export { type Forms, makeForms } from "./forms.ts";
export { judgeSpan } from "./judge-span.ts";
export { type MssModel, packMssModel, readMssModel } from "./mss-model.ts";
export { maximumSubsequence } from "./subsequences.ts";
export { type MssOptions, makeMss } from "./supervised.ts";
export { tokenise } from "./tokenise.ts";
export { LAST_TAG_KIND, type Span, TOKEN, type Tokens } from "./tokens.ts";
