import type { Article } from "../article/index.ts";
import { extract } from "../default-extract.ts";
import { EXTRACTORS, makeTemplate } from "../extractors/index.ts";
import { BY_LABELS, BY_WORDS, DATE_LABELS } from "../metadata/index.ts";
import {
  firstText,
  firstThing,
  headlineKey,
  leafWords,
  type Page,
  publisherName,
  type SiteProfile,
  TEXT_LEAF,
} from "../page/index.ts";
import { templateRoles } from "../profile/index.ts";
import { countWords, foldSpaces } from "../text/index.ts";
import { addressKey } from "../url/index.ts";
import { ATTRIBUTE_LABELS } from "./attribute-labels.data.ts";
import { type ArticleLink, linkGroup, spreadLinks } from "./fronts.ts";
import { ADDRESS_KIND, addressKind } from "./items/address-kind.ts";
import type { MinedSite } from "./mined-site.ts";
import { partitionPage } from "./partition/partition-page.ts";
import type { SemanticNode } from "./partition/semantic-tree.ts";
import type { OpenedSource, PageSource, SitePage } from "./source/page-source.ts";

/** How likely a page must be an article if its address does not say. */
const MIN_IS_ARTICLE = 0.5;

/** An article of a mined site, read by its template. */
export interface SiteArticle extends Instance {
  /** The id of its page in the source. */
  readonly id: string;
  readonly url: string | null;
  /** The label that front pages announce it under. */
  readonly section: string | null;
  /** The id of the concept that it is an instance of. */
  readonly concept: string | null;
}

/** Reads the articles of a site one after the other, except those that `isDone` names. */
export async function* readArticles(
  source: OpenedSource,
  { articles, sections, profile }: MinedSite,
  isDone: (id: string) => boolean = () => false,
): AsyncGenerator<SiteArticle> {
  const announced = new Map(articles.map((article) => [addressKey(article.url), article]));
  for await (const { id, url, page } of articlePages(
    source,
    articles,
    new Set(sections.map((each) => each.id)),
  )) {
    if (isDone(id)) continue;
    const { section = null, concept = null } = announced.get(addressKey(url ?? id)) ?? {};
    yield { id, url: url ?? null, section, concept, ...readInstance(page, profile) };
  }
}

/** A page of an article. */
export interface ArticlePage extends SitePage {
  /** The group of links that leads to it; absent if none does. */
  readonly group?: string;
}

/** The article pages: first those that front pages link to, spread over their groups, then the others of the source. */
export async function* articlePages(
  source: PageSource,
  links: readonly ArticleLink[],
  /** The ids of front pages, which are left out. */
  frontIds: ReadonlySet<string>,
): AsyncGenerator<ArticlePage> {
  const seen = new Set(frontIds);
  for (const link of spreadLinks(links)) {
    const page = await source.open(link.url);
    if (page === undefined || seen.has(page.id)) continue;
    seen.add(page.id);
    yield { ...page, group: linkGroup(link) };
  }
  for await (const page of source.pages()) if (!seen.has(page.id) && isArticle(page)) yield page;
}

/** A page that no front page links to is judged by its address; only if that is unclear is it extracted, which is slower. */
function isArticle({ url, page }: SitePage): boolean {
  const address = url === undefined ? null : URL.parse(url);
  if (address !== null && addressKind(address) >= ADDRESS_KIND.likely) return true;
  return (extract({ page }).isArticle ?? 1) >= MIN_IS_ARTICLE;
}

