import { attribute, TAG, tagTable } from "../html/index.ts";
import {
  firstText,
  headlineKey,
  isOfType,
  isThing,
  metaTexts,
  type Page,
  resolveReference,
  shownText,
  type Thing,
  textOf,
  valuesOf,
} from "../page/index.ts";
import {
  type Evidence,
  leafText,
  oncePerPage,
  type Read,
  type Rule,
  type Snippet,
  snippetsAround,
} from "./evidence.ts";
import { marksOf, markTest } from "./marks.ts";
import {
  distinctNames,
  isAgency,
  isJob,
  isLabel,
  isPersonName,
  isSignature,
  readLibraryNames,
  readNames,
  readOrganisationName,
  STARTS_WITH_BY,
  untilDetails,
} from "./read-names.ts";
import { sectionKeys, siteKeys, siteNames } from "./site.ts";

type Names = readonly string[];

/** The people, or agencies, who wrote the article. Most trusted first. */
export const AUTHORS_RULES: readonly Rule<Names>[] = [
  ["json-ld", 0.93, statedOf(({ page }) => withLinked(creators(page.mainThings.article, page), page))],
  [
    "citation",
    0.6,
    statedOf(({ page }) =>
      metaTexts(page, ["citation_author", "citation_authors"]).flatMap(readLibraryNames),
    ),
  ],
  ["parsely", 0.99, fromMeta("parsely-author", "sailthru.author")],
  ["meta", 0.95, fromMeta("author", "byl", "authors", "byline")],
  ["og", 0.91, fromMeta("article:author", "og:article:author", "article:author_name", "og:author")],
  ["twitter", 0.94, statedOf(({ page }) => twitterLabels(page))],
  [
    "microdata",
    0.83,
    statedOf(({ page }) => [
      ...creators(page.mainThings.item, page),
      ...creators(page.microdata.loose, page),
    ]),
  ],
  ["dublin-core", 0.4, fromMeta("dc.creator", "dcterms.creator", "dc.creator.name", "dc:creator")],
  ["rel-author", 0.83, namesOf((evidence) => withShown(relAuthors(evidence.page), evidence))],
  ["web-page", 0.94, namesOf(({ page }) => creators(page.mainThings.webPage, page))],
  ["extractor", 0.87, namesOf(({ extraction }) => (extraction.facts?.authors ?? []).flatMap(readNames))],
  ["byline", 0.86, namesOf(readByline)],
  ["publisher", 0.84, publisherAsAuthor],
  ["alone", 0.6, namesOf(nameAlone)],
];

/** The names that a rule finds, people before agencies, desks and outlets. */
function namesOf(read: (evidence: Evidence) => Names): Read<Names> {
  return (evidence) => {
    const names = distinctNames(read(evidence), siteNames(evidence));
    if (names === undefined) return undefined;
    const people = names.filter((name) => !isAgency(name) && !isJob(name));
    // One name needs no choice; of several, some can be an outlet's.
    const persons = people.length > 1 && people.some(isPersonName) ? people : [];
    const own = persons.filter((name) => !isOutlet(name, evidence));
    if (own.length > 0) return own;
    return people.length > 0 ? people : names;
  };
}

/** The same for stated names: a user name, a desk or an outlet gives way to a person who signs on the page. */
function statedOf(read: (evidence: Evidence) => Names): Read<Names> {
  const names = namesOf(read);
  return (evidence) => {
    const found = names(evidence);
    if (found === undefined || found.some(isPersonName)) return found;
    return signedPeople(evidence).length > 0 ? undefined : found;
  };
}

/** The people who sign with "By" near the headline. */
const signedPeople: (evidence: Evidence) => Names = oncePerPage((evidence) => {
  const signed = snippetsAround(evidence).find(
    ({ text, from }) => STARTS_WITH_BY.test(text) && !isElsewhere(evidence.page, from),
  );
  return signed === undefined ? [] : signedNames(signed.text, evidence).filter(isPersonName);
});

/** Words in the names of outlets and desks. */
const OUTLET =
  /^the\s|(?<!\p{L})(?:news|newsroom|nachrichten|noticias|actualités|radio|tv|media|digital|online|network|desk|team|service)(?!\p{L})/iu;
