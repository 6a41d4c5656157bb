import { NewsError } from "../errors/index.ts";
import { makeAddressGuard } from "./address-guard.ts";
import { makeAddressRules } from "./address-rules.ts";
import { mayBeHtml, readContentType } from "./content-type.ts";
import { startDeadline } from "./deadline.ts";
import { type FetchOptions, type FetchSettings, readFetchOptions } from "./fetch-options.ts";
import { readFetchableUrl } from "./fetchable-url.ts";
import type { HttpAnswer } from "./http-get.ts";
import { getFollowing } from "./redirects.ts";
import { makeRobotsCheck } from "./robots.ts";
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

type Answer = Pick<FetchedPage, "status" | "contentType" | "charset" | "bytes">;

/** One GET for a page, with the address guard, the limits and robots.txt; throws a NewsError when there is no page. */
export async function fetchPage(url: string | URL, options: FetchOptions = {}): Promise<FetchedPage> {
  const settings = readFetchOptions(options);
  const guard = makeAddressGuard(makeAddressRules(settings), settings.lookup);
  const start = readFetchableUrl(String(url));
  const deadline = startDeadline(settings.timeoutMs, `Fetching from ${start.host}`);
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
      ...(settings.ignoreRobots ? {} : { beforeHop: makeRobotsCheck(get) }),
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
  { maxBytes }: FetchSettings,
  signal: AbortSignal,
): Promise<Answer> {
  const { status, body } = answer;
  if (status < 200 || status >= 300) throw new NewsError("HTTP_STATUS", statusMessage(status, url));
  const { mediaType, charset } = readContentType(answer.header("content-type"));
  if (!mayBeHtml(mediaType)) throw new NewsError("NOT_HTML", `${url.href} is ${mediaType}, not a page.`);
  const declaredBytes = Number(answer.header("content-length"));
  if (declaredBytes > maxBytes) {
    throw new NewsError("FETCH_TOO_LARGE", `${url.host} announces ${declaredBytes} bytes, over ${maxBytes}.`);
  }
  const encoding = answer.header("content-encoding") ?? "";
  const bytes = await readBody(body, encoding, { maxBytes, whenLonger: "refuse", signal });
  return { status, contentType: mediaType, charset, bytes };
}

// The code's table cannot tell apart a page that is gone and a server that is busy.
function statusMessage(status: number, url: URL): string {
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429;
  return `${url.host} answered ${status}; ${isPassing ? "try again later" : "asking again will not help"}.`;
}
