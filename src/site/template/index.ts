export { alignPages, type PageAlignment } from "./align-pages.ts";
export type { AlignedPair } from "./align-sequences.ts";
export { type MiningHelp, mineProfile, type ProfileHead } from "./mine-profile.ts";
export { needsMining, type ProfileDrift } from "./needs-mining.ts";
export { type Attribute, type Instance, readInstance } from "./read-instance.ts";
