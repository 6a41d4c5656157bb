import { NewsError } from "../errors/index.ts";
import { KNOWN_HOSTS, RecentMap } from "./hosts.ts";
import { type GetOptions, type HttpAnswer, readBody, startDeadline } from "./http-get.ts";
import { getFollowing, type TakeTurn } from "./redirects.ts";

/** Reads the robots.txt of an address's site, or throws the failure that kept it from being read. */
type RobotsReader = (url: URL, options: RobotsOptions) => Promise<RobotsFile>;

interface RobotsOptions extends GetOptions {
  /** Sends each request, redirects included, when the turn of its host has come. */
  readonly takeTurn?: TakeTurn | undefined;
}

/** The name by which robots.txt files can address this robot. */
const ROBOT = "galley";

// RFC 9309 section 2.5 asks for at least 500 KiB to be read; the rest is cut off.
const MAX_ROBOTS_BYTES = 500 * 1024;
// RFC 9309 section 2.3.1.2.
const MAX_ROBOTS_REDIRECTS = 5;
const ROBOTS_TIMEOUT_MS = 8000;

const NO_FILE: RobotsFile = { allows: () => true, crawlDelayMs: undefined, sitemaps: [] };

/** A reader that requests each origin's robots.txt once; one that failed is requested again. */
export function makeRobotsReader(): RobotsReader {
  const known = new RecentMap<string, Promise<RobotsFile>>(KNOWN_HOSTS);
  return (url, options) => {
    const file = known.get(url.origin) ?? fetchRobots(url.origin, options);
    known.set(url.origin, file);
    file.catch(() => known.delete(url.origin));
    return file;
  };
}

/** Throws ROBOTS_FORBIDDEN if a robots.txt forbids an address of its site. */
export function refuseForbidden(url: URL, { allows }: RobotsFile): void {
  if (allows(url.pathname + url.search)) return;
  throw new NewsError("ROBOTS_FORBIDDEN", `The robots.txt of ${url.host} forbids ${url.pathname} to robots.`);
}

// An unreachable robots.txt forbids the site (section 2.3.1.4); its own failure is thrown because that says whether a
// retry helps.
async function fetchRobots(origin: string, options: RobotsOptions): Promise<RobotsFile> {
  const url = new URL("/robots.txt", origin);
  const deadline = startDeadline(ROBOTS_TIMEOUT_MS, `the robots.txt of ${url.host}`, options.signal);
  const { signal } = deadline;
  try {
    const followed = await getFollowing(url, {
      ...options,
      signal,
      deadline,
      maxRedirects: MAX_ROBOTS_REDIRECTS,
      read: (answer) => readAnswer(answer, url, signal),
    });
    return followed.result;
  } catch (error) {
    // Section 2.3.1.2: a file at the end of too many redirects counts as unavailable, which allows all.
    if (error instanceof NewsError && error.code === "TOO_MANY_REDIRECTS") return NO_FILE;
    throw error;
  } finally {
    deadline.stop();
  }
}

async function readAnswer(answer: HttpAnswer, url: URL, signal: AbortSignal): Promise<RobotsFile> {
  if (answer.status >= 500) {
    const message = `The robots.txt of ${url.host} answers ${answer.status}, which forbids the site until it works.`;
    throw new NewsError("HTTP_STATUS", message);
  }
  // Section 2.3.1.3: without a file everything is allowed.
  if (answer.status < 200 || answer.status >= 300) return NO_FILE;
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

interface Rule {
  readonly pattern: string;
  readonly allows: boolean;
}

/** What a robots.txt says to one robot. */
export interface RobotsFile {
  /** Whether a path (with its query) may be fetched. */
  allows(path: string): boolean;
  /** The time between two requests that the site asks for. */
  readonly crawlDelayMs: number | undefined;
  /** The addresses of sitemaps, as written; they belong to no group. */
  readonly sitemaps: readonly string[];
}

// Far above real rules; without a limit, long patterns against long paths would take seconds.
const MAX_PATTERN_LENGTH = 2048;
// Sites name a handful; a longer list is a mistake or an attack.
const MAX_SITEMAPS = 100;
// With longer delays a run would never end.
const MAX_CRAWL_DELAY_MS = 120_000;

/** The robots.txt (RFC 9309) for one robot: its own group, else the group for all. */
export function readRobots(text: string, robot: string): RobotsFile {
  const { groups, sitemaps } = readGroups(text);
  const { rules, crawlDelayMs } = groups.get(robot) ?? groups.get("*") ?? makeGroup();
  const allows = (path: string): boolean => {
    const plain = normalise(path);
    let best: Rule | undefined;
    for (const rule of rules) if (outranks(rule, best) && matches(rule.pattern, plain)) best = rule;
    return best?.allows ?? true;
  };
  return { allows, crawlDelayMs, sitemaps };
}

interface Group {
  readonly rules: Rule[];
  crawlDelayMs: number | undefined;
}

function makeGroup(): Group {
  return { rules: [], crawlDelayMs: undefined };
}

// Section 2.2.2: the longest pattern wins, and of two equally long ones the one that allows.
function outranks(rule: Rule, best: Rule | undefined): boolean {
  if (!best || rule.pattern.length > best.pattern.length) return true;
  return rule.pattern.length === best.pattern.length && rule.allows;
}

interface RobotsGroups {
  readonly groups: ReadonlyMap<string, Group>;
  readonly sitemaps: readonly string[];
}

// Section 2.2.1: lines of user agents open a group; groups with the same robot are one.
function readGroups(text: string): RobotsGroups {
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let current: Group[] = [];
  let isOpening = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const { key, value } = readLine(line);
    if (key === "user-agent") {
      if (!isOpening) current = [];
      isOpening = true;
      const robot = value === "*" ? "*" : productToken(value);
      const group = groups.get(robot) ?? makeGroup();
      groups.set(robot, group);
      current.push(group);
    } else if (key === "allow" || key === "disallow") {
      isOpening = false;
      if (value === "" || value.length > MAX_PATTERN_LENGTH) continue;
      const rule = { pattern: normalise(value), allows: key === "allow" };
      for (const { rules } of current) rules.push(rule);
    } else if (key === "crawl-delay") {
      isOpening = false;
      for (const group of current) group.crawlDelayMs ??= readDelay(value);
    } else if (key === "sitemap" && value !== "" && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value);
  }
  return { groups, sitemaps };
}

function readDelay(seconds: string): number | undefined {
  const ms = Math.round(Number(seconds) * 1000);
  return seconds !== "" && ms >= 0 ? Math.min(ms, MAX_CRAWL_DELAY_MS) : undefined;
}

function readLine(line: string): { key: string; value: string } {
  const text = line.split("#", 1)[0]!;
  const colon = text.indexOf(":");
  // `trim` also takes the byte-order mark that some editors put before the first line.
  return { key: text.slice(0, Math.max(colon, 0)).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
}

function productToken(value: string): string {
  return /^[a-z_-]*/i.exec(value)![0].toLowerCase();
}

// Section 2.2.2: compare with the same letters percent-encoded, in the same case.
function normalise(path: string): string {
  return path
    .replace(/[^\u0021-\u007e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

// The first match of each piece is as good as any, so there is no backtracking.
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  const first = pieces.shift()!;
  if (!path.startsWith(first)) return false;
  const last = isWhole ? pieces.pop() : "";
  if (last === undefined) return path === first;
  let from = first.length;
  for (const piece of pieces) {
    const at = path.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return !isWhole || (path.length - last.length >= from && path.endsWith(last));
}
