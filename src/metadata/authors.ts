import {
  firstText,
  headlineKey,
  isOfType,
  isThing,
  type Page,
  resolveReference,
  shownText,
  type Thing,
  textOf,
  valuesOf,
} from "../page/index.ts";
import { readByline } from "./byline.ts";
import { isJob } from "./is-job.ts";
import { distinctNames, isAgency, readLibraryNames, readNames, readOrganisationName } from "./read-names.ts";
import type { Evidence, Rule } from "./rule.ts";
import { metaTexts } from "./stated.ts";

type Names = readonly string[];

/** The people, or agencies, who wrote the article. Most trusted first. */
export const AUTHORS_RULES: readonly Rule<Names>[] = [
  ["json-ld", 0.9, namesOf(({ page }) => withLinked(creators(page.mainThings.article, page), page))],
  [
    "citation",
    0.6,
    namesOf(({ page }) => metaTexts(page, ["citation_author", "citation_authors"]).flatMap(readLibraryNames)),
  ],
  ["parsely", 0.99, fromMeta("parsely-author", "sailthru.author")],
  ["meta", 0.88, fromMeta("author", "byl", "authors", "byline")],
  ["og", 0.87, fromMeta("article:author", "og:article:author", "article:author_name", "og:author")],
  ["twitter", 0.94, namesOf(({ page }) => twitterLabels(page))],
  [
    "microdata",
    0.67,
    namesOf(({ page }) => [...creators(page.mainThings.item, page), ...creators(page.microdata.loose, page)]),
  ],
  ["dublin-core", 0.4, fromMeta("dc.creator", "dcterms.creator", "dc.creator.name", "dc:creator")],
  ["rel-author", 0.8, namesOf((evidence) => withShown(relAuthors(evidence.page), evidence))],
  ["web-page", 0.94, namesOf(({ page }) => creators(page.mainThings.webPage, page))],
  ["extractor", 0.87, namesOf(({ extraction }) => (extraction.facts?.authors ?? []).flatMap(readNames))],
  ["byline", 0.8, namesOf((evidence) => readByline(evidence) ?? [])],
  ["publisher", 0.82, publisherAsAuthor],
];

function namesOf(read: (evidence: Evidence) => Names): Rule<Names>[2] {
  return (evidence) => {
    const names = distinctNames(read(evidence), evidence.siteNames);
    const people = names?.filter((name) => !isAgency(name) && !isJob(name)) ?? [];
    return people.length > 0 ? people : names;
  };
}

/** Links to the writers of one article stand this many nodes from each other at most. */
const MAX_LINK_SPREAD = 80;

/** The stated writers, with those whom only links to authors name, beside all of the stated. */
function withLinked(stated: Names, page: Page): Names {
  const nodes = page.landmarks.authors.slice(0, MAX_REL_AUTHORS);
  if (nodes.length === 0 || stated.length === 0) return stated;
  const linked = relAuthors(page);
  const keys = new Set(linked.map(headlineKey));
  const isWhole = stated.every((name) => keys.has(headlineKey(name)));
  const isOneByline = nodes.at(-1)! - nodes[0]! <= MAX_LINK_SPREAD;
  return isWhole && isOneByline ? linked : stated;
}

/** The linked writers, with those beside all of the linked whom the byline alone names. */
function withShown(linked: Names, evidence: Evidence): Names {
  const shown = linked.length === 0 ? [] : (readByline(evidence) ?? []);
  const keys = new Set(shown.map(headlineKey));
  return shown.length > linked.length && linked.every((name) => keys.has(headlineKey(name))) ? shown : linked;
}

function fromMeta(...names: readonly string[]): Rule<Names>[2] {
  return namesOf(({ page }) => metaTexts(page, names).flatMap(readNames));
}

function creators(thing: Thing | undefined, page: Page): Names {
  const stated = valuesOf(thing, "author");
  const values = stated.length > 0 ? stated : valuesOf(thing, "creator");
  return values.flatMap((value) => {
    if (!isThing(value)) return readNames(textOf(value) ?? "");
    const thing = resolveReference(value, page.jsonLd);
    const name = nameOf(thing) ?? textOf(thing) ?? "";
    return isOfType(thing, ORGANISATION_TYPES) ? readOrganisationName(name) : readNames(name);
  });
}

const ORGANISATION_TYPES: ReadonlySet<string> = new Set([
  "organization",
  "newsmediaorganization",
  "corporation",
]);

// Measured: where nobody else is named and the page signs with its own name, people take that for the author.
function publisherAsAuthor({ page }: Evidence): Names | undefined {
  const stated = [
    ...creators(page.mainThings.article, page),
    ...creators(page.mainThings.item, page),
    ...metaTexts(page, ["author", "article:author"]).flatMap(readOrganisationName),
  ];
  return distinctNames(stated.slice(0, 1), []);
}

const AUTHOR_LABEL =
  /written|author|\bby\b|verfasst|geschrieben|escrito|autor|auteur|écrit|scritto|skriven|geschreven/i;

// Cards carry two free pairs of label and data; blogs state the author in one of them.
function twitterLabels(page: Page): Names {
  for (const place of ["1", "2"]) {
    const label = page.meta.get(`twitter:label${place}`)?.[0] ?? "";
    if (AUTHOR_LABEL.test(label)) return metaTexts(page, [`twitter:data${place}`]).flatMap(readNames);
  }
  return [];
}

function nameOf(thing: Thing): string | undefined {
  const parts = [firstText(thing, "givenName"), firstText(thing, "familyName")].filter(Boolean);
  return firstText(thing, "name") ?? (parts.length > 0 ? parts.join(" ") : undefined);
}

/** Links to authors past these are of teasers, not of the article. */
const MAX_REL_AUTHORS = 5;

function relAuthors(page: Page): Names {
  const nodes = page.landmarks.authors.slice(0, MAX_REL_AUTHORS);
  return nodes.flatMap((node) => readNames(shownText(page.document, node)));
}
