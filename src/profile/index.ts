export { findProseLeaves, fitProfile, fitTemplate, type TemplateFit, templateRoles } from "./fit-template.ts";
export { type AnsweredPage, collectOutside, hashPlaces, NO_PATH, outsideShare, PathTree } from "./places.ts";
export { PROFILE_LIMITS, readSiteProfile } from "./read-site-profile.ts";
export { collectRepeated, hashBlocks, hashName, RepeatedBlocks, repeatedShare } from "./repeated-blocks.ts";
