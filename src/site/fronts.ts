import { addressKey, urlShape } from "../url/index.ts";
import { ADDRESS_KIND, addressKind } from "./items/address-kind.ts";
import { type Item, readItems } from "./items/read-items.ts";
import { partitionPage } from "./partition/partition-page.ts";
import type { PageSource, SitePage } from "./source/page-source.ts";
import { isLabel } from "./taxonomy/label-words.ts";
import { eachLabel, type PageLabels, readPageLabels } from "./taxonomy/page-labels.ts";
import type { SiteWarningCode } from "./warnings.data.ts";

/** How far the sections of a site are followed. */
export interface FollowOptions {
  /** Steps from the home page: 0 reads it alone. */
  readonly depth?: number | undefined;
  /** Front pages at most. */
  readonly maxFronts?: number | undefined;
  /** Front pages that an earlier run has read, by id. */
  readonly known?: ReadonlyMap<string, Front> | undefined;
}

/** A visited front page. */
export interface Visit {
  readonly page: SitePage;
  readonly front: Front;
  /** Whether this run has read it, rather than an earlier one. */
  readonly isNew: boolean;
}

/** Sections and their subsections. */
const DEPTH = 2;
/** The largest menus of real news sites lead to about a hundred places. */
const MAX_FRONTS = 120;
/** Front pages with one URL shape at most; calendars and paginated lists have no end. */
const MAX_OF_A_SHAPE = 20;
/** Front pages written for readers have fewer links. */
const FARM_LINKS = 2000;
/** Pages that announce fewer articles are not sections: service pages and articles link to a few as well. */
const MIN_ITEMS = 3;
/** Links of a group that go first, as many as the paper compares. */
const OF_A_GROUP = 2;

/** Visits the home page, then the pages that labels link to, breadth first; adds to `warningCodes` on the way. */
export async function* followSections(
  source: PageSource,
  warningCodes: Set<SiteWarningCode>,
  { depth = DEPTH, maxFronts = MAX_FRONTS, known = new Map() }: FollowOptions = {},
): AsyncGenerator<Visit> {
  const home = visit(await source.home(), known);
  yield home;
  const frontier = new Frontier(home.front, warningCodes);
  let left = maxFronts - 1;
  for (let step = 0, level: readonly Front[] = [home.front]; step < depth && level.length > 0; step++) {
    const next: Front[] = [];
    for (const url of frontier.takeLinks(level)) {
      if (left <= 0) break;
      const page = await source.open(url);
      if (page === undefined || !frontier.isNew(page)) continue;
      const found = visit(page, known);
      left--;
      yield found;
      if (found.front.items.length >= MIN_ITEMS) next.push(found.front);
    }
    level = next;
  }
}

function visit(page: SitePage, known: ReadonlyMap<string, Front>): Visit {
  const front = known.get(page.id);
  return { page, front: front ?? readFront(page), isNew: front === undefined };
}

/** The crawl frontier: addresses seen so far, counted by shape. */
class Frontier {
  readonly #addresses = new Set<string>();
  readonly #ids = new Set<string>();
  readonly #shapes = new Map<string, number>();
  readonly #warnings: Set<SiteWarningCode>;

  constructor(home: Front, warningCodes: Set<SiteWarningCode>) {
    this.#ids.add(home.id);
    this.#addresses.add(addressKey(home.labels.url ?? home.id));
    this.#warnings = warningCodes;
  }

  /** Links to addresses not seen before, at most `MAX_OF_A_SHAPE` of one shape. */
  *takeLinks(fronts: readonly Front[]): Generator<string> {
    for (const front of fronts) {
      const links = sectionLinks(front);
      if (links.length > FARM_LINKS) this.#warnings.add("LINK_FARM");
      for (const url of links.slice(0, FARM_LINKS)) if (this.#takeAddress(url)) yield url;
    }
  }

  /** Whether a page was not visited yet, under any address. */
  isNew({ id }: SitePage): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }

  #takeAddress(url: string): boolean {
    const key = addressKey(url);
    if (this.#addresses.has(key)) return false;
    this.#addresses.add(key);
    const shape = urlShape(url) ?? key;
    const count = (this.#shapes.get(shape) ?? 0) + 1;
    this.#shapes.set(shape, count);
    if (count <= MAX_OF_A_SHAPE) return true;
    this.#warnings.add("ENDLESS_ADDRESSES");
    return false;
  }
}

/** What mining keeps of a home or section page, as plain JSON. */
export interface Front {
  readonly id: string;
  readonly labels: PageLabels;
  /** The articles that it announces. */
  readonly items: readonly Item[];
}

function readFront(page: SitePage): Front {
  return {
    id: page.id,
    labels: readPageLabels(page, partitionPage(page.page)),
    items: readItems(page.page),
  };
}

/** The link targets of short labels, those with stories below them first; addresses of articles are left out. */
function sectionLinks({ labels }: Front): readonly string[] {
  const found = new Map<string, { readonly url: string; readonly rank: number }>();
  eachLabel(labels.labels, (node) => {
    const url = node.url === undefined ? undefined : URL.parse(node.url);
    if (!url || !isLabel(node.text) || addressKind(url) === ADDRESS_KIND.article) return;
    const key = addressKey(url.href);
    // A label above stories names a section; a menu item may as well name the shop or the imprint.
    const rank = node.children.length > 0 ? 0 : 1;
    const known = found.get(key);
    if (known === undefined || known.rank > rank) found.set(key, { url: url.href, rank });
  });
  if (labels.url !== undefined) found.delete(addressKey(labels.url));
  return [...found.values()].sort((a, b) => a.rank - b.rank).map(({ url }) => url);
}

/** An article that front pages of the site link to. */
export interface ArticleLink {
  readonly url: string;
  readonly title: string;
  /** The label that it is listed under; `null` if no page says. */
  readonly section: string | null;
  /** The front pages that announce it, in the order of the crawl. */
  readonly foundOn: readonly string[];
}

/** The articles that front pages announce, each once, without the front pages themselves. */
export function articleLinks(fronts: readonly Front[]): readonly ArticleLink[] {
  const frontKeys = new Set(fronts.map(({ id, labels }) => addressKey(labels.url ?? id)));
  const links = new Map<string, ArticleLink>();
  for (const { id, labels, items } of fronts) {
    for (const { url, title, section } of items) {
      const key = addressKey(url);
      if (frontKeys.has(key)) continue;
      const known = links.get(key) ?? { url, title, section, foundOn: [] };
      const foundOn = [...known.foundOn, labels.url ?? id];
      links.set(key, { ...known, section: known.section ?? section, foundOn });
    }
  }
  return [...links.values()];
}

/** The group of an article: the links of its first front page under one label. */
export function linkGroup({ foundOn, section }: ArticleLink): string {
  return `${foundOn[0]}\n${section ?? ""}`;
}

/** Orders links for sampling: the first two of every group, then the next two, and so on. */
export function spreadLinks(links: readonly ArticleLink[]): readonly ArticleLink[] {
  const counts = new Map<string, number>();
  const turns = links.map((link) => {
    const group = linkGroup(link);
    const count = counts.get(group) ?? 0;
    counts.set(group, count + 1);
    return { link, turn: Math.floor(count / OF_A_GROUP) };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ link }) => link);
}
