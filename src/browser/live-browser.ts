import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from "playwright-core";
import { NewsError } from "../errors/index.ts";
import type { BrowserSettings } from "./render-options.ts";
import { startChromium } from "./start-chromium.ts";

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

  /** Starts a Chromium. */
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
