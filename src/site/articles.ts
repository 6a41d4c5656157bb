import type { Article } from "../article/index.ts";
import { extract } from "../default-extract.ts";
import { EXTRACTORS, makeTemplate } from "../extractors/index.ts";
import { isPersonName, readNames, untilDetails } from "../metadata/index.ts";
import {
  firstText,
  firstThing,
  headlineKey,
  type Page,
  publisherName,
  type SiteProfile,
} from "../page/index.ts";
import { addressKey } from "../url/index.ts";
import { type Attribute, readAttributes } from "./attributes.ts";
import { type ArticleLink, linkGroup, spreadLinks } from "./fronts.ts";
import { ADDRESS_KIND, addressKind } from "./items/address-kind.ts";
import type { LabelledText } from "./label-text.ts";
import type { MinedSite } from "./mined-site.ts";
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
  const attributes = readAttributes(page, profile, title);
  return {
    title,
    authors: readAuthors(article, attributes, page),
    published,
    place,
    text,
    attributes: attributes.map(({ label, value }) => ({ label, value })),
    warnings,
  };
}

/** A name of several characters in a script without spaces. */
const UNSPACED_NAME = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{2,}$/u;

/**
 * The authors that the page states, else those of its labelled byline. A publisher is not the author of a single article, unless the page signs
 * with its name. Data has other spellings than the byline and names of accounts: names that the page shows nowhere give way to the byline's.
 */
function readAuthors(
  { authors, site }: Article,
  attributes: readonly LabelledText[],
  page: Page,
): readonly string[] {
  const publishers = [site, publisherName(page)].flatMap((name) => [
    headlineKey(name ?? ""),
    ...(name ?? "").split(/\s/u).filter((word) => UNSPACED_NAME.test(word)),
  ]);
  // Sites give their name in two scripts, of which one is their author: "頭條日報 Headline Daily".
  const isOwn = (name: string) => publishers.includes(headlineKey(name));
  const signed = attributes.flatMap(({ kind, value }) =>
    kind === "writer" ? readNames(untilDetails(value)) : [],
  );
  const named = authors.filter((name) => !isOwn(name));
  const shown = signed.filter((name) => !isOwn(name));
  if (named.some((name) => page.document.text.includes(name))) {
    const people = shown.filter(isPersonName);
    // In the order of the byline.
    return [...new Set(named.every((name) => people.includes(name)) ? people : [...named, ...people])];
  }
  if (shown.length > 0) return [...new Set(shown)];
  return named.length > 0 ? named : [...new Set(signed)];
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
