import { demandInteger, describeBytes, NewsError } from "../errors/index.ts";
import { isHttp } from "../url/index.ts";
import {
  type AddressGuard,
  type Allowance,
  type Lookup,
  makeAddressGuard,
  makeAddressRules,
  systemLookup,
} from "./address-guard.ts";
import {
  type Deadline,
  type GetOptions,
  type HttpAnswer,
  httpGet,
  readBody,
  startDeadline,
} from "./http-get.ts";
import { NOT_HTML_FAMILIES, NOT_HTML_TYPES } from "./not-html-types.data.ts";
import { getFollowing, readFetchableUrl, type TakeTurn } from "./redirects.ts";
import { makeRobotsReader, type RobotsFile, refuseForbidden } from "./robots.ts";

/** Limits and politeness of a fetch; every option has a default. */
export interface FetchOptions extends Allowance {
  /** The most bytes of an answer, packed or unpacked; 20 MB. */
  readonly maxBytes?: number | undefined;
  /** Time for everything together, redirects and robots.txt included; 20 s. */
  readonly timeoutMs?: number | undefined;
  /** Time to connect, TLS included; 8 s. */
  readonly connectTimeoutMs?: number | undefined;
  /** 5, as many as RFC 9309 asks for. */
  readonly maxRedirects?: number | undefined;
  readonly userAgent?: string | undefined;
  /** Fetches what robots.txt forbids; for pages of your own. */
  readonly ignoreRobots?: boolean | undefined;
  /** Finds the addresses of host names; the system's look-up. */
  readonly lookup?: Lookup | undefined;
  /** The clock for `fetchedAt`. */
  readonly now?: (() => Date) | undefined;
  /** The address of an http or https proxy for all connections, with a login if it needs one; checked like addresses of pages. */
  readonly proxy?: string | undefined;
  /** The proxy is your own, and may be at a private address. */
  readonly trustProxy?: boolean | undefined;
  /** More headers for an address, such as cookies; asked for every redirect, which may lead to another host. */
  readonly headersFor?: ((url: URL) => Readonly<Record<string, string>>) | undefined;
}

/** ETag and Last-Modified of an answer, to ask later whether it changed. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** A page as a server gave it, unpacked but not decoded. */
export interface FetchedPage {
  /** The address the page came from, after redirects, without its fragment. */
  readonly url: string;
  readonly requestedUrl: string;
  /** The addresses that redirected, in order. */
  readonly redirects: readonly string[];
  readonly status: number;
  /** The media type, lower-cased and without parameters. */
  readonly contentType: string | undefined;
  /** The charset of the Content-Type header, lower-cased. */
  readonly charset: string | undefined;
  readonly bytes: Uint8Array;
  /** ISO 8601, UTC. */
  readonly fetchedAt: string;
  readonly validators: Validators;
}

/** One GET for a page; throws a NewsError when there is no page. */
export type PageFetcher = (url: string | URL) => Promise<FetchedPage>;

/** One GET for a page, with the address guard, the limits and robots.txt; throws a NewsError when there is no page. */
export async function fetchPage(url: string | URL, options: FetchOptions = {}): Promise<FetchedPage> {
  return makePageFetcher(options)(url);
}

/** Like `fetchPage` for many pages, with one request for each robots.txt. */
export function makePageFetcher(
  options: FetchOptions = {},
  /** Called before each request, redirects included; throws to forbid it. */
  beforeHop: (url: URL) => void = () => undefined,
): PageFetcher {
  const { get } = makeFetcher(options, { beforeHop });
  return async (url) => demandPage(await get(url, {}), url);
}

/** The page of an answer to a request without validators, which cannot be `unchanged`. */
export function demandPage(answer: FetchedPage | "unchanged", url: string | URL): FetchedPage {
  if (answer !== "unchanged") return answer;
  throw new NewsError("BAD_RESPONSE", `The server of ${url} answered 304 to a request without a condition.`);
}

/** A check of addresses, which throws what a fetch would throw, and sends nothing. */
export function makeAddressCheck(options: FetchOptions = {}): (url: string) => Promise<void> {
  const settings = readFetchOptions(options);
  const guard = makeAddressGuard(makeAddressRules(settings), settings.lookup);
  return async (url) => void (await guard(readFetchableUrl(url)));
}

