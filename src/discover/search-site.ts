import { WHOLE_PARTS } from "../default-parts.ts";
import { NewsError } from "../errors/index.ts";
import { attribute, contains, TAG } from "../html/index.ts";
import { type Page, shownText } from "../page/index.ts";
import { readSitePage } from "../site/index.ts";
import { words } from "../text/index.ts";
import { addressKey, registrableDomain, resolveUrl } from "../url/index.ts";
import type { Announced } from "./announced.ts";
import { kindOf, type ListFetcher, readFront } from "./lists.ts";
import { nextPage } from "./numbered-pages.ts";
import { decodeXml, readFeed } from "./read-feed.ts";

/** Result pages that are read for one keyword. */
const MAX_RESULT_PAGES = 50;
/** A word that no article contains: entries of a search for it are not results. */
const NO_WORD = "zqxjvkwzqxjvk";

/** A search of a site for one keyword. */
export interface SiteSearch {
  /** An address with `{keyword}`, and where the site has them `{page}`, `{from}` and `{to}` (as 2026-11-17). */
  readonly template: string;
  readonly keyword: string;
  /** Days, as 2026-11-17. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly maxPages?: number | undefined;
}

/** What one page of results announces. */
export interface ResultPage {
  readonly url: string;
  readonly entries: readonly Announced[];
}

/** Reads the searches of sites, without links that a site lists whatever is searched for. */
export class SiteSearcher {
  readonly #fetcher: ListFetcher;
  /** By template: the addresses that a search without results lists, and how often. */
  readonly #besides = new Map<string, Promise<Links>>();

  constructor(fetcher: ListFetcher) {
    this.#fetcher = fetcher;
  }

  /** The results for a keyword, page by page, each address once, until none is new. Throws if the first page cannot be read. */
  async *search(search: SiteSearch): AsyncGenerator<ResultPage, void, undefined> {
    const besides = await this.#besidesOf(search);
    const seen = new Set<string>();
    // A story in a box of latest ones may be a result too: then it has more links, or names the keyword.
    const isResult = (entry: Announced, links: Links) => {
      const key = addressKey(entry.url);
      const beside = besides.get(key) ?? 0;
      return beside === 0 || (links.get(key) ?? 0) > beside || namesKeyword(entry, search.keyword);
    };
    const asked = new Set<string>();
    const maxPages = search.maxPages ?? MAX_RESULT_PAGES;
    let url: string | undefined = fillTemplate(search, 1);
    for (let number = 1; url !== undefined && number <= maxPages && !asked.has(addressKey(url)); number++) {
      asked.add(addressKey(url));
      const results = await this.#read(url);
      const listed = results.entries.length > 0 ? results.entries : results.headlines;
      const entries = listed.filter(
        (entry) => !seen.has(addressKey(entry.url)) && isResult(entry, results.links),
      );
      for (const entry of entries) seen.add(addressKey(entry.url));
      yield { url, entries };
      // Endless searches repeat themselves, or list all articles.
      if (entries.length === 0) return;
      url = search.template.includes("{page}") ? fillTemplate(search, number + 1) : results.next;
    }
  }

  #besidesOf(search: SiteSearch): Promise<Links> {
    const known = this.#besides.get(search.template) ?? this.#readBesides(search);
    this.#besides.set(search.template, known);
    // The next keyword tries again.
    known.catch(() => this.#besides.delete(search.template));
    return known;
  }

  async #readBesides(search: SiteSearch): Promise<Links> {
    try {
      const { entries, links } = await this.#read(fillTemplate({ ...search, keyword: NO_WORD }, 1));
      const listed = entries.map(({ url }) => [addressKey(url), Number.POSITIVE_INFINITY] as const);
      return new Map([...listed, ...links]);
    } catch (error) {
      // Some sites answer 404 where nothing is found.
      if (error instanceof NewsError && error.code === "HTTP_REFUSED") return new Map();
      throw error;
    }
  }

  async #read(url: string): Promise<Results> {
    const answer = await this.#fetcher.get(url, { anyType: true });
    // Some searches answer with an empty response where they find nothing.
    if (answer === "unchanged" || answer.bytes.length === 0)
      return { entries: [], headlines: [], next: undefined, links: new Map() };
    if (kindOf(answer) === "feed") {
      const feed = readFeed(decodeXml(answer.bytes, answer.charset), answer.url);
      return { ...feed, headlines: [], links: new Map() };
    }
    const { page } = readSitePage(answer.bytes, answer);
    return {
      entries: readFront(page),
      headlines: headlinesOf(page),
      next: nextPage(page),
      links: countLinks(page),
    };
  }
}

/** How often a page links to each address, by its key. */
type Links = ReadonlyMap<string, number>;

