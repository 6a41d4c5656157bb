import { gunzipSync, gzipSync } from "node:zlib";
import { type PageRecord, readFileBytes } from "../../archive/index.ts";
import { canonicaliseUrl } from "../../url/index.ts";
import { addressKey, addressOfPath, siteOf } from "./addresses.ts";

/** What was seen of a saved page when the folder was looked through. */
export interface SavedLook {
  readonly id: string;
  /** Where it was found, as its record says. */
  readonly recorded: string | undefined;
  /** The address that the page gives itself. */
  readonly stated: string | undefined;
  readonly content: SavedContent;
  readonly encoding: string | undefined;
  /** The key of its shown text. */
  readonly text: string | undefined;
  /** Pages of its own site that it links to. */
  readonly links: number;
}

/** A saved page with its address. */
export interface SavedPage extends SavedLook {
  readonly url: string;
}

/** The saved pages of one site, found by any of their addresses. */
export interface SavedSite {
  readonly site: string;
  readonly pages: readonly SavedPage[];
  readonly home: SavedPage | undefined;
  /** Pages left out because they are of other sites, and because another page shows the same. */
  readonly foreign: number;
  readonly repeated: number;
  find(url: string): SavedPage | undefined;
}

const PAGE_ENDING = /(?:(?:^|\/)(?:index|default))?\.x?html?(?:\.gz)?$/i;
/** Copies of one page, saved at different times, that its address is believed for. */
const MAX_UNLIKE = 2;
const ROOT = /^\/(?:(?:index|default)\.[a-z]{3,5})?$/i;

/** Brings saved pages together: each has one address, pages that show the same are one, and one site is chosen. */
export function arrangePages(looks: readonly SavedLook[], local: string): SavedSite {
  const { unlike, twins } = withoutTwins(looks);
  const origin = mostCommon(unlike.flatMap((look) => originOf(look.recorded ?? look.stated))) ?? local;
  const site = siteOf(origin) ?? local;
  const byAddress = new Map<string, SavedPage>();
  const byPath = new Map<string, SavedPage>();
  const pages: SavedPage[] = [];
  for (const look of unlike) {
    const page = { ...look, url: addressOf(look, origin, byAddress) };
    if (siteOf(page.url) !== site) continue;
    pages.push(page);
    for (const known of addressesOf(page, twins)) setOnce(byAddress, addressKey(known), page);
    setOnce(byPath, pathKey(page.id), page);
  }
  return {
    ...{ site, pages, home: chooseHome(pages) },
    foreign: unlike.length - pages.length,
    repeated: looks.length - unlike.length,
    find: (url) =>
      byAddress.get(addressKey(url)) ?? (siteOf(url) === site ? byPath.get(pathKeyOfUrl(url)) : undefined),
  };
}

interface Twins {
  readonly unlike: readonly SavedLook[];
  /** The other looks at what one page shows, by its id. */
  readonly twins: ReadonlyMap<string, readonly SavedLook[]>;
}

/** Pages that show the same text or give themselves the same address are one page; those with neither cannot be joined. */
function withoutTwins(looks: readonly SavedLook[]): Twins {
  const isBelieved = believedAddresses(looks);
  const firstByKey = new Map<string, SavedLook>();
  const twins = new Map<string, SavedLook[]>();
  const unlike: SavedLook[] = [];
  for (const look of looks) {
    const stated = look.stated === undefined ? undefined : addressKey(look.stated);
    const keys = [look.text, stated !== undefined && isBelieved(stated) ? stated : undefined].filter(
      (key) => key !== undefined,
    );
    const [first] = keys.flatMap((key) => firstByKey.get(key) ?? []);
    for (const key of keys) setOnce(firstByKey, key, first ?? look);
    if (first === undefined) unlike.push(look);
    else {
      const others = twins.get(first.id);
      if (others === undefined) twins.set(first.id, [look]);
      else others.push(look);
    }
  }
  return { unlike, twins };
}

/** An address that more unlike pages give themselves is a mistake of the site: some state the home page's on all of them. */
function believedAddresses(looks: readonly SavedLook[]): (key: string) => boolean {
  const texts = new Map<string, Set<string | undefined>>();
  for (const { stated, text } of looks) {
    if (stated === undefined) continue;
    const key = addressKey(stated);
    texts.set(key, (texts.get(key) ?? new Set()).add(text));
  }
  return (key) => (texts.get(key)?.size ?? 0) <= MAX_UNLIKE;
}

/** Its own address unless another page has it, else that of its path. */
function addressOf(look: SavedLook, origin: string, taken: ReadonlyMap<string, SavedPage>): string {
  const own = [look.stated, look.recorded].find((url) => url !== undefined && !taken.has(addressKey(url)));
  return (own === undefined ? undefined : canonicaliseUrl(own)) ?? addressOfPath(look.id, origin);
}

function* addressesOf(page: SavedPage, twins: Twins["twins"]): Generator<string> {
  yield page.url;
  for (const { recorded, stated } of [page, ...(twins.get(page.id) ?? [])]) {
    if (recorded !== undefined) yield recorded;
    if (stated !== undefined) yield stated;
  }
}

/** What a file's path and the path of an address share: no ending, no name that stands for the folder. */
function pathKey(path: string): string {
  return path.replace(PAGE_ENDING, "").replace(/^\/+|\/+$/g, "");
}

function pathKeyOfUrl(url: string): string {
  const { pathname, search } = new URL(url);
  try {
    return pathKey(decodeURIComponent(pathname + search));
  } catch {
    return pathKey(pathname + search);
  }
}

/** The page at the root; without one, the page that links to most others, as front pages do. */
function chooseHome(pages: readonly SavedPage[]): SavedPage | undefined {
  const roots = pages.filter(({ url }) => ROOT.test(new URL(url).pathname) && new URL(url).search === "");
  return (roots.length > 0 ? roots : pages).reduce<SavedPage | undefined>(
    (best, page) => (best === undefined || page.links > best.links ? page : best),
    undefined,
  );
}

function originOf(url: string | undefined): readonly string[] {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed === null ? [] : [parsed.origin];
}

function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<[string, number] | undefined>(
    (best, entry) => (best === undefined || entry[1] > best[1] ? entry : best),
    undefined,
  )?.[0];
}

function setOnce<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}

/** Where the markup of a saved page is: in its file, or packed here where it came in a line. */
type SavedContent = { readonly path: string } | { readonly packed: Uint8Array };

// Packing is for memory alone; the fastest level brings most of it.
const LEVEL = 1;

/** Keeps the content of a record so that it can be read again. */
export function keepContent({ content }: PageRecord): SavedContent {
  return "path" in content ? content : { packed: gzipSync(content.html, { level: LEVEL }) };
}

/** The bytes of kept content, or its markup where it came as text. */
export function readContent(content: SavedContent, maxBytes?: number): Uint8Array | string {
  return "path" in content
    ? readFileBytes(content.path, maxBytes)
    : gunzipSync(content.packed).toString("utf8");
}
