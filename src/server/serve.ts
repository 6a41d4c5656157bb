import { type AddressInfo, Server } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { NewsError } from "../errors/index.ts";
import {
  demandPage,
  type FetchedPage,
  type FetchOptions,
  makeAddressCheck,
  makePageFetcher,
  makePoliteFetcher,
} from "../fetch/index.ts";
import type { Store } from "../store/index.ts";
import { makeApp } from "./app.ts";
import type { AppParts } from "./app-parts.ts";
import { ExtractionPool, type PoolLimits } from "./extraction-pool.ts";
import { Gate } from "./gate.ts";
import { KeyRing } from "./keys.ts";
import { LiveSites } from "./live-sites.ts";
import { readOrigin, type SecurityOptions } from "./security.ts";
import { SiteThreads } from "./site-threads.ts";
import type { SiteSettings } from "./site-worker.ts";
import { Studio, type StudioOptions } from "./studio/studio.ts";

/** How a server is started. */
export interface ServeOptions extends Omit<PoolLimits, "sites"> {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The file of keys; without one every client may do everything. */
  readonly keyFile?: string | undefined;
  /** Lets everyone in on addresses that others can reach. */
  readonly noAuth?: boolean | undefined;
  /** Further names by which clients call the server. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Origins of other sites whose pages may use the API, such as https://app.example. */
  readonly allowOrigins?: readonly string[] | undefined;
  readonly ratePerMinute?: number | undefined;
  readonly bodyTimeoutMs?: number | undefined;
  /** How pages are fetched, and the time between two requests to a host for lists of pages. */
  readonly network: SiteSettings["network"];
  readonly delayMs?: number | undefined;
  /** The library: its path or address, for threads that open it themselves, and how it is opened here. */
  readonly store: string;
  readonly openStore: () => Promise<Store>;
  /** Whether the library exists and is read at the start; else the studio creates it. */
  readonly hasStore?: boolean | undefined;
  readonly version: string;
  readonly isCompat?: boolean | undefined;
  readonly studio?: StudioSettings | undefined;
  readonly log?: { write(line: string): void } | undefined;
}

/** The studio of a server. */
export interface StudioSettings extends Pick<StudioOptions, "home" | "folders" | "appFolder"> {
  /** Whether style sheets and pictures of shown pages are fetched. */
  readonly canFetch?: boolean | undefined;
  /** Called with a new sign-in address after the last one was used. */
  readonly onAddress: (url: string) => void;
}

/** A running server. */
export interface RunningServer {
  /** The addresses that it answers at, such as http://127.0.0.1:7420, this machine's own first. */
  readonly urls: readonly string[];
  /** The address that lets one browser into the studio. */
  readonly studioUrl: string | undefined;
  /** Answers the requests it has, then ends. */
  close(): Promise<void>;
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);
/** Time for requests that clients sent before they could know of the end. */
const LINGER_MS = 1000;
const SWEEP_MS = 50;
/** After this, requests that are still open are cut off. */
const MAX_CLOSE_MS = 30_000;

/** Starts a server; refuses to let others in without keys. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { host, port, keyFile, noAuth = false } = options;
  if (!isLoopback(host) && keyFile === undefined && !noAuth)
    throw new NewsError("OPEN_SERVER", `Everyone who can reach ${host} could use the server.`);
  const keys = keyFile === undefined ? undefined : new KeyRing(keyFile);
  const security = { ...securityOf(options), keys };
  const liveSites = new LiveSites(options.openStore);
  if (options.hasStore) await liveSites.refresh();
  const pool = new ExtractionPool({ ...options, sites: liveSites });
  const { network, delayMs, store, openStore, version, log, isCompat, maxBytes: maxBodyBytes } = options;
  const sites = new SiteThreads({ store, network, delayMs });
  const fetchers = makeFetchers(network, delayMs);
  const now = () => Date.now();
  const bodies = { bodyTimeoutMs: options.bodyTimeoutMs };
  let tellAddress = () => {};
  const hooks = { onTrade: () => tellAddress(), onSites: () => liveSites.refresh() };
  const studio = options.studio && openStudio(options, options.studio, fetchers, hooks);
  const about = { version, maxBodyBytes, bodies, log, isCompat, studio };
  const app = makeApp({ pool, sites, ...fetchers, openStore, security, now, ...about });
  let isClosing = false;
  // Answers to earlier requests too, whose clients would otherwise reuse the connection.
  app.addHook("onSend", (_, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });
  try {
    await pool.warm();
    await app.listen({ host, port, listenTextResolver: (address) => `Listening on ${address}.` });
  } catch (error) {
    await Promise.all([pool.close(), sites.close()]);
    throw asStartFailure(error, options);
  }
  const { port: bound } = app.server.address() as AddressInfo;
  const urls = namesToCall(host).map((name) => `http://${name}:${bound}`);
  // A fragment is never sent, so that the token gets into no log, Referer or proxy.
  const studioUrl = () => studio && `${urls[0]}/studio#token=${studio.sessions.token}`;
  tellAddress = () => options.studio?.onAddress(studioUrl() ?? "");
  const close = async () => {
    await drainBacklog();
    isClosing = true;
    await Promise.race([finishRequests(app), sleep(MAX_CLOSE_MS, undefined, { ref: false })]);
    app.server.closeAllConnections();
    await Promise.all([pool.close(), sites.close(), studio?.close()]);
  };
  return { urls, studioUrl: studioUrl(), close };
}

function openStudio(
  { network, openStore, version, pageTimeoutMs }: ServeOptions,
  { home, folders, appFolder, canFetch }: StudioSettings,
  { fetchPage }: Pick<AppParts, "fetchPage">,
  hooks: Pick<StudioOptions, "onTrade" | "onSites">,
): Studio {
  const now = () => Date.now();
  const places = { home, folders, appFolder, network: canFetch ? network : undefined, siteNetwork: network };
  return new Studio({ ...places, fetchPage, openStore, version, pageTimeoutMs, now, ...hooks });
}

function securityOf(options: ServeOptions): Omit<SecurityOptions, "keys"> {
  const { host, allowHosts = [], allowOrigins = [], ratePerMinute } = options;
  const allowedHosts = new Set([...ownNames(host), ...allowHosts].map((name) => name.toLowerCase()));
  return {
    allowedHosts,
    allowedOrigins: new Set(allowOrigins.map(readOrigin)),
    ratePerMinute,
  };
}

/** DNS answers and robots.txt files are read again after this. */
const FRESH_MS = 10 * 60_000;