interface Results {
  readonly entries: readonly Announced[];
  /** Links as long as headlines, for pages with too few results to be read as a list. */
  readonly headlines: readonly Announced[];
  readonly next: string | undefined;
  readonly links: Links;
}

function countLinks(page: Page): Links {
  const links = new Map<string, number>();
  for (const { url } of linksOf(page)) {
    const key = addressKey(url);
    links.set(key, (links.get(key) ?? 0) + 1);
  }
  return links;
}

/** Links of fewer words are menus and numbers of pages. */
const MIN_HEADLINE_WORDS = 4;

/** The links of a page to its own site whose text is as long as a headline. */
function headlinesOf(page: Page): readonly Announced[] {
  const site = registrableDomain(page.url ?? "", WHOLE_PARTS.suffixes);
  const found = new Map<string, Announced>();
  for (const { url, node } of linksOf(page)) {
    const title = shownText(page.document, node);
    const isOwn = registrableDomain(url, WHOLE_PARTS.suffixes) === site;
    if (isOwn && words(title).length >= MIN_HEADLINE_WORDS)
      found.set(addressKey(url), { url, title, published: undefined });
  }
  return [...found.values()];
}

function* linksOf({ document, baseUrl }: Page): Generator<{ readonly url: string; readonly node: number }> {
  for (let node = 0; node < document.size; node++) {
    if (document.tag[node] !== TAG.a) continue;
    const url = resolveUrl(attribute(document, node, "href") ?? "", baseUrl);
    if (url !== undefined) yield { url, node };
  }
}

/** Whether the title or the path of an entry holds every word of a keyword. */
function namesKeyword({ title = "", url }: Announced, keyword: string): boolean {
  const words = withoutAccents(keyword).match(/[\p{L}\p{N}]+/gu) ?? [];
  const text = withoutAccents(`${title} ${URL.parse(url)?.pathname ?? ""}`);
  return words.length > 0 && words.every((word) => text.includes(word));
}

function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

function fillTemplate({ template, keyword, from = "", to = "" }: SiteSearch, page: number): string {
  if (!template.includes("{keyword}")) {
    throw new NewsError("BAD_OPTION", `The search ${template} has no {keyword}.`);
  }
  const values: Readonly<Record<string, string>> = { keyword, page: String(page), from, to };
  return template.replace(/\{(keyword|page|from|to)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
}

/** Names of fields that take what is searched for. */
const QUERY_NAMES: ReadonlySet<string> = new Set([
  "q",
  "s",
  "query",
  "search",
  "keyword",
  "keywords",
  "term",
  "text",
  "suche",
  "suchbegriff",
  "buscar",
  "recherche",
  "szukaj",
  "wd",
  "word",
]);
const SILENT_TYPES: ReadonlySet<string> = new Set(["submit", "button", "image", "reset", "file", "password"]);

/** The address template of the search form of a page; undefined if it has none that works without scripts. */
export function findSearchForm(page: Page): string | undefined {
  const { document, baseUrl } = page;
  for (let form = 0; form < document.size; form++) {
    if (document.tag[form] !== TAG.form || isPost(attribute(document, form, "method"))) continue;
    const fields = fieldsOf(page, form);
    const query = fields.find(({ type, name }) => type === "search" || QUERY_NAMES.has(name.toLowerCase()));
    const stated = attribute(document, form, "action") ?? "";
    const action = stated.trim() === "" ? page.url : resolveUrl(stated, baseUrl);
    if (query === undefined || action === undefined || !/^https?:/.test(action)) continue;
    const others = fields.filter(({ name, isSent }) => isSent && name !== query.name);
    const pairs = others.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    const search = [...pairs, `${encodeURIComponent(query.name)}={keyword}`].join("&");
    return `${action.replace(/[?#].*$/, "")}?${search}`;
  }
  return undefined;
}

function isPost(method: string | undefined): boolean {
  return method?.trim().toLowerCase() === "post";
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** Whether a browser would send it untouched. */
  readonly isSent: boolean;
}

function fieldsOf({ document }: Page, form: number): readonly Field[] {
  const fields: Field[] = [];
  for (let node = form; node < document.size && contains(document, form, node); node++) {
    if (document.tag[node] !== TAG.input) continue;
    const name = attribute(document, node, "name") ?? "";
    const type = attribute(document, node, "type")?.trim().toLowerCase() ?? "text";
    if (name === "" || SILENT_TYPES.has(type)) continue;
    const isChoice = type === "checkbox" || type === "radio";
    const isSent = type === "hidden" || (isChoice && attribute(document, node, "checked") !== undefined);
    fields.push({ name, type, value: attribute(document, node, "value") ?? (isChoice ? "on" : ""), isSent });
  }
  return fields;
}
