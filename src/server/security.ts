import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { NewsError } from "../errors/index.ts";
import { RecentMap } from "../fetch/index.ts";
import type { KeyRing, Scope } from "./keys.ts";

/** Who may use the server, and how much. */
export interface SecurityOptions {
  /** Names and addresses by which requests may call the server, without ports, lower case. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Origins whose pages may use the API, each as `readOrigin` gives it; none where it is absent. */
  readonly allowedOrigins?: ReadonlySet<string> | undefined;
  /** Without keys every client may do everything. */
  readonly keys?: KeyRing | undefined;
  /** Requests a minute of a client whose key has no limit of its own; no limit where it is absent. */
  readonly ratePerMinute?: number | undefined;
}

/** Headers of every answer: nothing is run, framed, sniffed, cached or read by other sites. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "private, no-cache",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Checks every request: host, origin, key, scope and rate. */
export function addSecurity(app: FastifyInstance, options: SecurityOptions): void {
  const limiter = new RateLimiter();
  app.decorateRequest("client", "");
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, "x-request-id": request.id });
    refuseHost(request, options.allowedHosts);
    const isAllowed = isAllowedOrigin(request, options.allowedOrigins);
    if (isAllowed) allowReading(request, reply);
    else if (!isExtension(request)) refuseOrigin(request);
    if (isAllowed && isPreflight(request)) return reply.code(204).headers(PREFLIGHT_HEADERS).send();
    admit(request, options, limiter);
    refuseForm(request);
  });
}

/** A page at a name that was rebound to this address sends that name as its host. */
function refuseHost({ headers }: FastifyRequest, allowed: ReadonlySet<string>): void {
  const host = hostName(headers.host ?? "");
  if (host !== undefined && allowed.has(host)) return;
  throw new NewsError("HOST_REFUSED", "The server does not go by the name in the Host header.");
}

/** The name in a Host header: without its port, lower case; undefined where it is none. */
function hostName(header: string): string | undefined {
  const [, name] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::\d{1,5})?$/i.exec(header) ?? [];
  return name?.toLowerCase().replace(/\.$/, "");
}

const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Pages of other sites may link here, and do nothing else. */
function refuseOrigin({ method, headers }: FastifyRequest): void {
  const { origin, host } = headers;
  const isRead = READS.has(method);
  const isOwn = origin === undefined || URL.parse(origin)?.host === host?.toLowerCase();
  const site = headers["sec-fetch-site"];
  const isForeign = site === "cross-site" || site === "same-site";
  const isLink =
    isRead && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  if (isOwn && (!isForeign || isLink)) return;
  throw new NewsError("ORIGIN_REFUSED", "Pages of other sites may not use this server.");
}

/** The origin that a text names, as browsers write it; throws where it is anything else, such as * or an address of a page. */
export function readOrigin(text: string): string {
  const { origin = "null", protocol } = URL.parse(text) ?? {};
  const isExact = origin === text.replace(/\/$/, "").toLowerCase();
  if (isExact && (protocol === "http:" || protocol === "https:")) return origin;
  const message = `${JSON.stringify(text)} is no origin: it is written as https://news.example or http://127.0.0.1:3000.`;
  throw new NewsError("BAD_OPTION", message);
}

/** Whether a page of an origin that was allowed sends a request; routes for pages of this server alone are not for it. */
function isAllowedOrigin(
  { headers, routeOptions }: FastifyRequest,
  allowed: ReadonlySet<string> | undefined,
): boolean {
  if (allowed === undefined || routeOptions.config.isOwn) return false;
  return headers.origin !== undefined && allowed.has(headers.origin);
}

const EXTENSION = /^(?:chrome|moz|safari-web)-extension:\/\/[\w-]+$/;

/**
 * Whether a browser extension calls a route that is open to extensions. No page can send such an origin, and browsers stop
 * extensions without permission, as our answers grant none.
 */
function isExtension({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isForExtensions === true && EXTENSION.test(headers.origin ?? "");
}

/** Without credentials: such a page must send its own key, never one that the browser remembers. */
function allowReading({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    "access-control-allow-origin": headers.origin,
    "access-control-expose-headers": "allow, retry-after, x-request-id",
    "cross-origin-resource-policy": "cross-origin",
    vary: "origin",
  });
}

