import {
  asLabel,
  breadcrumbNames,
  firstText,
  headlineKey,
  isSiteName,
  isThing,
  sectionKeys as keysOfSections,
  MAX_LABEL_WORDS,
  metaTexts,
  siteNames as namesOfSite,
  type Page,
  plainText,
  publisherName,
  resolveReference,
  SECTION_METAS,
  SITE_METAS,
  shownText,
  siteThingName,
  type Thing,
  textOf,
  thingName,
  valuesOf,
} from "../page/index.ts";
import { words } from "../text/index.ts";
import {
  articleText,
  type Evidence,
  mapRules,
  metaText,
  microdataText,
  oncePerPage,
  type Read,
  type Rule,
} from "./evidence.ts";
import { isPersonName } from "./read-names.ts";

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
export const siteNames: (evidence: Evidence) => readonly string[] = oncePerPage(
  ({ page, options: { suffixes } }) => {
    let writers: readonly string[] | undefined;
    // Some sites state the writer as the publisher too.
    const isOther = (name: string) => {
      writers ??= statedWriters(page);
      return writers.includes(name) && isPersonName(name);
    };
    return namesOfSite(page, { suffixes, isOther }).filter((name) => !isHeadline(name, page));
  },
);

/** The names of the site, as `headlineKey` folds them. */
export const siteKeys: (evidence: Evidence) => readonly string[] = oncePerPage((evidence) =>
  siteNames(evidence).map(headlineKey),
);

/** The names of the page's sections, as `headlineKey` folds them. */
export const sectionKeys: (evidence: Evidence) => ReadonlySet<string> = oncePerPage(({ page }) =>
  keysOfSections(page),
);

/** Whether a text is only the name of the site or of a section. */
export function isOwnName(text: string, evidence: Evidence): boolean {
  if (isSiteName(text, siteKeys(evidence))) return true;
  return words(text).length <= MAX_LABEL_WORDS && sectionKeys(evidence).has(headlineKey(text));
}

/** Whether a site's name is what the head states as the title: some systems fill every meta with it. */
function isHeadline(name: string, { titleCandidates }: Page): boolean {
  const isStated = titleCandidates.some(({ source, text }) => source !== "h1" && text === name);
  return isStated && words(name).length > MAX_LABEL_WORDS;
}

function statedWriters(page: Page): readonly string[] {
  const authors = valuesOf(page.mainThings.article, "author").filter(isThing);
  const names = authors.map((author) => thingName(resolveReference(author, page.jsonLd)) ?? "");
  return [...names, ...metaTexts(page, ["author"])];
}

/** Separates a headline from the site's name or section. */
const SEPARATOR = /\s+[|\-–—:»«·•›/~>]+\s+|\s*[|»｜ㅣ]\s*|:\s+|_/g;
/** Some systems append the section with a hyphen and no spaces. */
const BARE_SECTION = /[-–|]([^-–|]{1,30})$/;

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The names that can be cut off, as `headlineKey` folds them; only read if a title has several pieces. */
export interface SiteWords {
  readonly siteKeys: readonly string[];
  /** The names of its sections. */
  readonly sections: ReadonlySet<string>;
}

const noWords = (): SiteWords => ({ siteKeys: [], sections: new Set() });

/** A stated title without the site's name and section at its ends, or the part of it that is one of the headings. */
export function cutTitle(
  stated: string,
  headings: ReadonlySet<string>,
  words: () => SiteWords = noWords,
): string {
  const pieces = split(stated);
  const shown = pieces.length < 2 ? undefined : shownPart(stated, pieces, headings);
  return shown ?? cutPieces(stated, pieces, words);
}

/** A stated title without the site's name and section at its ends, whatever the headings are. */
export function cutNames(stated: string, words: () => SiteWords): string {
  return cutPieces(stated, split(stated), words);
}

function cutPieces(stated: string, pieces: readonly Piece[], words: () => SiteWords): string {
  if (pieces.length < 2) return cutBareSection(stated, words);
  const { siteKeys, sections } = words();
  let [first, last] = [0, pieces.length - 1];
  const isLabel = (piece: string) => sections.has(headlineKey(piece));
  while (last > first && (isSiteName(pieces[last]!.text, siteKeys) || isLabel(pieces[last]!.text))) last--;
  while (first < last && isSiteName(pieces[first]!.text, siteKeys)) first++;
  // "The Paper | Sport | Tide rises": a section follows the site's name; alone it can be a kicker.
  while (first > 0 && first < last && isLabel(pieces[first]!.text)) first++;
  return cutBareSection(stated.slice(pieces[first]!.start, pieces[last]!.end), words);
}

