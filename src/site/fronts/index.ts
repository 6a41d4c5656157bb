export { type ArticleLink, articleLinks, linkGroup, spreadLinks } from "./article-links.ts";
export { type FollowOptions, followSections, type Visit } from "./follow-sections.ts";
export type { Front } from "./front.ts";
