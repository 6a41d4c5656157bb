export { FAILURES } from "./failures.data.ts";
export { asNewsError, describeBytes, type FailureCode, faultOfNode, NewsError } from "./news-error.ts";
