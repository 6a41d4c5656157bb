import { resolve } from "node:path";
import { readPrivateFile } from "../archive/index.ts";
import { asNewsError, NewsError } from "../errors/index.ts";
import { isRecord } from "../model/index.ts";
import type { Store } from "../store/index.ts";
import { registrableDomain } from "../url/index.ts";
import type { Start } from "./read-sources.ts";

/** Headers for hosts from a private file: {"news.example": {"cookie": "…"}}; sent to that host alone, over https unless it is written as http://. */
export function readHeaders(path: string): (url: URL) => Readonly<Record<string, string>> {
  const text = readPrivateFile(path);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw badHeaders(path, "it is not JSON", cause);
  }
  if (!isRecord(read)) throw badHeaders(path, "it is not an object");
  const origins = new Map<string, Readonly<Record<string, string>>>();
  for (const [host, headers] of Object.entries(read)) {
    if (!isRecord(headers)) throw badHeaders(path, `the value of ${host} is not an object`);
    const lower = Object.entries(headers).map(([name, value]): [string, string] => {
      if (!/^[\w-]+$/.test(name) || typeof value !== "string" || !/^[\x20-\x7e]*$/.test(value))
        throw badHeaders(path, `a header of ${host} is not a name with a line of ASCII`);
      return [name.toLowerCase(), value];
    });
    origins.set(originOf(host, path), Object.fromEntries(lower));
  }
  return (url) => origins.get(url.origin) ?? {};
}

/**
 * The files of headers that sources need, read for each run, so that a renewed cookie counts; their content is never stored.
 */
export class HeaderFiles {
  #files: readonly ((url: URL) => Readonly<Record<string, string>>)[] = [];

  /** The headers for an address, of the first file that names its host. */
  readonly headersFor = (url: URL): Readonly<Record<string, string>> => {
    for (const read of this.#files) {
      const headers = read(url);
      if (Object.keys(headers).length > 0) return headers;
    }
    return {};
  };

  /** Reads files; returns why some cannot be used, by path. */
  read(
    paths: Iterable<string>,
    mayUse: (path: string, url: URL) => boolean = () => true,
  ): ReadonlyMap<string, NewsError> {
    const faults = new Map<string, NewsError>();
    this.#files = [...new Set(paths)].flatMap((path) => {
      try {
        const headersOf = readHeaders(path);
        return [(url: URL) => (mayUse(path, url) ? headersOf(url) : {})];
      } catch (error) {
        faults.set(path, asNewsError(error));
        return [];
      }
    });
    return faults;
  }
}

/** The file that a run names, or null if its sources no longer need one; and the starts of the run once they are known. */
export interface NamedHeaders {
  readonly named: string | null | undefined;
  readonly starts?: readonly Start[] | undefined;
}

/**
 * Reads the files of headers that sources need; returns why some sources cannot be read. A file that a run names replaces the
 * remembered files of its sources, and nothing else is sent to their sites.
 */
export async function readHeaderFiles(
  files: HeaderFiles,
  store: Pick<Store, "listHeaders" | "listLinked">,
  { named, starts }: NamedHeaders,
): Promise<ReadonlyMap<string, NewsError>> {
  const kept = named === undefined || starts ? await store.listHeaders() : [];
  const sites = named === undefined ? new Set() : await sitesOf(starts ?? [], store);
  const others = kept.filter(({ source }) => !sites.has(registrableDomain(source)));
  const own = named ? resolve(named) : undefined;
  const faults = files.read(
    [...(own === undefined ? [] : [own]), ...others.map(({ path }) => path)],
    (path, url) => path === own || !sites.has(registrableDomain(url)),
  );
  return new Map(
    others.flatMap(({ source, path }) => {
      const fault = faults.get(path);
      return fault ? [[source, fault] as const] : [];
    }),
  );
}

/** The sites of the starts of a run, and of the lists that they are known to lead to. */
async function sitesOf(
  starts: readonly Start[],
  store: Pick<Store, "listLinked">,
): Promise<ReadonlySet<string | undefined>> {
  const sites = new Set<string | undefined>();
  for (const start of starts) {
    const url = start.kind === "address" ? start.url : start.template;
    for (const each of [url, ...(await store.listLinked(url))]) sites.add(registrableDomain(each));
  }
  return sites;
}

/** A redirect to http would expose a cookie to the network, so http must be asked for. */
function originOf(host: string, path: string): string {
  const url = URL.parse(/^https?:\/\//i.test(host) ? host : `https://${host}`);
  if (url === null || url.pathname !== "/") throw badHeaders(path, `${host} is not a host`);
  return url.origin;
}

function badHeaders(path: string, why: string, cause?: unknown): NewsError {
  return new NewsError("BAD_OPTION", `The file of headers ${path} cannot be used: ${why}.`, { cause });
}
