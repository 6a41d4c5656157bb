export { findProse } from "./find-prose.ts";
export { fitProfile, templateRoles } from "./fit-profile.ts";
export { outsideShare } from "./outside-share.ts";
export { NO_PATH, PathTree } from "./path-tree.ts";
export { hashPlaces } from "./place-hashes.ts";
export { readSiteProfile } from "./read-site-profile.ts";
export { makeTemplate } from "./template.ts";
