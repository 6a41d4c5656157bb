import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isCharset } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import type { FetchedPage } from "../../fetch/index.ts";
import { domainOf, writeSafely } from "../../sets/index.ts";
import type { Store, StoredRawPage } from "../../store/index.ts";
import type { OpenRequest } from "./contract.ts";
import { SAMPLES } from "./samples.data.ts";

interface NewPage {
  readonly id: string;
  readonly url: string | null;
  readonly html: Uint8Array | string;
  /** The charset of the bytes, where the server named one. */
  readonly charset?: string | null | undefined;
}

/** A set to be written; pages that it has already are replaced. */
export interface NewSet {
  readonly name: string;
  /** The name of its folder. */
  readonly key: string;
  readonly pages: readonly NewPage[];
}

/** Where pages come from that are not in a folder yet. */
export interface PageSources {
  readonly fetchPage: (url: string) => Promise<FetchedPage>;
  readonly openStore: () => Promise<Store>;
}

const MAX_LIBRARY_PAGES = 500;
const DEFAULT_LIBRARY_PAGES = 100;

/** Gathers the pages of a request. */
export async function gatherPages(
  request: Exclude<OpenRequest, { readonly kind: "folder" | "set" }>,
  { fetchPage, openStore }: PageSources,
): Promise<NewSet> {
  switch (request.kind) {
    case "samples":
      return { name: "Samples", key: "samples", pages: SAMPLES.map((page) => ({ ...page, id: page.name })) };
    case "address": {
      const { url, bytes, charset } = await fetchPage(request.url);
      const name = domainOf({ url, site: null }) ?? "addresses";
      return { name, key: `address-${slug(name)}`, pages: [{ id: url, url, html: bytes, charset }] };
    }
    case "library":
      return gatherLibrary(request, await openStore());
    case "files": {
      const pages = request.files.map((file) => ({
        id: file.name,
        url: file.url ?? null,
        html: "html" in file ? file.html : Buffer.from(file.base64, "base64"),
      }));
      if (pages.length === 0) throw new NewsError("NO_PAGES", "No file was dropped.");
      return { name: request.name, key: `files-${slug(request.name)}`, pages };
    }
  }
}

async function gatherLibrary(
  { domain, query, limit = DEFAULT_LIBRARY_PAGES }: OpenRequest & { readonly kind: "library" },
  store: Store,
): Promise<NewSet> {
  const most = Math.min(limit, MAX_LIBRARY_PAGES);
  const raw = await readLibrary(store, { domain, query, most });
  if (raw.length === 0)
    throw new NewsError("NO_PAGES", "The library has kept no page of these; collect with --keep-raw.");
  const name = ["Library", domain, query].filter((part) => part !== undefined && part !== "").join(" ");
  const pages = raw.map(({ url, bytes, charset }) => ({ id: url, url, html: bytes, charset }));
  return { name, key: slug(name), pages };
}

async function readLibrary(
  store: Store,
  {
    domain,
    query,
    most,
  }: { readonly domain?: string | undefined; readonly query?: string | undefined; readonly most: number },
): Promise<readonly StoredRawPage[]> {
  if (query === undefined || query.trim() === "")
    return domain === undefined ? store.listRawPages({ limit: most }) : store.listRawPagesOf(domain, most);
  const { hits } = await store.search(domain === undefined ? query : `(${query}) site:${domain}`, {
    limit: most,
  });
  const pages: StoredRawPage[] = [];
  for (const { id } of hits) pages.push(...(await store.getRawPages(id)).slice(0, 1));
  return pages;
}

const SLUG_LENGTH = 40;

/** A name that is valid on any file system, and different for different names. */
export function slug(name: string): string {
  const plain = plainName(name);
  return plain === name ? plain : `${plain}-${shortHash(name)}`;
}

/** The letters and digits of a name. */
export function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9.]+/g, "-");
  return plain.replace(/^[-.]+|[-.]+$/g, "").slice(0, SLUG_LENGTH) || "set";
}

/** Digits of a hash that make names unique. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** Writes pages into the folder of a set; a page that it has is replaced, and labels of the old copy are matched by text. */
export async function writePages(folder: string, pages: readonly NewPage[]): Promise<void> {
  const lines = new Map<string, string>();
  for (const { id, url, html, charset } of pages) {
    const htmlPath = `pages/${shortHash(id)}.html`;
    await writeSafely(join(folder, htmlPath), html);
    const isKnown = charset != null && isCharset(charset);
    const encoding = typeof html === "string" ? "utf-8" : isKnown ? charset : undefined;
    const site = domainOf({ url, site: null });
    lines.set(id, JSON.stringify({ id, site, url, htmlPath, encoding }));
  }
  await writeLines(folder, lines);
}

/** Writes lines into the index of a set, by the ids of their pages, beside those that it has. */
export async function writeLines(folder: string, added: ReadonlyMap<string, string>): Promise<void> {
  const index = join(folder, "index.jsonl");
  const known = existsSync(index) ? readFileSync(index, "utf8").split("\n") : [];
  const lines = new Map(known.filter((line) => line !== "").map((line) => [idOf(line), line]));
  for (const [id, line] of added) lines.set(id, line);
  await writeSafely(index, `${[...lines.values()].join("\n")}\n`);
}

/** The id of a line; a line that is not a record is its own id. */
function idOf(line: string): string {
  try {
    const { id } = JSON.parse(line) as { readonly id?: unknown };
    return typeof id === "string" ? id : line;
  } catch {
    return line;
  }
}
