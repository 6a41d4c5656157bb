import { demandInteger, describeBytes, NewsError } from "../errors/index.ts";
import {
  type AddressGuard,
  type Allowance,
  type Lookup,
  makeAddressGuard,
  makeAddressRules,
  systemLookup,
} from "./address-guard.ts";
import { type Deadline, type GetOptions, type HttpAnswer, readBody, startDeadline } from "./http-get.ts";
import { NOT_HTML_FAMILIES, NOT_HTML_TYPES } from "./not-html-types.data.ts";
import { getFollowing, readFetchableUrl } from "./redirects.ts";
import { makeRobotsCheck } from "./robots.ts";

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
}

/** A page as a server gave it, unpacked but not decoded. */
interface FetchedPage {
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
  const settings = readFetchOptions(options);
  const guard = makeAddressGuard(makeAddressRules(settings), settings.lookup);
  const checkRobots = makeRobotsCheck();
  return async (requested) => {
    const start = readFetchableUrl(String(requested));
    const deadline = startDeadline(settings.timeoutMs, start.host);
    const get = getOptions(settings, guard, deadline);
    try {
      const { url, redirects, result } = await getFollowing(start, {
        ...get,
        maxRedirects: settings.maxRedirects,
        beforeHop: async (hop) => {
          beforeHop(hop);
          if (!settings.ignoreRobots) await checkRobots(hop, get);
        },
        read: (answer, at) => readPageAnswer(answer, at, settings, deadline.signal),
      });
      const fetchedAt = settings.now().toISOString();
      return { url: url.href, requestedUrl: String(requested), redirects, ...result, fetchedAt };
    } finally {
      deadline.stop();
    }
  };
}

/** A subresource of a page: a style sheet, a picture, a script. */
interface FetchedResource {
  readonly status: number;
  /** The Content-Type header as sent. */
  readonly contentType: string | undefined;
  /** The Access-Control-Allow-Origin header as sent. */
  readonly allowOrigin: string | undefined;
  readonly bytes: Uint8Array;
}

/** One GET for a resource, whatever its status; throws a NewsError when there is no answer. */
export type ResourceFetcher = (url: string, signal: AbortSignal) => Promise<FetchedResource>;

/** A fetcher for the resources of one page, with the address guard and the limits; robots.txt is about pages, not about these. */
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
  { userAgent, connectTimeoutMs }: FetchSettings,
  guard: AddressGuard,
  { signal }: Deadline,
): GetOptions {
  return { guard, userAgent, connectTimeoutMs, signal };
}

/** Request timeout, too early, too many requests: statuses below 500 that a later try may not get. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

async function readPageAnswer(
  answer: HttpAnswer,
  url: URL,
  { maxBytes, now }: FetchSettings,
  signal: AbortSignal,
): Promise<Pick<FetchedPage, "status" | "contentType" | "charset" | "bytes">> {
  const { status, body } = answer;
  if (status < 200 || status >= 300) throw statusFailure(answer, url, now());
  const { mediaType, charset } = readContentType(answer.header("content-type"));
  if (!mayBeHtml(mediaType))
    throw new NewsError("NOT_HTML", `The server ${url.host} sent ${mediaType}, not a page.`);
  const declaredBytes = Number(answer.header("content-length"));
  if (declaredBytes > maxBytes) {
    const sizes = `${describeBytes(declaredBytes)}, over the limit of ${describeBytes(maxBytes)}`;
    throw new NewsError("FETCH_TOO_LARGE", `The server ${url.host} announces ${sizes}.`);
  }
  const encoding = answer.header("content-encoding") ?? "";
  const bytes = await readBody(body, encoding, { maxBytes, whenLonger: "refuse", signal });
  return { status, contentType: mediaType, charset, bytes };
}

/** A busy server is a different failure from a page that is gone. */
function statusFailure({ status, header }: HttpAnswer, url: URL, now: Date): NewsError {
  const isTemporary = status >= 500 || TEMPORARY_STATUSES.has(status);
  return new NewsError(
    isTemporary ? "HTTP_STATUS" : "HTTP_REFUSED",
    `The server ${url.host} answered ${status}.`,
    { retryAfterMs: readRetryAfter(header("retry-after"), now) },
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

/** Whether an answer of this media type can be a page; servers often send none, or a vague one. */
export function mayBeHtml(mediaType: string | undefined): boolean {
  if (mediaType === undefined) return true;
  return !NOT_HTML_TYPES.has(mediaType) && !NOT_HTML_FAMILIES.some((family) => mediaType.startsWith(family));
}

/** How long a Retry-After header asks to wait, given in seconds or as a date; undefined if it does not say. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // HTTP dates begin with the day of the week; whatever else `Date.parse` accepts is a mistake.
  const ms = /^[a-z]{3,9},? /i.test(value) ? Date.parse(value) - now.getTime() : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Options with every default filled in. */
type FetchSettings = { readonly [Name in keyof FetchOptions]-?: NonNullable<FetchOptions[Name]> };

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
};

// Timers silently become 1 ms above this.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Fills in the defaults, or throws BAD_OPTION. */
function readFetchOptions(options: FetchOptions): FetchSettings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: FetchSettings = { ...DEFAULTS, ...Object.fromEntries(given) };
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
