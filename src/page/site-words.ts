import { addressParts, registrableDomain, type Suffixes } from "../url/index.ts";
import { metaTexts } from "./landmarks.ts";
import type { Page } from "./page.ts";
import {
  firstText,
  firstThing,
  isOfType,
  isThing,
  resolveReference,
  type Thing,
  textOf,
  valuesOf,
} from "./structured-data.ts";
import { headlineKey } from "./titles.ts";

/** Names of sites and sections have at most this many words; headlines have more. */
export const MAX_LABEL_WORDS = 3;

/** The metas that name the site besides OpenGraph's. */
export const SITE_METAS = [
  "application-name",
  "apple-mobile-web-app-title",
  "dc.publisher",
  "dcterms.publisher",
  "publisher",
  "al:android:app_name",
] as const;

const SITE_TYPES: ReadonlySet<string> = new Set(["website", "newsmediaorganization", "organization"]);

/** What the names of a site are read with. */
interface SiteNameOptions {
  /** Knows under which suffixes domains are registered. */
  readonly suffixes?: Suffixes | undefined;
  /** Whether a publisher's name is somebody else's. */
  readonly isOther?: (name: string) => boolean;
}

/** Every name that a page gives its site, most trusted first, and its domain with and without the suffix. */
export function siteNames(
  page: Page,
  { suffixes, isOther = () => false }: SiteNameOptions = {},
): readonly string[] {
  const domain = registrableDomain(page.url ?? page.canonicalUrl ?? "", suffixes);
  const own = metaTexts(page, ["og:site_name"]);
  const publishers = [...metaTexts(page, SITE_METAS), publisherName(page) ?? ""];
  const names = [
    ...own,
    ...publishers.filter((name) => own.includes(name) || !isOther(name)),
    siteThingName(page) ?? "",
    domain ?? "",
    domain?.split(".")[0] ?? "",
  ];
  return names.filter((name) => headlineKey(name) !== "");
}

/** The publisher that the structured data states. */
export function publisherName(page: Page): string | undefined {
  const { article, webPage, item } = page.mainThings;
  for (const thing of [article, webPage, item]) {
    const publisher = firstThing(thing, "publisher") ?? firstThing(thing, "sourceOrganization");
    const name = publisher && thingName(resolveReference(publisher, page.jsonLd));
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The name of the site or the organisation that the structured data describes. */
export function siteThingName({ jsonLd }: Page): string | undefined {
  for (const thing of jsonLd.things) {
    const name = isOfType(thing, SITE_TYPES) ? thingName(thing) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The name of a thing of structured data. */
export function thingName(thing: Thing): string | undefined {
  return firstText(thing, "name") ?? firstText(thing, "alternateName");
}

/** If a text contains the name or the reverse ("The Daily Example Sport"), the shorter must be this much of the longer. */
const MIN_SHARE = 0.5;

/** A site that signs with its address; other endings are names of things too (Node.js, ASP.NET). */
const HOST_NAME = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org)$/i;

/** Whether a piece of a title is the site's name, given the folded names of the site. */
export function isSiteName(piece: string, siteKeys: readonly string[]): boolean {
  const key = headlineKey(piece);
  if (key === "" || HOST_NAME.test(piece)) return true;
  return siteKeys.some((name) => {
    if (name.length < 2) return false;
    const [short, long] = key.length < name.length ? [key, name] : [name, key];
    return long.includes(short) && short.length / long.length >= MIN_SHARE;
  });
}

/** The metas that name the section, by the vocabulary they belong to. */
export const SECTION_METAS = {
  og: ["article:section", "og:article:section", "og:section"],
  parsely: ["parsely-section", "sailthru.section", "dc.subject.section"],
  meta: ["section", "category", "cxenseparse:category", "page.section"],
} as const;

const BREADCRUMB: ReadonlySet<string> = new Set(["breadcrumblist"]);

/** A label is short; longer texts and addresses are something else. */
const MAX_LABEL = 60;

/** A text that can be the name of a section; undefined where it is too long or an address. */
export function asLabel(text: string): string | undefined {
  return text.length > MAX_LABEL || /^https?:/i.test(text) ? undefined : text;
}

/** The steps of the breadcrumb that the structured data states. */
export function breadcrumbNames(page: Page): readonly (string | undefined)[] {
  const list = page.jsonLd.things.find((thing) => isOfType(thing, BREADCRUMB));
  const steps = valuesOf(list, "itemListElement").filter(isThing);
  return steps.map(
    (step) => firstText(step, "name") ?? firstText(firstThing(step, "item"), "name") ?? textOf(step),
  );
}

/** No real page has more; a hostile one can. */
const MAX_NAMES = 30;

/** The folded names that a page gives its sections: in metas, its data, the breadcrumb and the folders of its address. */
export function sectionKeys(page: Page): ReadonlySet<string> {
  const { article, item } = page.mainThings;
  const { og, parsely, meta } = SECTION_METAS;
  const address = addressParts(page.url ?? page.canonicalUrl ?? "");
  const folders = (address?.pathname ?? "").split("/").filter((folder) => folder !== "");
  const stated = [
    ...metaTexts(page, [...og, ...parsely, ...meta, "content_category"]),
    ...[article, item].flatMap((thing) => valuesOf(thing, "articleSection")),
    // The last step of a breadcrumb and of an address is the article's own.
    ...breadcrumbNames(page).slice(0, -1),
    ...folders.slice(0, -1),
  ];
  const names = stated.filter((name) => typeof name === "string").filter((name) => asLabel(name));
  return new Set(names.slice(0, MAX_NAMES).map(headlineKey).filter(Boolean));
}
