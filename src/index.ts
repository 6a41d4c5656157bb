export * from "./core.ts";
export { extract } from "./extract.ts";
export { detectCharset } from "./html/detect-charset.ts";
