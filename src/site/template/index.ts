export { alignPages } from "./align-pages.ts";
export { mineProfile, needsMining, type ProfileDrift, type ProfileHead } from "./mine-profile.ts";
