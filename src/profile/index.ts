export {
  findProseLeaves,
  fitProfile,
  fitTemplate,
  PROFILE_LIMITS,
  readSiteProfile,
  type TemplateFit,
  templateRoles,
} from "./fit-template.ts";
export { type AnsweredPage, collectOutside, hashPlaces, NO_PATH, outsideShare, PathTree } from "./places.ts";
export { collectRepeated, hashBlocks, hashName, RepeatedBlocks, repeatedShare } from "./repeated-blocks.ts";