/** A title without the short pieces at its ends, if longer ones are left: a guess without other evidence. */
export function longPieces(title: string): string {
  const pieces = split(title);
  const isLong = ({ text }: Piece) => text.trim().split(/\s+/).length > MAX_LABEL_WORDS;
  const first = pieces.findIndex(isLong);
  const last = pieces.findLastIndex(isLong);
  return first < 0 ? title : title.slice(pieces[first]!.start, pieces[last]!.end);
}

function cutBareSection(text: string, words: () => SiteWords): string {
  const match = BARE_SECTION.exec(text);
  return match !== null && words().sections.has(headlineKey(match[1]!))
    ? text.slice(0, match.index).trimEnd()
    : text;
}

/** The pieces of a title, and the runs of several of them but not all. */
export function titlePieces(stated: string): readonly string[] {
  const pieces = split(stated).slice(0, MAX_PIECES);
  return pieces.flatMap((from, at) =>
    pieces
      .slice(at)
      .filter((_, more) => more < pieces.length - 1)
      .map(({ end }) => stated.slice(from.start, end)),
  );
}

function split(stated: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const match of stated.matchAll(SEPARATOR)) {
    if (match.index > start) pieces.push({ text: stated.slice(start, match.index), start, end: match.index });
    start = match.index + match[0].length;
  }
  if (start < stated.length) pieces.push({ text: stated.slice(start), start, end: stated.length });
  return pieces;
}

/** The longest run of pieces that is also a heading. */
function shownPart(
  stated: string,
  pieces: readonly Piece[],
  headings: ReadonlySet<string>,
): string | undefined {
  for (let length = Math.min(pieces.length, MAX_PIECES); length > 0; length--) {
    for (let from = 0; from + length <= Math.min(pieces.length, MAX_PIECES); from++) {
      const run = stated.slice(pieces[from]!.start, pieces[from + length - 1]!.end);
      if (headings.has(headlineKey(run))) return run;
    }
  }
  return undefined;
}

/** Titles with more pieces are lists of keywords. */
const MAX_PIECES = 8;

/** The part of the site that the article appeared in. Most trusted first. */
export const SECTION_RULES: readonly Rule<string>[] = mapRules(
  [
    ["og", 0.8, metaText(...SECTION_METAS.og)],
    ["json-ld", 0.8, articleText("articleSection")],
    ["microdata", 0.7, microdataText("articleSection")],
    ["parsely", 0.7, metaText(...SECTION_METAS.parsely)],
    ["meta", 0.6, metaText(...SECTION_METAS.meta)],
    ["breadcrumb", 0.5, fromBreadcrumb],
  ],
  asLabel,
);

/** The step between the home page and the article. */
function fromBreadcrumb({ page }: Evidence): string | undefined {
  const names = breadcrumbNames(page);
  return names.length < 3 ? undefined : names[1];
}

const MAX_TAGS = 50;
const MAX_TAG_CHARACTERS = 80;
const BETWEEN_TAGS = /\s*[,;|、，]\s*/;

/** The keywords of the article. Most trusted first. */
export const TAGS_RULES: readonly Rule<readonly string[]>[] = [
  ["og", 0.9, fromMeta("article:tag", "og:article:tag")],
  ["json-ld", 0.9, ({ page }) => asTags(keywords(page.mainThings.article))],
  ["news-keywords", 0.9, fromMeta("news_keywords")],
  ["parsely", 0.9, fromMeta("parsely-tags", "sailthru.tags")],
  [
    "microdata",
    0.8,
    ({ page }) => asTags([...keywords(page.mainThings.item), ...keywords(page.microdata.loose)]),
  ],
  [
    "rel-tag",
    0.8,
    ({ page }) =>
      asTags(page.landmarks.tags.slice(0, MAX_TAGS).map((node) => shownText(page.document, node))),
  ],
  ["keywords", 0.6, fromMeta("keywords", "dc.subject", "dcterms.subject", "citation_keywords")],
];

function fromMeta(...names: readonly string[]): Read<readonly string[]> {
  return ({ page }) => asTags(metaTexts(page, names));
}

function keywords(thing: Thing | undefined): readonly string[] {
  return valuesOf(thing, "keywords").flatMap((value) => {
    const text = isThing(value) ? (firstText(value, "name") ?? textOf(value)) : textOf(value);
    return text ?? [];
  });
}

function asTags(stated: readonly string[]): readonly string[] | undefined {
  const found = new Map<string, string>();
  for (const list of stated) {
    for (const tag of list.split(BETWEEN_TAGS)) {
      const text = plainText(tag).replace(/^#/, "");
      const key = headlineKey(text);
      if (key === "" || text.length > MAX_TAG_CHARACTERS || found.has(key)) continue;
      if (found.size < MAX_TAGS) found.set(key, text);
    }
  }
  return found.size > 0 ? [...found.values()] : undefined;
}
