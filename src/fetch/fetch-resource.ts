import { makeAddressGuard } from "./address-guard.ts";
import { makeAddressRules } from "./address-rules.ts";
import { startDeadline } from "./deadline.ts";
import { type FetchOptions, readFetchOptions } from "./fetch-options.ts";
import { readFetchableUrl } from "./fetchable-url.ts";
import { getFollowing } from "./redirects.ts";
import { ACCEPT_ENCODING, readBody } from "./unpack-body.ts";

/** What a page asks for besides itself: a style sheet, a picture, a script. */
export interface FetchedResource {
  readonly status: number;
  /** The Content-Type header as sent. */
  readonly contentType: string | undefined;
  /** The Access-Control-Allow-Origin header as sent. */
  readonly allowOrigin: string | undefined;
  readonly bytes: Uint8Array;
}

/** One GET for a resource, whatever its status; throws a NewsError when there is no answer. */
export type ResourceFetcher = (url: string, signal: AbortSignal) => Promise<FetchedResource>;

/** A fetcher for the resources of one page, with the address guard and the limits; robots.txt speaks of pages, not of these. */
export function makeResourceFetcher(options: FetchOptions = {}): ResourceFetcher {
  const { maxBytes, timeoutMs, maxRedirects, ...settings } = readFetchOptions(options);
  const guard = makeAddressGuard(makeAddressRules(settings), settings.lookup);
  const { userAgent, connectTimeoutMs } = settings;
  return async (text, outer) => {
    const url = readFetchableUrl(text);
    const deadline = startDeadline(timeoutMs, url.host, outer);
    const { signal } = deadline;
    const get = { guard, userAgent, connectTimeoutMs, acceptEncoding: ACCEPT_ENCODING, signal };
    try {
      const { result } = await getFollowing(url, {
        ...get,
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