const DEGREE = /^[A-Z]{2,5}$/;
/** Shorter names of sites are parts of other words. */
const MIN_SITE_LETTERS = 6;

/** Whether a name beside a person's is that of an outlet, a section or a degree. */
function isOutlet(name: string, evidence: Evidence): boolean {
  if (OUTLET.test(name) || DEGREE.test(name)) return true;
  const key = headlineKey(name);
  const isSite = siteKeys(evidence).some((site) => site.length >= MIN_SITE_LETTERS && key.includes(site));
  return isSite || sectionKeys(evidence).has(key);
}

/** Nodes between the links to the writers of one article at most. */
const MAX_LINK_SPREAD = 80;

/** The stated writers, or the linked ones if these are the same and more. */
function withLinked(stated: Names, page: Page): Names {
  const nodes = page.landmarks.authors.slice(0, MAX_REL_AUTHORS);
  if (nodes.length === 0 || stated.length === 0) return stated;
  const linked = relAuthors(page);
  const keys = new Set(linked.map(headlineKey));
  const isWhole = stated.every((name) => keys.has(headlineKey(name)));
  const isOneByline = nodes.at(-1)! - nodes[0]! <= MAX_LINK_SPREAD;
  return isWhole && isOneByline ? linked : stated;
}

/** The linked writers, or those of the byline if these are the same and more. */
function withShown(linked: Names, evidence: Evidence): Names {
  const shown = linked.length === 0 ? [] : readByline(evidence);
  const keys = new Set(shown.map(headlineKey));
  return shown.length > linked.length && linked.every((name) => keys.has(headlineKey(name))) ? shown : linked;
}