/** What is sent to an address. */
export interface PostMessage {
  readonly body: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** One POST with the address guard and the time limit; no redirect is followed. Throws a NewsError unless the answer is a success. */
export async function post(url: string, message: PostMessage, options: FetchOptions = {}): Promise<void> {
  const settings = readFetchOptions(options);
  const target = readFetchableUrl(url);
  const guard = makeAddressGuard(makeAddressRules(settings), settings.lookup);
  const deadline = startDeadline(settings.timeoutMs, target.host);
  const get = getOptions(settings, guard, deadline);
  const { body, headers } = message;
  try {
    await httpGet(target, { ...get, body, headersFor: () => headers }, async (answer) => {
      if (answer.status < 200 || answer.status >= 300) throw statusFailure(answer, target, settings.now());
    });
  } finally {
    deadline.stop();
  }
}

/** One request of a fetcher. */
export interface FetchRequest {
  /** Files that are not HTML are accepted too: feeds, sitemaps. */
  readonly anyType?: boolean;
  /** The most bytes of this answer where the options name no limit: sitemaps are larger than pages. */
  readonly maxBytes?: number | undefined;
  /** Asks only for what has changed since; a function is asked at each redirect, as every address has its own. */
  readonly validators?: Validators | ((url: string) => Promise<Validators | undefined>) | undefined;
}

/** One GET; `unchanged` if the server says so by the validators. Throws a NewsError when there is no usable answer. */
export type Fetcher = (url: string | URL, request: FetchRequest) => Promise<FetchedPage | "unchanged">;

/** What a fetcher does at each request, redirects included. */
interface FetchHooks {
  /** Throws to forbid a request. */
  readonly beforeHop?: (url: URL) => void;
  /** Sends a request when its turn has come; waiting takes none of the time limit. */
  readonly takeTurn?: TakeTurn;
  /** Called with the robots.txt of an address that is about to be asked for. */
  readonly onRobots?: (url: URL, file: RobotsFile) => void;
}

/** A fetcher, and what it knows of robots.txt files. */
interface FetcherWithRobots {
  readonly get: Fetcher;
  /** The robots.txt of an address; undefined where robots.txt is ignored. Throws where it cannot be read. */
  robots(url: URL): Promise<RobotsFile | undefined>;
}

/** A fetcher with the address guard, the limits and robots.txt, which is requested once for each origin. */
export function makeFetcher(options: FetchOptions, hooks: FetchHooks = {}): FetcherWithRobots {
  const settings = readFetchOptions(options);
  const guard = makeAddressGuard(makeAddressRules(settings), settings.lookup);
  const readRobots = settings.ignoreRobots ? undefined : makeRobotsReader();
  const { takeTurn } = hooks;
  const robotsOf = async (url: URL, deadline: Deadline): Promise<RobotsFile | undefined> => {
    const read = async () => readRobots?.(url, { ...getOptions(settings, guard, deadline), takeTurn });
    // robots.txt has its own time limit, and waits for its turn.
    const file = await (takeTurn ? deadline.pause(read) : read());
    if (file) hooks.onRobots?.(url, file);
    return file;
  };
  const get: Fetcher = async (requested, { anyType = false, validators, maxBytes: expectedBytes }) => {
    const maxBytes = options.maxBytes ?? expectedBytes ?? settings.maxBytes;
    const start = readFetchableUrl(String(requested));
    const deadline = startDeadline(settings.timeoutMs, start.host);
    const getting = getOptions(settings, guard, deadline);
    const known = typeof validators === "function" ? validators : async () => validators;
    let conditions: Readonly<Record<string, string>> = {};
    try {
      const { url, redirects, result } = await getFollowing(start, {
        ...getting,
        takeTurn,
        deadline,
        headersFor: (hop) => ({ ...getting.headersFor?.(hop), ...conditions }),
        maxRedirects: settings.maxRedirects,
        beforeHop: async (hop) => {
          hooks.beforeHop?.(hop);
          const robots = await robotsOf(hop, deadline);
          if (robots) refuseForbidden(hop, robots);
          conditions = conditionHeaders(await known(hop.href));
        },
        read: async (answer, at) => {
          if (answer.status === NOT_MODIFIED && Object.keys(conditions).length > 0) return "unchanged";
          return readPageAnswer(answer, at, { ...settings, maxBytes, anyType }, deadline.signal);
        },
      });
      if (result === "unchanged") return result;
      const fetchedAt = settings.now().toISOString();
      return { url: url.href, requestedUrl: String(requested), redirects, ...result, fetchedAt };
    } finally {
      deadline.stop();
    }
  };
  const robots = async (url: URL): Promise<RobotsFile | undefined> => {
    const deadline = startDeadline(settings.timeoutMs, url.host);
    try {
      return await robotsOf(url, deadline);
    } finally {
      deadline.stop();
    }
  };
  return { get, robots };
}

const NOT_MODIFIED = 304;

function conditionHeaders({ etag, lastModified }: Validators = {}): Readonly<Record<string, string>> {
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}

/** A subresource of a page: a style sheet, a picture, a script. */
interface FetchedResource {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The Access-Control-Allow-Origin header as sent. */
  readonly allowOrigin: string | undefined;
  readonly bytes: Uint8Array;
}

/** One GET for a resource, whatever its status; throws a NewsError when there is no answer. */
export type ResourceFetcher = (url: string, signal: AbortSignal) => Promise<FetchedResource>;

/** A fetcher for the resources of one page, with the address guard and the limits, but without robots.txt, which is about pages. */
export function makeResourceFetcher(options: FetchOptions = {}): ResourceFetcher {
  const settings = readFetchOptions(options);
  const guard = makeAddressGuard(makeAddressRules(settings), settings.lookup);
  const { maxBytes, timeoutMs, maxRedirects } = settings;
  return async (text, outer) => {
    const url = readFetchableUrl(text);
    const deadline = startDeadline(timeoutMs, url.host, outer);
    const { signal } = deadline;
    try {
      const { result } = await getFollowing(url, {
        ...getOptions(settings, guard, deadline),
        maxRedirects,
        deadline,
        read: async ({ status, header, body }) => {
          const limits = { maxBytes, whenLonger: "refuse", signal } as const;
          const bytes = await readBody(body, header("content-encoding") ?? "", limits);
          const allowOrigin = header("access-control-allow-origin");
          return { status, contentType: header("content-type"), allowOrigin, bytes };
        },
      });
      return result;
    } finally {
      deadline.stop();
    }
  };
}

function getOptions(
  { userAgent, connectTimeoutMs, proxy, trustProxy, headersFor }: FetchSettings,
  guard: AddressGuard,
  { signal }: Deadline,
): GetOptions {
  return { guard, userAgent, connectTimeoutMs, signal, proxy, trustProxy, headersFor };
}

/** Temporary statuses below 500: request timeout, too early, too many requests. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

async function readPageAnswer(
  answer: HttpAnswer,
  url: URL,
  { maxBytes, now, anyType }: FetchSettings & { readonly anyType: boolean },
  signal: AbortSignal,
): Promise<Pick<FetchedPage, "status" | "contentType" | "charset" | "bytes" | "validators">> {
  const { status, body } = answer;
  if (status < 200 || status >= 300) throw statusFailure(answer, url, now());
  const { mediaType, charset } = readContentType(answer.header("content-type"));
  if (!anyType && !mayBeHtml(mediaType))
    throw new NewsError("NOT_HTML", `The server ${url.host} sent ${mediaType}, not a page.`);
  const declaredBytes = Number(answer.header("content-length"));
  if (declaredBytes > maxBytes) {
    const sizes = `${describeBytes(declaredBytes)}, over the limit of ${describeBytes(maxBytes)}`;
    throw new NewsError("FETCH_TOO_LARGE", `The server ${url.host} announces ${sizes}.`);
  }
  const encoding = answer.header("content-encoding") ?? "";
  const bytes = await readBody(body, encoding, { maxBytes, whenLonger: "refuse", signal });
  const validators = { etag: answer.header("etag"), lastModified: answer.header("last-modified") };
  return { status, contentType: mediaType, charset, bytes, validators };
}

/** The failure of a status: a busy server differs from a page that is gone. */
function statusFailure({ status, header }: HttpAnswer, url: URL, now: Date): NewsError {
  const isTemporary = status >= 500 || TEMPORARY_STATUSES.has(status);
  return new NewsError(
    isTemporary ? "HTTP_STATUS" : "HTTP_REFUSED",
    `The server ${url.host} answered ${status}.`,
    { retryAfterMs: readRetryAfter(header("retry-after"), now), status },
  );
}

/** A Content-Type header in parts, lower-cased; undefined if the server does not say. */
interface ContentType {
  readonly mediaType: string | undefined;
  readonly charset: string | undefined;
}

const MEDIA_TYPE = /^\s*([^\s;,/]+\/[^\s;,]+)/;
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i;

/** Reads a Content-Type header. */
export function readContentType(header: string | undefined): ContentType {
  const mediaType = MEDIA_TYPE.exec(header ?? "")?.[1];
  const [, inDouble, inSingle, bare] = CHARSET.exec(header ?? "") ?? [];
  const charset = (inDouble ?? inSingle ?? bare)?.trim();
  return { mediaType: mediaType?.toLowerCase(), charset: charset?.toLowerCase() || undefined };
}

/** Whether an answer of this media type can be a page; many servers send no or a vague one. */
export function mayBeHtml(mediaType: string | undefined): boolean {
  if (mediaType === undefined) return true;
  return !NOT_HTML_TYPES.has(mediaType) && !NOT_HTML_FAMILIES.some((family) => mediaType.startsWith(family));
}

/** A longer wait is a mistake, and would not fit in a date. */
const MAX_RETRY_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** How long a Retry-After header asks to wait, given in seconds or as a date; undefined if it does not say. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, MAX_RETRY_AFTER_MS);
  // HTTP dates begin with the day of the week; whatever else `Date.parse` accepts is a mistake.
  const ms = /^[a-z]{3,9},? /i.test(value) ? Date.parse(value) - now.getTime() : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

