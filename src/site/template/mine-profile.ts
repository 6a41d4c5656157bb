import type { Extractor } from "../../extractors/index.ts";
import type { Page, SiteProfile } from "../../page/index.ts";
import { RepeatedBlocks } from "../repeated/index.ts";
import { collectOutside } from "./collect-outside.ts";
import { mineTemplates } from "./mine-templates.ts";
import { readPage } from "./page-reading.ts";

/** Pages that templates are mined from; each is compared with all others, and more change next to nothing. */
const MAX_PAGES = 60;

/** What a profile says of itself. */
export interface ProfileHead {
  /** The registrable domain, or what the site is called. */
  readonly site: string;
  /** When it is mined, ISO 8601. */
  readonly made: string;
}

/** What is known of the pages besides. */
export interface MiningHelp {
  /** Pages that section pages link to side by side: they are compared with each other first. */
  readonly groups?: readonly (readonly Page[])[];
  /** Says what of a page is no article: comments longer than the stories are then not taken for them, and `outside` is known. */
  readonly judge?: Extractor;
}

/** The profile of a site from its article pages; the same pages in the same order make the same one. */
export function mineProfile(
  pages: readonly Page[],
  { site, made }: ProfileHead,
  { groups = [], judge }: MiningHelp = {},
): SiteProfile {
  const repeated = new RepeatedBlocks();
  for (const page of pages) repeated.add(page);
  const sample = pages.slice(0, MAX_PAGES);
  const answered = judge && sample.map((page) => ({ page, answer: judge.extract(page, {}) }));
  const templates = mineTemplates(
    sample.map((page, at) => readPage(page, answered?.[at]?.answer)),
    groups,
  );
  return {
    ...{ format: "galley-site-profile", version: 1, site, made, ...repeated.result() },
    ...(answered && { outside: collectOutside(answered) }),
    templates,
  };
}
