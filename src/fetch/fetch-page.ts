import { describeBytes, NewsError } from "../errors/index.ts";
import { type AddressGuard, makeAddressGuard } from "./address-guard.ts";
import { makeAddressRules } from "./address-rules.ts";
import { mayBeHtml, readContentType } from "./content-type.ts";
import { startDeadline } from "./deadline.ts";
import { type FetchOptions, type FetchSettings, readFetchOptions } from "./fetch-options.ts";
import { readFetchableUrl } from "./fetchable-url.ts";
import type { HttpAnswer } from "./http-get.ts";
import { getFollowing } from "./redirects.ts";
import { readRetryAfter } from "./retry-after.ts";
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

/** Request timeout, too early, too many requests: statuses below 500 that a later try may not meet. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

type Answer = Pick<FetchedPage, "status" | "contentType" | "charset" | "bytes">;

/** One GET for a page; throws a NewsError when there is no page. */
export type PageFetcher = (url: string | URL) => Promise<FetchedPage>;

/** What one fetcher does for all its pages. */
interface Manners {
  readonly settings: FetchSettings;
  readonly guard: AddressGuard;
  readonly checkRobots: RobotsCheck;
  readonly beforeHop: (url: URL) => void;
}

/** A fetcher with the address guard, the limits and robots.txt, which asks for each robots.txt once, however many pages follow. */
export function makePageFetcher(
  options: FetchOptions = {},
  /** Called before each address is asked for, also where a redirect leads; throws when it must not be. */
  beforeHop: (url: URL) => void = () => undefined,
): PageFetcher {
  const settings = readFetchOptions(options);
  const guard = makeAddressGuard(makeAddressRules(settings), settings.lookup);
  const manners = { settings, guard, checkRobots: makeRobotsCheck(), beforeHop };
  return (url) => fetchBy(manners, url);
}

/** One GET for a page, with the address guard, the limits and robots.txt; throws a NewsError when there is no page. */
export async function fetchPage(url: string | URL, options: FetchOptions = {}): Promise<FetchedPage> {
  return makePageFetcher(options)(url);
}

async function fetchBy(
  { settings, guard, checkRobots, beforeHop }: Manners,
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
      read: (answer, at) => readPage(answer, at, settings, deadline.signal),
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

async function readPage(
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

/** A server that is busy is another failure than a page that is gone. */
function statusFailure({ status, header }: HttpAnswer, url: URL, now: Date): NewsError {
  const isPassing = status >= 500 || PASSING_STATUSES.has(status);
  return new NewsError(
    isPassing ? "HTTP_STATUS" : "HTTP_REFUSED",
    `The server ${url.host} answered ${status}.`,
    { retryAfterMs: readRetryAfter(header("retry-after"), now) },
  );
}
