export { type ExtractOptions, extract } from "./extract.ts";
