import type { Article } from "../../article/index.ts";
import { extract } from "../../default-extract.ts";
import { EXTRACTORS, makeTemplate } from "../../extractors/index.ts";
import type { Page, SiteProfile } from "../../page/index.ts";
import { type Attribute, readAttributes } from "./read-attributes.ts";
import { readPlace } from "./read-place.ts";

export type { Attribute };

/** An article as an instance of its site: its attributes, those too that the page itself labels. */
export interface Instance extends Pick<Article, "title" | "authors" | "published" | "text" | "warnings"> {
  /** Where it was written. */
  readonly place: string | null;
  readonly attributes: readonly Attribute[];
}

/** Articles that fit no template of their site are read by the default method. */
const TEMPLATE = makeTemplate(EXTRACTORS.fused);

/** Reads an article page by the template of its site; `null` means that the page does not say. */
export function readInstance(page: Page, profile: SiteProfile): Instance {
  const article = extract({ page }, { extractor: TEMPLATE, siteProfile: profile });
  const { title, authors, published, text, warnings } = article;
  const place = readPlace(page, text) ?? null;
  return { title, authors, published, place, text, attributes: readAttributes(page, profile), warnings };
}
