export { type AlignedPair, alignPages, type PageAlignment } from "./align-pages.ts";
export {
  type MiningHints,
  mineProfile,
  needsMining,
  type ProfileDrift,
  type ProfileHead,
} from "./mine-profile.ts";
