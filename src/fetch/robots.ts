import { NewsError } from "../errors/index.ts";
import { startDeadline } from "./deadline.ts";
import type { GetOptions, HttpAnswer } from "./http-get.ts";
import { KNOWN_HOSTS, RecentMap } from "./recent-map.ts";
import { getFollowing } from "./redirects.ts";
import { type RobotsRules, readRobots } from "./robots-rules.ts";
import { readBody } from "./unpack-body.ts";

/** Throws ROBOTS_FORBIDDEN when the site's robots.txt forbids the address, and why where it cannot be read; it is asked for by the options of the fetch. */
export type RobotsCheck = (url: URL, options: GetOptions) => Promise<void>;

/** The name by which robots.txt files can address this robot. */
export const ROBOT = "galley";

// RFC 9309 section 2.5 asks for at least 500 KiB to be read; the rest is cut off.
const MAX_ROBOTS_BYTES = 500 * 1024;
// RFC 9309 section 2.3.1.2.
const MAX_ROBOTS_REDIRECTS = 5;
const ROBOTS_TIMEOUT_MS = 8000;

const allowAll: RobotsRules = () => true;

/** A check that reads each origin's robots.txt once; one that could not be read is asked for again. */
export function makeRobotsCheck(): RobotsCheck {
  const known = new RecentMap<string, Promise<RobotsRules>>(KNOWN_HOSTS);
  return async (url, options) => {
    const rules = known.get(url.origin) ?? fetchRules(url.origin, options);
    known.set(url.origin, rules);
    rules.catch(() => known.delete(url.origin));
    if ((await rules)(url.pathname + url.search)) return;
    throw new NewsError(
      "ROBOTS_FORBIDDEN",
      `The robots.txt of ${url.host} forbids ${url.pathname} to robots.`,
    );
  };
}

// An unreachable robots.txt forbids the site (section 2.3.1.4); its own failure is thrown because that says
// whether asking again helps.
async function fetchRules(origin: string, options: GetOptions): Promise<RobotsRules> {
  const url = new URL("/robots.txt", origin);
  const deadline = startDeadline(ROBOTS_TIMEOUT_MS, `the robots.txt of ${url.host}`, options.signal);
  const { signal } = deadline;
  try {
    const followed = await getFollowing(url, {
      ...options,
      signal,
      maxRedirects: MAX_ROBOTS_REDIRECTS,
      read: (answer) => readAnswer(answer, url, signal),
    });
    return followed.result;
  } catch (error) {
    // Section 2.3.1.2: a file at the end of too many redirects counts as unavailable, which allows all.
    if (error instanceof NewsError && error.code === "TOO_MANY_REDIRECTS") return allowAll;
    throw error;
  } finally {
    deadline.stop();
  }
}

async function readAnswer(answer: HttpAnswer, url: URL, signal: AbortSignal): Promise<RobotsRules> {
  if (answer.status >= 500) {
    const message = `The robots.txt of ${url.host} answers ${answer.status}, which forbids the site until it works.`;
    throw new NewsError("HTTP_STATUS", message);
  }
  // Section 2.3.1.3: without a file everything is allowed.
  if (answer.status < 200 || answer.status >= 300) return allowAll;
  const encoding = answer.header("content-encoding") ?? "";
  const bytes = await readBody(answer.body, encoding, {
    maxBytes: MAX_ROBOTS_BYTES,
    whenLonger: "cut",
    signal,
  });
  const text = new TextDecoder().decode(bytes);
  // Half a rule would forbid more, or allow more, than the whole one.
  const isCut = bytes.length === MAX_ROBOTS_BYTES;
  return readRobots(isCut ? text.slice(0, text.lastIndexOf("\n") + 1) : text, ROBOT);
}
