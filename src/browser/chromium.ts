import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from "playwright-core";
import { NewsError } from "../errors/index.ts";
import { SYSTEM_NAMES, SYSTEM_PATHS } from "./browser-places.data.ts";
import type { BrowserSettings } from "./render-source.ts";

interface StartOptions {
  /** Path of the browser; by default CHROME_PATH, else one from npm or the system. */
  readonly executablePath?: string | undefined;
  readonly switches?: readonly string[];
}

/** No background traffic. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--dns-prefetch-disable",
  "--no-pings",
];

const START_TIMEOUT_MS = 60_000;

/** Starts a headless Chromium with a temporary profile; throws NO_BROWSER if none is found or starts. */
export async function startChromium({ executablePath, switches = [] }: StartOptions = {}): Promise<Browser> {
  const chromium = await loadPlaywright();
  const failures: string[] = [];
  for (const candidate of findBrowsers(executablePath)) {
    // Checked first: a failed launch would leave an empty profile folder.
    if (!isExecutable(candidate.path)) {
      failures.push(`${candidate.name} is not a program`);
      continue;
    }
    try {
      return await chromium.launch(launchOptions(candidate, switches));
    } catch (error) {
      failures.push(`${candidate.name}: ${browserLog(error)}`);
    }
  }
  const found =
    failures.length === 0 ? "No Chromium was found." : `No Chromium starts: ${failures.join("; ")}.`;
  throw new NewsError("NO_BROWSER", found);
}

/** Whether there is a browser to render pages with, without starting or unpacking one. */
export function canOpenBrowser(): boolean {
  const require = createRequire(import.meta.url);
  const isThere = (name: string) => {
    try {
      return require.resolve(name) !== "";
    } catch {
      return false;
    }
  };
  if (!isThere("playwright-core")) return false;
  const own = process.env.CHROME_PATH;
  if (own) return isExecutable(own);
  const folders = (process.env.PATH ?? "").split(delimiter);
  const named = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return isThere("@sparticuz/chromium") || [...SYSTEM_PATHS, ...named].some(isExecutable);
}

async function loadPlaywright() {
  try {
    // Loaded lazily: it is an optional peer dependency.
    return (await import("playwright-core")).chromium;
  } catch (cause) {
    throw new NewsError("NO_BROWSER", "The package playwright-core is not installed.", { cause });
  }
}

function launchOptions({ path, libraries }: Candidate, switches: readonly string[]) {
  // Chromium's sandbox does not run as root, nor on systems without user namespaces.
  const chromiumSandbox = process.getuid?.() !== 0 && process.env.GALLEY_NO_SANDBOX !== "1";
  return {
    executablePath: path,
    headless: true,
    chromiumSandbox,
    args: [...QUIET, ...switches],
    env: { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) },
    timeout: START_TIMEOUT_MS,
    // The caller handles signals; the browser ends with the process.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

/** The error output of the browser, else the first line of the failure. */
function browserLog(error: unknown): string {
  const text = stripVTControlCharacters(String(error));
  const said = [...text.matchAll(/\[err\] (.+)/g)].map(([, line = ""]) => line.trim());
  // Each line appears twice: live and in the summary.
  const lines = said.length > 0 ? [...new Set(said)].slice(0, 3) : [text.split("\n", 1)[0]!.trim()];
  return lines.join(" ");
}

interface Candidate {
  readonly name: string;
  readonly path: string;
  readonly libraries?: string;
}

/**
 * Browsers in order of preference, found lazily. The one from npm comes before the system's: its version is pinned, so a
 * page renders alike on every machine.
 */
export function* findBrowsers(executablePath = process.env.CHROME_PATH): Generator<Candidate> {
  // An explicit choice has no fallback.
  if (executablePath) return yield { name: executablePath, path: executablePath };
  const bundled = bundledChromium();
  if (!(bundled instanceof NewsError)) yield* bundled;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of SYSTEM_NAMES) {
    const path = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (path !== undefined) yield { name, path };
  }
  for (const path of SYSTEM_PATHS) if (isExecutable(path)) yield { name: path, path };
  // A read-only node_modules matters only if there is no other browser.
  if (bundled instanceof NewsError) throw bundled;
}

