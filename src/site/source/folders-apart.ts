/** What is known of a saved page without an address of its own. */
interface PlacedPage {
  /** Made from the path of its file. */
  readonly url: string;
  /** The top folders that it links to. */
  readonly linkedFolders: readonly string[];
}

/**
 * The top folders of saved pages without addresses where each looks like a site of its own: it is named like a host or holds
 * an index page, and links to none of the others. Sections of one site link to each other, or have its home page above them.
 */
export function foldersApart(pages: readonly PlacedPage[]): readonly string[] {
  const folders = Map.groupBy(pages, ({ url }) => topFolder(url));
  if (folders.size < 2 || folders.has("")) return [];
  const isSite = (name: string, own: readonly PlacedPage[]): boolean =>
    (/^[^.]+(?:\.[^.]+)*\.\p{L}{2,}$/u.test(name) ||
      own.some(({ url }) => new URL(url).pathname === `/${name}/`)) &&
    own.every((page) => page.linkedFolders.every((linked) => linked === name || !folders.has(linked)));
  const areSites = [...folders].every(([name, own]) => isSite(name, own));
  return areSites ? [...folders.keys()].map(decodeURIComponent) : [];
}

/** The first folder of an address; empty for a page at its root. */
export function topFolder(url: string): string {
  return /^\/([^/]+)\//.exec(new URL(url).pathname)?.[1] ?? "";
}

/** Names in a message stop here. */
const MOST_NAMES = 5;

/** Names as words, the first few of many. */
export function listed(names: readonly string[]): string {
  const left = names.length - MOST_NAMES;
  const shown = left > 1 ? [...names.slice(0, MOST_NAMES), `${left} others`] : names;
  return new Intl.ListFormat("en").format(shown);
}

/** Sites with their numbers of pages, the largest first. */
export function countedSites(sites: ReadonlyMap<string, number>): string {
  const sorted = [...sites].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return listed(sorted.map(([site, pages]) => `${site} (${pages} page${pages === 1 ? "" : "s"})`));
}