function fromMeta(...names: readonly string[]): Read<Names> {
  return statedOf(({ page }) => metaTexts(page, names).flatMap(readNames));
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

/** If no person is named, annotators give the site's own name as the author. */
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

/** Cards have two free pairs of label and data; blogs state the author in one of them. */
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

/** Further links to authors are of teasers. */
const MAX_REL_AUTHORS = 5;

function relAuthors(page: Page): Names {
  const nodes = page.landmarks.authors.slice(0, MAX_REL_AUTHORS);
  return nodes.flatMap((node) => readNames(shownText(page.document, node))).filter((name) => !isLabel(name));
}

/** Classes, ids and folders of addresses that name a writer, in the languages of the sets. */
const isOfWriter = markTest(
  /author|by-?_?line|writer|autor(?!i[sz])|auteur|verfasser|redakteur|reporter|journalist|contributor|creator|signature|person-link/i,
);
const WRITER_FOLDER =
  /\/(?:authors?|autor(?:en|es|i|e)?|auteurs?|writers?|reporters?|contributors?|redakteure?|redaction|profiles?|staff|people)[/=]/i;
/** Classes and ids around the writers of other articles. */
const isMarkedElsewhere = markTest(
  /comment|related|teaser|recommend|(?<!content-)sidebar|popular|trending|most-?read|more-?(?:from|stories|news)|newsletter|promo(?!ted)|card\b|caption|credit|copyright/i,
);
const ELSEWHERE_TAGS = tagTable("nav", "footer", "form", "figure", "figcaption");

const MAX_CLIMB = 4;
const MAX_ELSEWHERE_CLIMB = 10;
/** An element with more text is not a byline. */
const MAX_BYLINE_CHARACTERS = 600;
/** Leaves between two writers of one article at most; a later one is another article's. */
const MAX_GAP = 10;

/** The writers whom the page names in a byline near the headline or at the end. */
function readByline(evidence: Evidence): Names {
  const { page } = evidence;
  const snippets = snippetsAround(evidence);
  const marked = markedNames(page, snippets);
  if (marked.length > 0) return marked;
  for (const { text, from } of snippets) {
    const names = signedNames(text, evidence);
    if (names.length > 0 && !isElsewhere(page, from)) return names;
  }
  return [];
}

/** What follows a name in a block of its own: a date, or a job. */
const SHOWN_DATE = /(?<!\d)(?:19|20)\d\d(?!\d)|^(?:last\s+)?(?:updated|published)/i;
const MAX_DETAIL_CHARACTERS = 60;

/** The name in a block of its own, with a date or a job in the next one. */
function nameAlone(evidence: Evidence): Names {
  const { page } = evidence;
  const { ofLeaf } = page.blocks;
  const snippets = snippetsAround(evidence);
  for (const [at, { text, from }] of snippets.entries()) {
    const next = snippets[at + 1];
    if (next === undefined || next.text.length > MAX_DETAIL_CHARACTERS) continue;
    const isNext = at > 0 && ofLeaf[next.from]! - ofLeaf[from]! === 1;
    if (!isNext || !isPersonName(text) || text === text.toUpperCase()) continue;
    if (!SHOWN_DATE.test(next.text) && !isJob(next.text)) continue;
    if (!isElsewhere(page, from)) return [text];
  }
  return [];
}

/** The names in a short text that begins with "by" or another label. */
export function signedNames(text: string, { options }: Evidence): Names {
  if (STARTS_WITH_BY.test(text)) return readNames(untilDetails(text)).filter(isSignature);
  return options.shownReader?.readNames(text) ?? [];
}

/** Labels of those who only checked, edited or photographed. */
const OTHER_ROLE = /review|edited|editor|fact|check|medical|photo|illustrat|translat|update/i;

/** Joins a name to one before it in an element of its own. */
const JOINS_NAMES = /^\s*(?:and|und|et|y|og|och|en|&)\s+/i;
/** Characters of a label at most. */
export const MAX_LABEL = 40;

/** The names in elements whose classes, ids or addresses name a writer. */
export function markedNames(page: Page, snippets: readonly Snippet[]): Names {
  const people: string[] = [];
  const singles: string[] = [];
  let lastLeaf = -1;
  search: for (const { from, to } of snippets) {
    for (let leaf = from; leaf < to; leaf++) {
      if (lastLeaf >= 0 && Math.abs(leaf - lastLeaf) > MAX_GAP) break search;
      if (lastLeaf >= 0 && isOtherRole(leafText(page.document, page.leaves.node[leaf]!))) break search;
      const mark = writerMark(page, leaf);
      if (mark === undefined || isElsewhere(page, leaf)) continue;
      const text = leafText(page.document, page.leaves.node[leaf]!);
      const read = readNames(untilDetails(text.replace(JOINS_NAMES, "")));
      const known = people.length + singles.length;
      people.push(...read.filter(isPersonName));
      if (mark === "name") singles.push(...read.filter(isSingleName));
      if (people.length + singles.length > known) lastLeaf = leaf;
    }
  }
  return people.length > 0 ? people : singles;
}

/** Whether a label names somebody who did not write the article. */
export function isOtherRole(text: string): boolean {
  return text.length <= MAX_LABEL && OTHER_ROLE.test(text);
}

/** Whether a leaf is in an element for a writer's name, or in a byline. */
function writerMark({ document, leaves }: Page, leaf: number): "name" | "byline" | undefined {
  const anchor = leaves.anchor[leaf]!;
  if (anchor >= 0 && WRITER_FOLDER.test(attribute(document, anchor, "href") ?? "")) return "name";
  let at = document.parent[leaves.node[leaf]!]!;
  for (let climbed = 0; climbed < MAX_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
    if (document.textEnd[at]! - document.textStart[at]! > MAX_BYLINE_CHARACTERS) return undefined;
    if (isOfWriter(document, at)) return /name/i.test(marksOf(document, at)) ? "name" : "byline";
  }
  return undefined;
}

/** Whether a leaf is where pages name the writers of other articles. */
export function isElsewhere({ document, leaves }: Page, leaf: number): boolean {
  let at = document.parent[leaves.node[leaf]!]!;
  for (let climbed = 0; climbed < MAX_ELSEWHERE_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
    if (document.tag[at] === TAG.body || document.tag[at] === TAG.main) return false;
    if (ELSEWHERE_TAGS[document.tag[at]!] === 1 || isMarkedElsewhere(document, at)) return true;
  }
  return false;
}

/** One word that can be a name: a nickname, initials, an editorial desk. */
function isSingleName(name: string): boolean {
  return (
    /^[\p{L}.'’-]{2,20}$/u.test(name) && !/^(?:author|share|follow|email|view|more|by|editor)s?$/i.test(name)
  );
}
