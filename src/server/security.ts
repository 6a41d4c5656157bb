import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { NewsError } from "../errors/index.ts";
import type { KeyRing, Scope } from "./keys.ts";
import { RateLimiter } from "./rate-limiter.ts";

/** Who may use the server, and how much. */
export interface SecurityOptions {
  /** Names and addresses by which requests may call the server, without ports, lower case. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Without keys every client may do everything. */
  readonly keys?: KeyRing | undefined;
  /** Requests a minute of a client whose key has no limit of its own; no limit where it is absent. */
  readonly ratePerMinute?: number | undefined;
  /** Time for a body to arrive. */
  readonly bodyTimeoutMs?: number | undefined;
}

const DEFAULT_BODY_TIMEOUT_MS = 30_000;

/** What every answer carries: nothing of it is run, framed, sniffed or read by other sites. */
const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Checks every request of every door: host, origin, key, scope and rate; and limits the time of its body. */
export function addSecurity(app: FastifyInstance, options: SecurityOptions): void {
  const limiter = new RateLimiter();
  const { bodyTimeoutMs = DEFAULT_BODY_TIMEOUT_MS } = options;
  app.decorateRequest("client", "");
  app.decorateRequest("bodyTimer", null);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...HEADERS, "x-request-id": request.id });
    refuseHost(request, options.allowedHosts);
    refuseOrigin(request);
    admit(request, options, limiter);
    refuseForm(request);
    if (!request.routeOptions.config.isStream) limitBody(request, reply, bodyTimeoutMs);
  });
  app.addHook("onResponse", async ({ bodyTimer }) => clearTimeout(bodyTimer ?? undefined));
}

/** A page at a name that was rebound to this address calls the server by that name. */
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

/** Forms of other sites can send three media types, of which a route that changes something takes none. */
function refuseForm({ headers, routeOptions }: FastifyRequest): void {
  if (!routeOptions.config.changes) return;
  const type = headers["content-type"] ?? "";
  if (/^application\/json\s*(?:;|$)/i.test(type)) return;
  const given = type === "" ? "has no Content-Type" : `came as ${type.slice(0, 100)}`;
  const message = `The request ${given}; one that changes something is sent as application/json.`;
  throw new NewsError("BAD_MEDIA_TYPE", message);
}

/** Notes who sends a request; refuses one without a key, without the scope of the route, or over its rate. */
function admit(
  request: FastifyRequest,
  { keys, ratePerMinute }: SecurityOptions,
  limiter: RateLimiter,
): void {
  const { scope } = request.routeOptions.config;
  request.client = request.ip;
  let rate = ratePerMinute;
  if (keys !== undefined && scope !== undefined) {
    const record = keys.find(keyOf(request));
    if (record === undefined)
      throw new NewsError("KEY_REQUIRED", "The request has no key that is known here.");
    request.client = record.name;
    const missing = [scope].flat().find((each) => !record.scopes.includes(each));
    if (missing !== undefined)
      throw new NewsError("SCOPE_MISSING", `The key ${record.name} has no scope ${missing}.`);
    rate = record.ratePerMinute ?? ratePerMinute;
  }
  if (rate === undefined) return;
  const waitMs = limiter.take(request.client, rate);
  if (waitMs > 0)
    throw new NewsError("RATE_LIMITED", `The limit is ${rate} requests a minute.`, { retryAfterMs: waitMs });
}

/** The key of a request; an empty one is no key. */
function keyOf({ headers }: FastifyRequest): string {
  const { authorization = "" } = headers;
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  // Browsers ask for a name and a password, and feed readers take them in an address; the password is the key.
  const [, basic = ""] = /^Basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  const [, password] = /^[^:]*:(.*)$/.exec(Buffer.from(basic, "base64").toString("utf8")) ?? [];
  return bearer ?? password ?? [headers["x-api-key"]].flat()[0] ?? "";
}

/** A body that drips would hold its connection and memory for ever. */
function limitBody(request: FastifyRequest, reply: FastifyReply, timeoutMs: number): void {
  const { raw } = request;
  if (raw.headers["content-length"] === undefined && raw.headers["transfer-encoding"] === undefined) return;
  request.bodyTimer = setTimeout(() => {
    if (raw.complete || reply.sent) return;
    reply
      .header("connection", "close")
      .send(new NewsError("BODY_TIMEOUT", "The body did not arrive in time."));
    reply.raw.once("finish", () => raw.destroy());
  }, timeoutMs);
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a key must be for; every client may use a route without one. */
    readonly scope?: Scope | readonly Scope[];
    /** Whether the route changes something. */
    readonly changes?: boolean;
    /** Whether the route reads its body as it comes, with limits of its own. */
    readonly isStream?: boolean;
  }

  interface FastifyRequest {
    /** The name of the key, or the address of the client. */
    client: string;
    /** The code of the failure that it was answered with. */
    failure: string | null;
    bodyTimer: NodeJS.Timeout | null;
  }
}