/** @sparticuz/chromium, first with the system's libraries, then with its own. */
function bundledChromium(): readonly Candidate[] | NewsError {
  try {
    const path = unpackBundled();
    if (path === undefined) return [];
    const name = "@sparticuz/chromium";
    return [
      { name, path },
      { name, path, libraries: join(dirname(path), "lib") },
    ];
  } catch (error) {
    if (error instanceof NewsError) return error;
    throw error;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the Chromium in @sparticuz/chromium, unpacked on first use; undefined if there is none for this machine. */
function unpackBundled(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = packageFolder();
  return folder === undefined ? undefined : join(unpackFrom(folder), "chromium");
}

function packageFolder(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve("@sparticuz/chromium")), "../..");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Unpacks the browser of a package once and returns the folder; throws NO_BROWSER if that fails. */
export function unpackFrom(folder: string): string {
  try {
    return unpackOnce(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NewsError("NO_BROWSER", `The Chromium of npm cannot be unpacked: ${reason}`, { cause });
  }
}

function unpackOnce(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const cache = join(folder, "../../.cache/galley");
  const target = join(cache, `chromium-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(cache, { recursive: true });
  // Several processes may unpack at once: the first rename wins, and nobody sees a partial browser.
  const fresh = mkdtempSync(join(cache, "unpack-"));
  try {
    unpackInto(fresh, folder);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function unpackInto(fresh: string, folder: string): void {
  const binary = join(fresh, "chromium");
  writeFileSync(binary, unpacked(folder, "chromium.br"));
  chmodSync(binary, 0o755);
  for (const archive of ["al2023.tar.br", "swiftshader.tar.br"]) {
    const { status, error, stderr } = spawnSync("tar", ["-xf", "-", "-C", fresh], {
      input: unpacked(folder, archive),
    });
    if (status !== 0) throw new Error(`tar fails on ${archive}: ${error?.message ?? String(stderr).trim()}`);
  }
}

function unpacked(folder: string, file: string): Buffer {
  return brotliDecompressSync(readFileSync(join(folder, "bin", file)));
}

/** All requests go through our interception; anything that bypasses it finds no host. */
const CLOSED = [
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/** Often enough that a page cannot exhaust the machine in between. */
const WATCH_MS = 200;
const PAGE_BYTES = 4096;
const CLOSE_TIMEOUT_MS = 5000;

/** A running Chromium: its processes, their memory, and its end. */
export class LiveBrowser {
  readonly #browser: Browser;
  readonly #session: CDPSession;
  readonly #pid: number;
  readonly #watch: NodeJS.Timeout;

  static async start({ executablePath, maxMemoryMb }: BrowserSettings): Promise<LiveBrowser> {
    const switches = [...CLOSED, `--js-flags=--max-old-space-size=${maxMemoryMb}`];
    const browser = await startChromium({ executablePath, switches });
    try {
      const session = await browser.newBrowserCDPSession();
      const pid = (await processesOf(session)).find(({ type }) => type === "browser")?.id;
      if (pid === undefined) throw new NewsError("NO_BROWSER", "The browser does not name its process.");
      return new LiveBrowser(browser, session, { pid, maxMemoryMb });
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  private constructor(
    browser: Browser,
    session: CDPSession,
    { pid, maxMemoryMb }: { readonly pid: number; readonly maxMemoryMb: number },
  ) {
    this.#browser = browser;
    this.#session = session;
    this.#pid = pid;
    this.#watch = setInterval(() => void this.#enforceMemoryLimit(maxMemoryMb), WATCH_MS);
    this.#watch.unref();
    browser.once("disconnected", () => clearInterval(this.#watch));
  }

  get isRunning(): boolean {
    return this.#browser.isConnected();
  }

  /** Whether the browser still answers; one that is ending may still be connected. */
  answers(): Promise<boolean> {
    return processesOf(this.#session).then(
      () => true,
      () => false,
    );
  }

  /** Calls back when the browser ends for any reason; returns a function that unsubscribes. */
  onEnd(listener: () => void): () => void {
    this.#browser.once("disconnected", listener);
    return () => this.#browser.off("disconnected", listener);
  }

  /** A new, empty in-memory profile. */
  newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    return this.#browser.newContext(options);
  }

  /** Closes a context; kills the browser if that hangs. */
  async closeContext(opening: Promise<BrowserContext>): Promise<void> {
    if (!(await endsInTime(opening.then((context) => context.close())))) await this.kill();
  }

  /** Closes the browser; kills it if that hangs. */
  async close(): Promise<void> {
    if (!(await endsInTime(this.#browser.close()))) await this.kill();
  }

  /** Kills the browser process; its child processes end when they lose it. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const ended = new Promise<void>((resolve) => this.onEnd(resolve));
    killProcess(this.#pid);
    await ended;
  }

  /** Kills page processes over the memory limit; the heap limit does not cover memory outside the heap. */
  async #enforceMemoryLimit(maxMemoryMb: number): Promise<void> {
    const processes = await processesOf(this.#session).catch(() => []);
    for (const { type, id } of processes) {
      if (type === "renderer" && residentBytes(id) > maxMemoryMb * 2 ** 20) killProcess(id);
    }
  }
}

async function processesOf(session: CDPSession) {
  return (await session.send("SystemInfo.getProcessInfo")).processInfo;
}

/** Resident memory of a process; 0 on systems without /proc. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It may have exited meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function endsInTime(closing: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CLOSE_TIMEOUT_MS);
  });
  // Closing fails if it is closed already.
  const closed = closing.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([closed, late]);
  } finally {
    clearTimeout(timer);
  }
}
