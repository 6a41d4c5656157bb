import { isUtf8 } from "node:buffer";
import { NewsError } from "../errors/index.ts";
import { readFetchableUrl } from "./fetchable-url.ts";
import { type GetOptions, type HttpAnswer, httpGet } from "./http-get.ts";

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What to do on the way and at its end. */
export interface FollowOptions<T> extends GetOptions {
  readonly maxRedirects: number;
  /** Called before each address is asked for; throws when it must not be. */
  readonly beforeHop?: (url: URL) => Promise<void>;
  readonly read: (answer: HttpAnswer, url: URL) => Promise<T>;
}

/** The end of the way: its address, the addresses that redirected there, and what was read. */
export interface Followed<T> {
  readonly url: URL;
  readonly redirects: readonly string[];
  readonly result: T;
}

type Hop<T> = { readonly location: string } | { readonly result: T };

/** Asks for an address and follows its redirects, every one checked like the first. */
export async function getFollowing<T>(start: URL, options: FollowOptions<T>): Promise<Followed<T>> {
  const redirects: string[] = [];
  let url = start;
  for (;;) {
    await options.beforeHop?.(url);
    const hop = await visit(url, options);
    if ("result" in hop) return { url, redirects, result: hop.result };
    redirects.push(url.href);
    const next = readFetchableUrl(hop.location, url);
    if (redirects.includes(next.href)) {
      throw new NewsError(
        "TOO_MANY_REDIRECTS",
        `The server ${start.host} redirects in a circle, back to ${next.href}.`,
      );
    }
    if (redirects.length > options.maxRedirects) {
      throw new NewsError(
        "TOO_MANY_REDIRECTS",
        `The server ${start.host} redirects more than ${options.maxRedirects} times.`,
      );
    }
    url = next;
  }
}

function visit<T>(url: URL, options: FollowOptions<T>): Promise<Hop<T>> {
  return httpGet(url, options, async (answer) => {
    if (!REDIRECT_STATUSES.has(answer.status)) return { result: await options.read(answer, url) };
    const location = answer.header("location");
    if (location === undefined) {
      throw new NewsError(
        "BAD_RESPONSE",
        `The server ${url.host} answered ${answer.status} without saying where to go.`,
      );
    }
    return { location: readLocation(location) };
  });
}

// Headers come byte by byte as Latin-1; servers write addresses in plain UTF-8 all the same, and browsers follow them.
function readLocation(header: string): string {
  const bytes = Buffer.from(header, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : header;
}