/** Pages that requests may fetch at once; each may take 20 MB of memory, and 20 seconds. */
const MAX_FETCHES = 64;

/** The ways to the network, all with the address guard. */
function makeFetchers(network: FetchOptions, delayMs: number | undefined) {
  const make = () => ({
    page: makePageFetcher(network),
    polite: makePoliteFetcher({ ...network, delayMs }),
    check: makeAddressCheck(network),
  });
  let [fetchers, madeMs] = [make(), performance.now()];
  const current = () => {
    if (performance.now() - madeMs > FRESH_MS) [fetchers, madeMs] = [make(), performance.now()];
    return fetchers;
  };
  const gate = new Gate(MAX_FETCHES, "The server fetches as many pages as it can.");
  const fetchPolitely = async (url: string | URL): Promise<FetchedPage> =>
    demandPage(await current().polite.get(url, {}), url);
  return {
    fetchPage: (url: string | URL) => gate.pass(() => current().page(url)),
    checkAddress: (url: string) => current().check(url),
    fetchPolitely,
  };
}

type App = ReturnType<typeof makeApp>;

/** Accepted connections are handled before a turn of the loop ends; those left would be reset. */
async function drainBacklog(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((next) => setImmediate(next));
}

/** Stops listening; every answer from now on closes its connection, and requests that were sent already are still answered. */
async function finishRequests(app: App): Promise<void> {
  const { server } = app;
  // Not the HTTP server's own close, which would cut off clients that are about to reuse their connection.
  const closed = new Promise<void>((done) => Server.prototype.close.call(server, () => done()));
  await Promise.race([closed, sleep(LINGER_MS, undefined, { ref: false })]);
  // Repeatedly: a connection may become idle later.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await closed;
  clearInterval(sweep);
  await app.close();
}

function asStartFailure(error: unknown, { host, port }: ServeOptions): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new NewsError("BAD_OPTION", `The port ${port} of ${host} is in use; give another by --port.`, {
      cause: error,
    });
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new NewsError("BAD_OPTION", `The server cannot listen on ${host}, port ${port}: ${code}.`, {
      cause: error,
    });
  return error;
}

/** Whether only this machine can reach an address. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Names that are always allowed: no page of another site can have them as its host. */
function ownNames(host: string): readonly string[] {
  if (isLoopback(host)) return [...LOOPBACK_NAMES, bracketed(host)];
  const isAny = host === "0.0.0.0" || host === "::";
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [...LOOPBACK_NAMES, ...(isAny ? own.map(({ address }) => bracketed(address)) : [bracketed(host)])];
}

/** The names to call a server by; 0.0.0.0 and :: are replaced, as a server refuses them as host names. */
export function namesToCall(host: string, interfaces = networkInterfaces()): readonly string[] {
  if (host !== "0.0.0.0" && host !== "::") return [bracketed(host)];
  const outer = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    // Addresses of one link need the name of an interface, which no Host header holds.
    .filter(
      ({ family, internal, scopeid = 0 }) =>
        !internal && scopeid === 0 && (family === "IPv4" || host === "::"),
    );
  return ["127.0.0.1", ...outer.map(({ address }) => bracketed(address))];
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
