export { makeExtract } from "./make-extract.ts";
