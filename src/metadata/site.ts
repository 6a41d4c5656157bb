import {
  firstText,
  firstThing,
  headlineKey,
  isOfType,
  isThing,
  type Page,
  resolveReference,
  type Thing,
  valuesOf,
} from "../page/index.ts";
import { registrableDomain } from "../url/index.ts";
import { type Evidence, oncePerPage } from "./evidence.ts";
import { isPersonName } from "./read-names.ts";
import { firstAnswer, mapRules, metaText, metaTexts, type Rule } from "./rule.ts";

const SITE_TYPES: ReadonlySet<string> = new Set(["website", "newsmediaorganization", "organization"]);

const SITE_METAS = [
  "application-name",
  "apple-mobile-web-app-title",
  "dc.publisher",
  "dcterms.publisher",
  "publisher",
  "al:android:app_name",
] as const;

/** The name of the site, as it calls itself. Most trusted first. */
export const SITE_RULES: readonly Rule<string>[] = mapRules(
  [
    ["og", 0.9, metaText("og:site_name")],
    ["json-ld", 0.8, ({ page }) => publisherName(page)],
    ["web-site", 0.8, ({ page }) => siteThingName(page)],
    ["meta", 0.7, metaText(...SITE_METAS)],
  ],
  // Some sites state their address as their name.
  (text) => (/^https?:|^www\.|\//i.test(text) ? undefined : text),
);

/** Every name that the page gives its site, most trusted first, and its domain with and without the suffix. */
export const siteNames: (evidence: Evidence) => readonly string[] = oncePerPage(({ page, options }) => {
  const domain = registrableDomain(page.url ?? page.canonicalUrl ?? "", options.suffixes);
  const own = metaTexts(page, ["og:site_name"]);
  let writers: readonly string[] | undefined;
  // Some sites state the writer as the publisher too.
  const isWriter = (name: string) => {
    if (own.includes(name)) return false;
    writers ??= statedWriters(page);
    return writers.includes(name) && isPersonName(name);
  };
  const stated = [
    ...own,
    ...[...metaTexts(page, SITE_METAS), publisherName(page)].filter((name) => !isWriter(name ?? "")),
    siteThingName(page),
    domain,
    domain?.split(".")[0],
  ];
  return stated.filter((name) => name !== undefined && headlineKey(name) !== "") as string[];
});

/** The names of the site, as `headlineKey` folds them. */
export const siteKeys: (evidence: Evidence) => readonly string[] = oncePerPage((evidence) =>
  siteNames(evidence).map(headlineKey),
);

function statedWriters(page: Page): readonly string[] {
  const authors = valuesOf(page.mainThings.article, "author").filter(isThing);
  const names = authors.map((author) => thingName(resolveReference(author, page.jsonLd)) ?? "");
  return [...names, ...metaTexts(page, ["author"])];
}

function publisherName(page: Page): string | undefined {
  const { article, webPage, item } = page.mainThings;
  return firstAnswer([article, webPage, item], (thing) => {
    const publisher = firstThing(thing, "publisher") ?? firstThing(thing, "sourceOrganization");
    return publisher && thingName(resolveReference(publisher, page.jsonLd));
  });
}

function siteThingName(page: Page): string | undefined {
  return firstAnswer(page.jsonLd.things, (thing) =>
    isOfType(thing, SITE_TYPES) ? thingName(thing) : undefined,
  );
}

function thingName(thing: Thing): string | undefined {
  return firstText(thing, "name") ?? firstText(thing, "alternateName");
}
