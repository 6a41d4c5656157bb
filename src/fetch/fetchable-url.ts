import { NewsError } from "../errors/index.ts";
import { isHttp } from "../url/index.ts";
import { BAD_PORTS } from "./bad-ports.data.ts";

// Longer ones are attacks or mistakes; browsers and servers give up around here too.
const MAX_URL_LENGTH = 8192;

/** The text as a URL that may be asked for, or BAD_URL; relative ones are read against the base. */
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