/** Articles that fit no template of their site are read by the default extractor. */
const TEMPLATE = makeTemplate(EXTRACTORS.fused);
/** A dateline: "LONDON -", "London (Agency) -". */
const DATELINE =
  /^(?<place>[\p{Lu}\p{Lo}][\p{L}\p{M} .,'’-]{1,40}?)(?<agency>\s*[(（][^()（）]{1,40}[)）])?\s*[-–—―]\s/u;
/** Longer texts are sentences, not labels. */
const MAX_LABEL_WORDS = 6;
/** Longer values are parts of the story below a heading. */
const MAX_VALUE_WORDS = 12;
/** More words in links are headlines of other stories. */
const MAX_LINKED_WORDS = 10;
const MAX_ATTRIBUTES = 50;
const COLON = /\s*[:：]$/u;

/** An article as an instance of a concept, with its attributes, including those that the page labels. */
export interface Instance extends Pick<Article, "title" | "authors" | "published" | "text" | "warnings"> {
  /** The place of the dateline. */
  readonly place: string | null;
  readonly attributes: readonly Attribute[];
}

/** Reads an article page by the template of its site; `null` means that the page does not say. */
export function readInstance(page: Page, profile: SiteProfile): Instance {
  const article = extract({ page }, { extractor: TEMPLATE, siteProfile: profile });
  const { title, published, text, warnings } = article;
  const place = readPlace(page, text) ?? null;
  const attributes = readAttributes(page, profile);
  return {
    title,
    authors: readAuthors(article, attributes, page),
    published,
    place,
    text,
    attributes,
    warnings,
  };
}

/** What joins the names of a byline. */
const BETWEEN_NAMES = /\s*(?:[,;、|]|\s(?:and|und|et|y|e|i|a|och|og|en)\s)\s*/u;

/** What is no name in a byline: "with Agency", what is in brackets or after a line. */
const BESIDE_NAMES = /\s*(?:[(|（].*|\s(?:avec|with|mit|con|met)\s.*)$/su;

/** A name of several characters in a script without spaces. */
const UNSPACED_NAME = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{2,}$/u;

/**
 * The authors of an article without its publisher, who is not an author of a single one. Where the page shows none of those it states, and has
 * a byline, the names of the byline: data has other spellings, and names of accounts.
 */
function readAuthors(
  { authors, site }: Article,
  attributes: readonly Attribute[],
  page: Page,
): readonly string[] {
  const publishers = [site, publisherName(page)].flatMap((name) => [
    headlineKey(name ?? ""),
    ...(name ?? "").split(/\s/u).filter((word) => UNSPACED_NAME.test(word)),
  ]);
  // Sites give their name in two scripts, of which one is their author: "頭條日報 Headline Daily".
  const isPerson = (name: string) => !publishers.includes(headlineKey(name));
  const named = authors.filter(isPerson);
  if (named.some((name) => page.document.text.includes(name))) return named;
  const labelled = attributes.filter(({ label }) => BYLINE.has(label.toLowerCase()));
  const shown = labelled
    .flatMap(({ value }) => value.replace(BESIDE_NAMES, "").split(BETWEEN_NAMES))
    .filter((name) => name !== "" && isPerson(name));
  return shown.length > 0 ? [...new Set(shown)] : named;
}

/** The place of the dateline, from structured data or else from the first line. */
export function readPlace({ mainThings }: Page, text: string): string | undefined {
  const { article, item } = mainThings;
  for (const thing of [article, item]) {
    const stated = firstText(thing, "dateline") ?? firstText(firstThing(thing, "locationCreated"), "name");
    if (stated !== undefined) return stated;
  }
  const { place, agency } = DATELINE.exec(text)?.groups ?? {};
  if (place === undefined) return undefined;
  // Scripts without capitals need an agency.
  const isInCapitals = place === place.toUpperCase() && place !== place.toLowerCase();
  return agency !== undefined || isInCapitals ? place.trim() : undefined;
}

/** A value that the page labels: the label without its colon, and the text below or after it. */
export interface Attribute {
  readonly label: string;
  readonly value: string;
}

/**
 * The labelled values of an article by promotion (section 4): a value is labelled by the emphasised text before it. Only labels
 * with a colon or of the template count, since names above comments are emphasised too; values vary from page to page.
 */
function readAttributes(page: Page, profile: SiteProfile): readonly Attribute[] {
  const fitting = templateRoles(page, profile);
  const roles = fitting.includes("body") ? fitting : extractedRoles(page);
  if (!roles.includes("body")) return [];
  const labels = new Set(profile.templates.flatMap((template) => template.labels));
  const isVarying = (leaf: number) => roles[leaf] !== undefined && roles[leaf] !== "title";
  const region = articleRegion(roles);
  const found: Attribute[] = labelledLines(page, { roles, region, labels });
  const open: SemanticNode[] = [partitionPage(page, { labels })];
  for (let node = open.pop(); node !== undefined && found.length < MAX_ATTRIBUTES; node = open.pop()) {
    const label = foldSpaces(node.label?.text ?? "");
    const isLabel = isLabelText(label) || labels.has(label);
    const isInside =
      node.label !== undefined && node.label.leaf >= region.from && node.label.leaf < region.to;
    const value = isLabel && isInside ? readValue(page, node, isVarying) : undefined;
    const name = label.replace(COLON, "");
    // Most labels that are a text of their own were found with the lines.
    const isNew = found.every((each) => each.label !== name || each.value !== value);
    if (value !== undefined && isNew && isBetween(countWords(name), MAX_LABEL_WORDS))
      found.push({ label: name, value });
    // One by one, since a page may have more nodes than a call takes arguments.
    for (const child of node.children.toReversed()) open.push(child);
  }
  return found;
}

/** The first word of a text; Persian writes endings after a zero-width non-joiner. */
const FIRST_WORD = /[\p{L}\p{M}][\p{L}\p{M}\u200c’/-]*/u;

/** Whether a text names what articles state of themselves; other words before a colon are most often of the story, or of another one. */
function isKnownLabel(text: string): boolean {
  const [first = ""] = text.toLowerCase().match(FIRST_WORD) ?? [];
  return BYLINE.has(first) || ATTRIBUTE_LABELS.has(first) || DATE_START.test(text);
}

/** Whether a text is such a name and a colon, and nothing else. */
function isLabelText(text: string): boolean {
  return COLON.test(text) && isKnownLabel(text);
}

/** The leaves of the body by the default extractor, for a page that no template fits. */
function extractedRoles(page: Page): readonly (string | undefined)[] {
  const { scores } = EXTRACTORS.fused.extract(page, {});
  return Array.from(scores, (score) => (score >= 0.5 ? "body" : undefined));
}

/** Leaves around the body that still belong to the article: the byline above it, source and tags below. */
const LEAVES_BEFORE = 25;
const LEAVES_AFTER = 8;

/** The leaves of the article: its title and body, and what is near them. Comments and other stories are farther away. */
function articleRegion(roles: readonly (string | undefined)[]): {
  readonly from: number;
  readonly to: number;
} {
  const first = roles.indexOf("body");
  const title = roles.lastIndexOf("title", first);
  const start = title >= 0 && first - title <= LEAVES_BEFORE ? title : first;
  return { from: Math.max(0, start - LEAVES_AFTER), to: roles.lastIndexOf("body") + LEAVES_AFTER };
}

/** A label and its value in one text: "Source: Agency". */
const LABELLED = /^(?<label>\p{L}[^:：]{0,30}?)\s*[:：]\s*(?<value>\S.{0,80})$/su;
/** More words before a colon are a sentence. */
const MAX_LINE_LABEL_WORDS = 3;

/** Words before a writer's name or a date, which need no colon at the start of a line. */
const BYLINE = new Set([...BY_WORDS, ...BY_LABELS]);
const DATE_STARTS = [...DATE_LABELS.published, ...DATE_LABELS.changed];
/** Such a word at the start of a line, or after a word for the last time: "Last updated", "Dernière mise à jour". */
const DATE_START = new RegExp(`^(?:\\p{L}+\\s)?(?:${DATE_STARTS.join("|")})`, "iu");
/** More words after such a label are a sentence; two dates with their hours have more than a name. */
const MAX_PLAIN_WORDS = 12;
const MAX_DATE_WORDS = 20;
const PLAIN_LINE = /^(?<word>\p{L}+)(?<rest>\s+\S.*)?$/su;
// No ending has more letters: with any number a word takes the square of its length.
const DATED_LINE = new RegExp(
  `^(?<label>(?:\\p{L}+\\s)?(?:${DATE_STARTS.join("|")})\\p{L}{0,30})\\s*[:：]?\\s*(?<value>[^\\p{N}]*\\p{N}.*)$`,
  "isu",
);

/** A label without colon and its value: "By Jane Doe", "Updated 3 May"; the value may be the text after it. */
function plainLabel(text: string, next: string): Attribute | undefined {
  const { label, value } = countWords(text) > MAX_DATE_WORDS ? {} : (DATED_LINE.exec(text)?.groups ?? {});
  if (label !== undefined && value !== undefined) return { label, value };
  if (countWords(text) > MAX_PLAIN_WORDS) return undefined;
  const { word = "", rest = "" } = PLAIN_LINE.exec(text)?.groups ?? {};
  if (BYLINE.has(word.toLowerCase())) return { label: word, value: rest.trim() || next };
  return DATE_START.test(text) && /\p{N}/u.test(next) && countWords(text) <= MAX_LINE_LABEL_WORDS
    ? { label: text, value: next }
    : undefined;
}

/** Where the lines of an article are. */
interface ArticleLines {
  readonly roles: readonly (string | undefined)[];
  readonly region: { readonly from: number; readonly to: number };
  /** The labels of the site's templates. */
  readonly labels: ReadonlySet<string>;
}

/** The labelled values of lines next to the body. */
function labelledLines(page: Page, { roles, region: { from, to }, labels }: ArticleLines): Attribute[] {
  const { leaves } = page;
  const found: Attribute[] = [];
  for (let leaf = from; leaf < Math.min(to, leaves.count) && found.length < MAX_ATTRIBUTES; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0 || leaves.anchor[leaf]! >= 0) continue;
    if (roles[leaf] === "title") continue;
    const text = lineAt(page, leaf);
    const below = roles[leaf] !== "body" && isLabelText(text) ? valueAfter(page, leaf, to) : "";
    if (isBetween(countWords(below), MAX_VALUE_WORDS)) {
      found.push({ label: text.replace(COLON, ""), value: below });
      continue;
    }
    const plain = plainLabel(text, leaf + 1 < to ? lineAt(page, leaf + 1) : "");
    if (plain !== undefined && isBetween(countWords(plain.value), MAX_DATE_WORDS)) {
      found.push(plain);
      continue;
    }
    // Publishing systems have the byline and the date in the body too; other labels there are of the story.
    if (roles[leaf] === "body") continue;
    const { label, value } = LABELLED.exec(text)?.groups ?? {};
    if (label === undefined || value === undefined || countWords(label) > MAX_LINE_LABEL_WORDS) continue;
    if (isKnownLabel(label) || labels.has(label)) found.push({ label, value });
  }
  return found;
}

/** The text after a label that is a text of its own: the rest of its block up to the next label, else the next block. */
function valueAfter(page: Page, label: number, to: number): string {
  const { ofLeaf } = page.blocks;
  const texts: string[] = [];
  let block = ofLeaf[label];
  for (let leaf = label + 1; leaf < Math.min(to, page.leaves.count); leaf++) {
    const text = lineAt(page, leaf);
    if (text === "") continue;
    const isOver = isLabelText(text) || texts.length > MAX_VALUE_WORDS;
    if (isOver || (ofLeaf[leaf] !== block && texts.length > 0)) break;
    block = ofLeaf[leaf];
    texts.push(text);
  }
  return foldSpaces(texts.join(" "));
}

/** The shown text of a leaf; empty if it is hidden or no text. */
function lineAt({ document, leaves }: Page, leaf: number): string {
  if (leaf >= leaves.count || leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) return "";
  const node = leaves.node[leaf]!;
  return foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
}

function readValue(
  page: Page,
  { label, from, to }: SemanticNode,
  isVarying: (leaf: number) => boolean,
): string | undefined {
  const texts: string[] = [];
  let linked = 0;
  for (let leaf = from; leaf < to; leaf++) {
    const isLabel = label !== undefined && leaf >= label.leaf && leaf < label.to;
    if (isLabel || page.leaves.kind[leaf] !== TEXT_LEAF || page.leaves.visible[leaf] === 0) continue;
    if (!isVarying(leaf)) return undefined;
    if (page.leaves.anchor[leaf]! >= 0) linked += leafWords(page, leaf);
    const node = page.leaves.node[leaf]!;
    texts.push(page.document.text.slice(page.document.textStart[node], page.document.textEnd[node]));
  }
  const value = foldSpaces(texts.join(" "));
  return linked <= MAX_LINKED_WORDS && isBetween(countWords(value), MAX_VALUE_WORDS) ? value : undefined;
}

function isBetween(words: number, most: number): boolean {
  return words > 0 && words <= most;
}
