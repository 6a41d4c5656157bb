import { describeBytes, NewsError } from "../errors/index.ts";
import { type AddressGuard, makeAddressGuard, makeAddressRules } from "./address-guard.ts";
import { type FetchOptions, type FetchSettings, readFetchOptions } from "./fetch-options.ts";
import { type HttpAnswer, startDeadline } from "./http-get.ts";
import { NOT_HTML_FAMILIES, NOT_HTML_TYPES } from "./not-html-types.data.ts";
import { getFollowing, readFetchableUrl } from "./redirects.ts";
import { makeRobotsCheck, type RobotsCheck } from "./robots.ts";
import { ACCEPT_ENCODING, readBody } from "./unpack-body.ts";

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
}

/** Request timeout, too early, too many requests: statuses below 500 that a later try may not get. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

type Answer = Pick<FetchedPage, "status" | "contentType" | "charset" | "bytes">;

/** One GET for a page; throws a NewsError when there is no page. */
export type PageFetcher = (url: string | URL) => Promise<FetchedPage>;

/** What all pages of one fetcher share. */
interface Session {
  readonly settings: FetchSettings;
  readonly guard: AddressGuard;
  readonly checkRobots: RobotsCheck;
  readonly beforeHop: (url: URL) => void;
}

/** A fetcher with the address guard, the limits and robots.txt, which asks for each robots.txt once, however many pages follow. */
export function makePageFetcher(
  options: FetchOptions = {},
  /** Called before each request, redirects included; throws to forbid it. */
  beforeHop: (url: URL) => void = () => undefined,
): PageFetcher {
  const settings = readFetchOptions(options);
  const guard = makeAddressGuard(makeAddressRules(settings), settings.lookup);
  const session = { settings, guard, checkRobots: makeRobotsCheck(), beforeHop };
  return (url) => fetchIn(session, url);
}

/** One GET for a page, with the address guard, the limits and robots.txt; throws a NewsError when there is no page. */
export async function fetchPage(url: string | URL, options: FetchOptions = {}): Promise<FetchedPage> {
  return makePageFetcher(options)(url);
}

async function fetchIn(
  { settings, guard, checkRobots, beforeHop }: Session,
  url: string | URL,
): Promise<FetchedPage> {
  const start = readFetchableUrl(String(url));
  const deadline = startDeadline(settings.timeoutMs, start.host);
  const { userAgent, connectTimeoutMs, maxRedirects } = settings;
  const get = {
    guard,
    userAgent,
    connectTimeoutMs,
    acceptEncoding: ACCEPT_ENCODING,
    signal: deadline.signal,
  };
  try {
    const followed = await getFollowing(start, {
      ...get,
      maxRedirects,
      beforeHop: async (hop) => {
        beforeHop(hop);
        if (!settings.ignoreRobots) await checkRobots(hop, get);
      },
      read: (answer, at) => readPageAnswer(answer, at, settings, deadline.signal),
    });
    return {
      url: followed.url.href,
      requestedUrl: String(url),
      redirects: followed.redirects,
      ...followed.result,
      fetchedAt: settings.now().toISOString(),
    };
  } finally {
    deadline.stop();
  }
}

async function readPageAnswer(
  answer: HttpAnswer,
  url: URL,
  { maxBytes, now }: FetchSettings,
  signal: AbortSignal,
): Promise<Answer> {
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