/** Options that have no default: they are left out where they are not given. */
type Unset = "proxy" | "headersFor";
/** Options with every default filled in. */
type FetchSettings = {
  readonly [Name in Exclude<keyof FetchOptions, Unset>]-?: NonNullable<FetchOptions[Name]>;
} & { readonly proxy: URL | undefined; readonly headersFor: FetchOptions["headersFor"] };

const DEFAULTS: FetchSettings = {
  allowPrivate: false,
  allow: [],
  maxBytes: 20_000_000,
  timeoutMs: 20_000,
  connectTimeoutMs: 8000,
  maxRedirects: 5,
  userAgent: "galley/0.1 (news article extractor)",
  ignoreRobots: false,
  lookup: systemLookup,
  now: () => new Date(),
  proxy: undefined,
  trustProxy: false,
  headersFor: undefined,
};

// Timers silently become 1 ms above this.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Fills in the defaults, or throws BAD_OPTION. */
function readFetchOptions(options: FetchOptions): FetchSettings {
  const { proxy: proxyAddress, ...rest } = options;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const proxy = proxyAddress === undefined ? undefined : readProxy(proxyAddress);
  const settings: FetchSettings = { ...DEFAULTS, ...Object.fromEntries(given), proxy };
  demandInteger("maxBytes", settings.maxBytes, [1, Number.MAX_SAFE_INTEGER]);
  demandInteger("timeoutMs", settings.timeoutMs, [1, MAX_TIMER_MS]);
  demandInteger("connectTimeoutMs", settings.connectTimeoutMs, [1, MAX_TIMER_MS]);
  demandInteger("maxRedirects", settings.maxRedirects, [0, 100]);
  // A line break in a header would start another header.
  if (!/^[\x20-\x7e]+$/.test(settings.userAgent)) {
    throw new NewsError("BAD_OPTION", "The userAgent must be plain ASCII text of one line.");
  }
  return settings;
}

function readProxy(address: string): URL {
  const url = URL.parse(address);
  // A wrongly percent-encoded login would fail at the first page.
  const isLogin = !/%(?![\da-f]{2})/i.test(`${url?.username}${url?.password}`);
  if (url && isHttp(url) && isLogin) return url;
  throw new NewsError("BAD_OPTION", "The proxy must be an address such as http://proxy.example:3128.");
}
