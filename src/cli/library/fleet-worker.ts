import type { Server } from "node:http";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Command, InvalidArgumentError } from "commander";
import {
  applyRetention,
  type HeaderFiles,
  type ObtainOptions,
  readHeaderFiles,
  type Start,
} from "../../collect/index.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import type { FetchedPage, FetchOptions } from "../../fetch/index.ts";
import type { FleetQueue, WorkerEvent, WorkerSummary } from "../../fleet/index.ts";
import type { Page } from "../../page/index.ts";
import type { Store } from "../../store/index.ts";
import { wholeNumber } from "../options.ts";
import { counted } from "../progress.ts";
import { SAME_REQUEST_MS } from "../stop-signal.ts";
import { timeOf } from "./collect-report.ts";
import {
  fleetLibrary,
  isServed,
  libraryName,
  openLibrary,
  type StoreOptions,
  timeSpan,
} from "./store-option.ts";
import { reportNewHits } from "./watch.ts";

/** The options of `galley collect --worker`. */
export interface WorkerCommandOptions extends StoreOptions {
  readonly worker?: boolean;
  readonly jobs?: number;
  readonly name?: string;
  readonly metrics?: { readonly host: string; readonly port: number };
  readonly drain?: number;
  readonly giveUp?: number;
  readonly delay?: number;
  readonly quiet?: boolean;
}

const DEFAULT_JOBS = 16;
/** Below the grace period of process managers, which is 30 s in Kubernetes. */
const DEFAULT_DRAIN_MS = 25_000;
const DEFAULT_GIVE_UP_MS = 10 * 60 * 1000;
/** Time between tries to reach the database at the start. */
const AWAY_MS = 1000;
/** Time between two lines of counts. */
const TELL_MS = 60_000;

/** Adds the options of a worker. */
export function addWorkerOptions(command: Command): void {
  command
    .option("--worker", "take sources and pages from the queue of a fleet, until stopped; see galley fleet")
    .option(
      "--jobs <count>",
      `with --worker: sources and pages at once (default: ${DEFAULT_JOBS})`,
      wholeNumber,
    )
    .option("--name <name>", "with --worker: how galley fleet shows it (default: the machine and process)")
    .option(
      "--metrics <[host:]port>",
      "with --worker: serve metrics of the fleet, on 127.0.0.1 unless a host is named",
      placeOf,
    )
    .option(
      "--drain <time>",
      "with --worker: how long a stopped worker may finish its pages (default: 25s)",
      timeSpan,
    )
    .option(
      "--give-up <time>",
      "with --worker: how long the database may be away before the worker ends (default: 10m)",
      timeSpan,
    );
}

/** Reads a port, with the address that it is bound to. */
function placeOf(text: string): { readonly host: string; readonly port: number } {
  const [, host = "127.0.0.1", digits = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535)
    throw new InvalidArgumentError("It must be a port, or an address and a port: 127.0.0.1:9464.");
  return { host: host.replace(/^\[|\]$/g, ""), port };
}

/** The queue of a library that has a fleet; undefined where it is a file, or has no fleet. */
export async function findFleet(options: StoreOptions): Promise<FleetQueue | undefined> {
  const address = libraryName(options);
  if (!isServed(address)) return undefined;
  // Loaded here: most libraries have no fleet.
  const { FleetQueue } = await import("../../fleet/index.ts");
  return FleetQueue.find(address, "visitor");
}

interface EnqueueOptions {
  readonly store: Store;
  readonly network: FetchOptions;
  readonly headers: string | null | undefined;
  readonly quiet?: boolean;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly recheckMs?: number | undefined;
  readonly findAgain?: boolean | undefined;
  readonly setRendered?: boolean | undefined;
}

/** Queues sources for the workers of a fleet, and does what is done once for the whole library. */
export async function enqueue(
  queue: FleetQueue,
  starts: readonly Start[],
  options: EnqueueOptions,
): Promise<void> {
  const { store, network, headers, quiet, sinceMs, untilMs, recheckMs, findAgain, setRendered } = options;
  const { addSources, reportFleet } = await import("../../fleet/index.ts");
  const wishes = { sinceMs, untilMs, recheckMs, findAgain, setRendered };
  const setHeaders = headers && resolve(headers);
  const added = await addSources(
    queue,
    starts.map((start) => ({ start, ...wishes, setHeaders })),
  );
  await applyRetention(store, queue.now());
  await reportNewHits(store, network, !quiet);
  if (quiet) return;
  const { workers } = await reportFleet(queue, store);
  const known = starts.length - added;
  const waiting = known === 0 ? "" : `, ${known} more were waiting already`;
  const working = workers.filter(({ state }) => state === "working").length;
  const who = working === 0 ? "no worker runs yet: galley collect --worker" : counted(working, "worker");
  process.stderr.write(
    `${timeOf(Date.now())} ${counted(added, "source")} added to the queue${waiting}; ${who}\n`,
  );
}

interface WorkerTools extends Omit<ObtainOptions, "fetcher" | "nowMs" | "render"> {
  readonly network: FetchOptions;
  readonly files: HeaderFiles;
  readonly browser: { render(file: FetchedPage): Promise<Page>; close(): Promise<void> };
}

/** `galley collect --worker`: works for a fleet until a signal. */
export async function workForFleet(
  names: readonly string[],
  options: WorkerCommandOptions,
  tools: WorkerTools,
): Promise<void> {
  if (names.length > 0)
    throw new NewsError(
      "BAD_OPTION",
      "A worker takes its sources from the queue; add them without --worker.",
    );
  const address = fleetLibrary(options);
  warnOfPassword(options);
  try {
    await workFor(address, options, tools);
  } catch (error) {
    throw withoutAddress(error, address);
  }
}