const PREFLIGHT_HEADERS = {
  "access-control-allow-headers": "authorization, content-type, mcp-protocol-version, x-api-key",
  "access-control-allow-methods": "GET, POST",
  "access-control-max-age": "600",
} as const;

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** Forms of other sites can send three media types; routes that change something accept none of them. */
function refuseForm({ headers, routeOptions }: FastifyRequest): void {
  if (!routeOptions.config.changes) return;
  const type = headers["content-type"] ?? "";
  if (/^application\/json\s*(?:;|$)/i.test(type)) return;
  const given = type === "" ? "has no Content-Type" : `came as ${type.slice(0, 100)}`;
  const message = `The request ${given}; one that changes something is sent as application/json.`;
  throw new NewsError("BAD_MEDIA_TYPE", message);
}

/** Identifies the client of a request; refuses one without a key, without the scope of the route, or over its rate. */
function admit(
  request: FastifyRequest,
  { keys, ratePerMinute }: SecurityOptions,
  limiter: RateLimiter,
): void {
  const { scope } = request.routeOptions.config;
  request.client = request.ip;
  let bucket = networkOf(request.ip);
  let rate = ratePerMinute;
  if (keys !== undefined && scope !== undefined) {
    const record = keys.find(keyOf(request));
    if (record === undefined)
      throw new NewsError("KEY_REQUIRED", "The request has no key that this server knows.");
    request.client = record.name;
    bucket = `key ${record.name}`;
    const missing = [scope].flat().find((each) => !record.scopes.includes(each));
    if (missing !== undefined)
      throw new NewsError("SCOPE_MISSING", `The key ${record.name} has no scope ${missing}.`);
    rate = record.ratePerMinute ?? ratePerMinute;
  }
  if (rate === undefined) return;
  const waitMs = limiter.take(bucket, rate);
  if (waitMs > 0)
    throw new NewsError("RATE_LIMITED", `The limit is ${rate} requests a minute.`, { retryAfterMs: waitMs });
}

/** The address of a client; of IPv6 the first half, as one client has all addresses below it. */
function networkOf(ip: string): string {
  if (!ip.includes(":") || ip.includes(".")) return ip;
  const [head = [], tail = []] = ip
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  return [...head, ...zeros, ...tail].slice(0, 4).join(":");
}

/** The key of a request; an empty one is not a key. */
function keyOf({ headers }: FastifyRequest): string {
  const { authorization = "" } = headers;
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  // Browsers ask for a name and a password, and feed readers take them in an address; the password is the key.
  const [, basic = ""] = /^Basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  const [, password] = /^[^:]*:(.*)$/.exec(Buffer.from(basic, "base64").toString("utf8")) ?? [];
  return bearer ?? password ?? [headers["x-api-key"]].flat()[0] ?? "";
}

/** Clients that are remembered; forgetting one can only let a request through. */
const MAX_CLIENTS = 10_000;
const MINUTE_MS = 60_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Token buckets: a client may use its whole minute at once, then one request at a time. */
export class RateLimiter {
  readonly #buckets = new RecentMap<string, Bucket>(MAX_CLIENTS);
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes one request of a client; returns how long to wait, 0 if it may go ahead. */
  take(client: string, perMinute: number): number {
    const nowMs = this.#now();
    const bucket = this.#buckets.get(client) ?? { tokens: perMinute, atMs: nowMs };
    bucket.tokens = Math.min(perMinute, bucket.tokens + ((nowMs - bucket.atMs) * perMinute) / MINUTE_MS);
    bucket.atMs = nowMs;
    this.#buckets.set(client, bucket);
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / perMinute);
    bucket.tokens--;
    return 0;
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The scope that a key must have; a route without one is open to every client. */
    readonly scope?: Scope | readonly Scope[];
    /** Whether the route changes something. */
    readonly changes?: boolean;
    /** Whether the route reads its body as a stream, with limits of its own. */
    readonly isStream?: boolean;
    /** Whether only pages of this server may use the route, whatever other origins are allowed. */
    readonly isOwn?: boolean;
    /** Whether extensions of browsers may use the route. */
    readonly isForExtensions?: boolean;
  }

  interface FastifyRequest {
    /** The name of the key, or the address of the client. */
    client: string;
    /** The code of the failure that it was answered with. */
    failure: string | null;
  }
}
