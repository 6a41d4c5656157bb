export { describeBytes } from "./byte-size.ts";
export { FAILURES } from "./failures.data.ts";
export { asNewsError, type FailureCode, NewsError } from "./news-error.ts";
export { faultOfNode } from "./node-version.ts";
