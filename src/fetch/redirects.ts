import { isUtf8 } from "node:buffer";
import { NewsError } from "../errors/index.ts";
import { isHttp } from "../url/index.ts";
import { BAD_PORTS } from "./bad-ports.data.ts";
import { type Deadline, type GetOptions, type HttpAnswer, httpGet } from "./http-get.ts";

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What to do at each redirect and at the end. */
interface FollowOptions<T> extends GetOptions {
  readonly maxRedirects: number;
  /** Called before each request waits for its turn; throws to forbid it. */
  readonly beforeHop?: (url: URL) => Promise<void>;
  /** Sends each request, when its turn has come; waiting takes none of the time. */
  readonly takeTurn?: TakeTurn | undefined;
  readonly deadline: Deadline;
  readonly read: (answer: HttpAnswer, url: URL) => Promise<T>;
}

/** A request that waits for the turn of its host. */
export interface Turn<R> {
  readonly deadline: Deadline;
  /** `beforeSend` is called when the connection is there, and throws to keep the request back. */
  send(beforeSend?: () => void): Promise<R>;
}

/** Sends a request when the turn of its host has come. */
export type TakeTurn = <R>(url: URL, turn: Turn<R>) => Promise<R>;

/** The final address, the addresses that redirected there, and what was read. */
interface Followed<T> {
  readonly url: URL;
  readonly redirects: readonly string[];
  readonly result: T;
}

type Hop<T> = { readonly location: string } | { readonly result: T };

/** Requests an address and follows its redirects, each checked like the first. */
export async function getFollowing<T>(start: URL, options: FollowOptions<T>): Promise<Followed<T>> {
  const redirects: string[] = [];
  const { takeTurn = atOnce, deadline } = options;
  let url = start;
  for (;;) {
    const at = url;
    // Before the turn is taken: it may have to wait for others, such as that of a robots.txt.
    await options.beforeHop?.(at);
    const hop = await takeTurn(at, { deadline, send: (beforeSend) => visit(at, { ...options, beforeSend }) });
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

const atOnce: TakeTurn = (_, { send }) => send();

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

// Headers are decoded as Latin-1, but servers write addresses in plain UTF-8, and browsers follow them.
function readLocation(header: string): string {
  const bytes = Buffer.from(header, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : header;
}

// Longer ones are attacks or mistakes; browsers and servers give up around here too.
const MAX_URL_LENGTH = 8192;

/** The text as a URL that may be requested, or BAD_URL; relative ones are resolved against the base. */
export function readFetchableUrl(text: string, base?: URL): URL {
  const url = URL.parse(text.trim(), base);
  const fault = url ? faultOf(url) : "is no URL";
  if (!url || fault) throw new NewsError("BAD_URL", `The address ${shorten(text)} ${fault}.`);
  // Servers never see the fragment, and two spellings of one address would hide a redirect loop.
  url.hash = "";
  return url;
}

function faultOf(url: URL): string | undefined {
  if (!isHttp(url)) return `has the scheme ${url.protocol}, and only http and https are fetched`;
  if (url.username !== "" || url.password !== "") return "holds a user name or password";
  if (url.port !== "" && BAD_PORTS.has(Number(url.port)))
    return `names port ${url.port}, which is no web server's`;
  if (url.href.length > MAX_URL_LENGTH) return `is longer than ${MAX_URL_LENGTH} characters`;
  return undefined;
}

// Messages go to terminals and logs: no control characters, no password, no page-long address.
function shorten(text: string): string {
  const hidden = text.trim().replace(/\/\/[^/?#]*@/, "//…@");
  return JSON.stringify(hidden.length > 200 ? `${hidden.slice(0, 200)}…` : hidden);
}
