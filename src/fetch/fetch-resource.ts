import { makeAddressGuard, makeAddressRules } from "./address-guard.ts";
import { type FetchOptions, readFetchOptions } from "./fetch-options.ts";
import { startDeadline } from "./http-get.ts";
import { getFollowing, readFetchableUrl } from "./redirects.ts";
import { ACCEPT_ENCODING, readBody } from "./unpack-body.ts";

/** A subresource of a page: a style sheet, a picture, a script. */
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

/** A fetcher for the resources of one page, with the address guard and the limits; robots.txt is about pages, not about these. */
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
