export { FAILURES } from "./failures.data.ts";
export {
  asNewsError,
  demandInteger,
  describeBytes,
  type FailureCode,
  faultOfNode,
  NewsError,
} from "./news-error.ts";