/** An error of the library without the address of its database: many people read the logs of workers. */
function withoutAddress(error: unknown, address: string): unknown {
  const { host, pathname } = URL.parse(address) ?? {};
  const shown = `postgres://${host}${pathname}`;
  if (!(error instanceof NewsError) || host === undefined || !error.message.includes(shown)) return error;
  return new NewsError(error.code, error.message.replaceAll(shown, "of the fleet"), { cause: error.cause });
}

async function workFor(
  address: string,
  options: WorkerCommandOptions,
  { network, files, browser, ...wishes }: WorkerTools,
): Promise<void> {
  const { FleetQueue, runWorker, serveMetrics } = await import("../../fleet/index.ts");
  const { makePoliteFetcher } = await import("../../fetch/index.ts");
  const stop = listenForEnd();
  const log = new WorkerLog(!options.quiet);
  const { giveUp: giveUpMs = DEFAULT_GIVE_UP_MS } = options;
  const whenThere = <T>(open: () => Promise<T>) =>
    openPatiently(open, { giveUpMs, signal: stop.signal, onEvent: log.onEvent });
  const queue = await whenThere(() => FleetQueue.open(address, "worker"));
  const store = await whenThere(() => openLibrary(options, "must-exist")).catch(async (error: unknown) => {
    await queue.close();
    throw error;
  });
  const { jobs = DEFAULT_JOBS, name = `${hostname()}/${process.pid}`, metrics, delay: delayMs } = options;
  let server: Server | undefined;
  try {
    server = metrics && (await serveMetrics(metrics, queue, store));
    log.say(`worker ${name} takes ${jobs} jobs at once`);
    const summary = await runWorker({
      ...wishes,
      store,
      queue,
      name,
      jobs,
      signal: stop.signal,
      onEvent: log.onEvent,
      render: browser.render,
      makeFetcher: (turns) => makePoliteFetcher({ ...network, delayMs, turns, maxConnections: jobs + 1 }),
      unreadable: () => readHeaderFiles(files, store, { named: undefined }),
      drainMs: options.drain ?? DEFAULT_DRAIN_MS,
      giveUpMs,
    });
    log.end(summary);
  } finally {
    stop.release();
    log.close();
    server?.close();
    await browser.close();
    await queue.close();
    await store.close().catch(() => undefined);
  }
}

/** Opens something in the database; waits where that is unreachable, as a running worker does. */
async function openPatiently<T>(
  open: () => Promise<T>,
  {
    giveUpMs,
    signal,
    onEvent,
  }: {
    readonly giveUpMs: number;
    readonly signal: AbortSignal;
    onEvent(event: WorkerEvent): void;
  },
): Promise<T> {
  const startedMs = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      return await open();
    } catch (error) {
      const failure = asNewsError(error);
      if (failure.code !== "STORE_UNAVAILABLE" || performance.now() - startedMs > giveUpMs) throw error;
      if (tries === 0) onEvent({ kind: "away", failure });
      await sleep(AWAY_MS, undefined, { signal }).catch(() => {
        // Stopped while it waits: there is nothing to finish.
        throw failure;
      });
    }
  }
}

/** Other users of a machine can list the arguments of its processes. */
function warnOfPassword({ store }: StoreOptions): void {
  if (store === undefined || !URL.parse(store)?.password) return;
  process.stderr.write(
    "galley: warning: the password in --store can be seen by other users of this machine; use --store-file or GALLEY_STORE.\n",
  );
}

/** A first signal lets a worker finish its pages; a later one ends it at once, and its pages return with their leases. */
function listenForEnd(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  let firstMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    const nowMs = performance.now();
    firstMs ??= nowMs;
    if (controller.signal.aborted && nowMs - firstMs < SAME_REQUEST_MS) return;
    if (controller.signal.aborted) process.exit(signal === "SIGINT" ? 130 : 143);
    process.stderr.write(`${timeOf(Date.now())} stopped by ${signal}: no new jobs, finishing what is open\n`);
    controller.abort();
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, onSignal);
    },
  };
}

/** The log of a worker: sources as they are read, pages as counts, never the address of the database. */
class WorkerLog {
  readonly #isShown: boolean;
  #counts = new Map<string, number>();
  readonly #timer = setInterval(() => this.#tellCounts(), TELL_MS).unref();

  constructor(isShown: boolean) {
    this.#isShown = isShown;
  }

  readonly onEvent = (event: WorkerEvent): void => {
    if (event.kind === "page") this.#counts.set(event.outcome, (this.#counts.get(event.outcome) ?? 0) + 1);
    else if (event.kind === "away")
      this.say(`${event.failure.code}: the database is away; trying again until it is back`);
    else if (event.kind === "back") this.say("the database is back");
    else {
      const { id, announced, fresh, failure } = event.source;
      this.say(`${id} ${failure ? `failed: ${failure.code}` : `${announced} announced, ${fresh} new`}`);
    }
  };

  say(text: string): void {
    if (this.#isShown) process.stderr.write(`${timeOf(Date.now())} ${text}\n`);
  }

  #tellCounts(): void {
    if (this.#counts.size === 0) return;
    this.say([...this.#counts].map(([outcome, count]) => `${count} ${outcome}`).join(", "));
    this.#counts = new Map();
  }

  end({ sources, pages, returned }: WorkerSummary): void {
    this.#tellCounts();
    const back = returned === 0 ? "" : `, ${returned} given back`;
    this.say(`ended after ${counted(sources, "source")} and ${counted(pages, "page")}${back}`);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
