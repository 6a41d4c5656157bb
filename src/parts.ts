// What `makeExtract` of galley/core can be given: the parts with data of their own, one by one, so that a bundle has only those it names.

export { pageWarnings, pictureReader } from "./assemble/index.ts";

export { decodeCharset } from "./html/decode-charset.ts";
export { detectCharset } from "./html/detect-charset.ts";
export { shownReader } from "./metadata/index.ts";
export { fitProfile } from "./profile/index.ts";
export { makeRoleReader, type RoleModel, readRoleModel } from "./roles/index.ts";
export { makeLanguageDetector } from "./text/index.ts";
export { publicSuffixes } from "./url/public-suffixes.ts";
