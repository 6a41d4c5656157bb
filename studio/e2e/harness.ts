import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import axe from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { TestContext } from "vitest";
import type { PageList, PageView, SetSummary } from "../../src/server/studio/contract.ts";
import { launchBrowser } from "../../test/browser.ts";

const ROOT = join(import.meta.dirname, "../..");
const COMMAND = join(ROOT, "dist/cli/main.js");
/** Where traces and pictures of failed tests are kept. */
const FAILURES = join(ROOT, "out/studio-failures");
/** A loaded machine takes its time; the bench measures speed. */
const WAIT_MS = 30_000;

/** How a server is started. */
interface ServerOptions {
  /** Folders that the studio may open. */
  readonly folders?: readonly string[];
  readonly store?: string;
}

/** `galley serve` in a folder of its own, and a browser that was let in. */
export class StudioRun {
  readonly folder: string;
  readonly #options: ServerOptions;
  readonly #browser: Browser;
  #server: ChildProcess | null = null;
  #entry = "";
  #origin = "";
  #state: BrowserContextOptions["storageState"];
  /** Complaints of pages: errors of scripts, refusals by a policy. */
  readonly #faults: string[] = [];

  private constructor(options: ServerOptions, browser: Browser) {
    this.folder = mkdtempSync(join(tmpdir(), "galley-studio-"));
    this.#options = options;
    this.#browser = browser;
  }

  static async start(options: ServerOptions = {}): Promise<StudioRun> {
    const run = new StudioRun(options, await launchBrowser());
    await run.startServer();
    return run;
  }

  get origin(): string {
    return this.#origin;
  }

  /** The address that lets the next browser in. */
  get entry(): string {
    return this.#entry;
  }

  get browser(): Browser {
    return this.#browser;
  }

  /** Starts the server, unless it runs; again on the port that it had. */
  async startServer(): Promise<void> {
    if (this.#isRunning) return;
    const { folders = [], store } = this.#options;
    const port = this.#origin === "" ? "0" : new URL(this.#origin).port;
    const flags = ["--port", port, "--quiet", ...folders.flatMap((folder) => ["--folder", folder])];
    if (store !== undefined) flags.push("--store", store);
    const server = spawn(process.execPath, [COMMAND, "serve", ...flags], {
      cwd: this.folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      let told = "";
      server.once("exit", (code) => reject(new Error(`galley serve ended with ${code}: ${told}`)));
      server.stderr?.setEncoding("utf8").on("data", (text: string) => {
        told += text;
        this.#entry = [...told.matchAll(/http\S+#token=\S+/g)].at(-1)?.[0] ?? this.#entry;
        const [, origin] = /listening on (http:\S+)/.exec(told) ?? [];
        if (origin === undefined || this.#entry === "") return;
        this.#origin = origin;
        resolve();
      });
    });
  }

  /** The output of a galley command; throws where the command fails. */
  async galley(flags: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...flags], { cwd: this.folder });
    return stdout;
  }

  /** Kills the server, as a crash would. */
  async killServer(): Promise<void> {
    const server = this.#server;
    if (server === null || !this.#isRunning) return;
    server.removeAllListeners("exit");
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  }

  /**
   * A page of the studio in a browser context of its own, at a path, as a person. Its trace and a picture are kept when the
   * test fails.
   */
  async visit(test: TestContext, path: string, options: VisitOptions = {}): Promise<Page> {
    const { name = "ann", watch = true, ...rest } = options;
    this.#state ??= await this.#letIn();
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      storageState: this.#state,
      ...rest,
    });
    context.setDefaultTimeout(WAIT_MS);
    await context.tracing.start({ snapshots: true, screenshots: true });
    if (name !== "") await context.addInitScript((given) => localStorage.setItem("galley-name", given), name);
    const page = await context.newPage();
    if (watch) this.#watch(page);
    test.onTestFinished(async ({ task }) => {
      if (task.result?.state === "fail") {
        mkdirSync(FAILURES, { recursive: true });
        const file = join(FAILURES, task.name.replace(/[^\w-]+/g, "-").slice(0, 80));
        await page.screenshot({ path: `${file}.png` }).catch(() => undefined);
        await context.tracing.stop({ path: `${file}.zip` });
      }
      await context.close();
    });
    await page.goto(`${this.#origin}${path}`);
    return page;
  }

  /** A tab in a context of its own, that the studio has let in or not. */
  async enter(
    options: BrowserContextOptions = {},
    entry: "let in" | "locked" = "let in",
  ): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
    this.#state ??= await this.#letIn();
    const state = entry === "locked" ? {} : { storageState: this.#state };
    const context = await this.#browser.newContext({ ...state, ...options });
    context.setDefaultTimeout(WAIT_MS);
    const page = await context.newPage();
    await page.goto(`${this.#origin}/studio/`);
    return { page, context };
  }

  /** The complaints of pages since the last call. */
  takeFaults(): readonly string[] {
    return this.#faults.splice(0);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.killServer();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #isRunning(): boolean {
    return this.#server !== null && this.#server.exitCode === null && this.#server.signalCode === null;
  }

  #watch(page: Page): void {
    page.on("pageerror", (error) => this.#faults.push(`error: ${error.message}`));
    page.on("console", (message) => {
      const text = message.text();
      // A call that fails is shown on the screen, and browsers note it besides; traces try to run a script in every frame.
      if (message.type() !== "error" || /Failed to load resource|ERR_|Blocked script execution/.test(text))
        return;
      this.#faults.push(`console: ${text}`);
    });
  }

  async #letIn(): Promise<NonNullable<BrowserContextOptions["storageState"]>> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    await page.goto(this.#entry);
    await page.locator(".open").waitFor();
    const state = await context.storageState();
    await context.close();
    return state;
  }
}

interface VisitOptions extends BrowserContextOptions {
  /** The person who labels; empty for one who was not asked yet. */
  readonly name?: string;
  /** Whether complaints of the page are noted. */
  readonly watch?: boolean;
}

/** Serious and critical findings of axe, as rule and element: of all rules, or of some. */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (named) => {
    const { axe: loaded } = globalThis as unknown as { readonly axe: typeof axe };
    const some = named === undefined ? {} : { runOnly: [...named] };
    const { violations } = await loaded.run(document, {
      iframes: false,
      resultTypes: ["violations"],
      ...some,
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, rules);
}

/** Loads axe into every page of a context, past its policy. */
export async function loadAxe(page: Page): Promise<void> {
  await page.context().addInitScript(axe.source);
  await page.reload();
}

/** Asks the studio's API as the app does, with the cookie of a page. */
export async function ask<T>(
  page: Page,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await page.evaluate(
    async (asked) => {
      const headers = { "content-type": "application/json" };
      const sent = asked.method === "GET" ? {} : { headers, body: asked.body };
      const response = await fetch(`/studio/api${asked.path}`, { method: asked.method, ...sent });
      return { isOk: response.ok, text: await response.text() };
    },
    { method, path, body: JSON.stringify(body ?? {}) },
  );
  if (!answer.isOk) throw new Error(`${method} ${path}: ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

/** Opens a folder as a set, as the form does; gives its id. */
export async function openSet(page: Page, path: string): Promise<string> {
  return (await ask<SetSummary>(page, "POST", "/sets", { kind: "folder", path })).id;
}

/** Confirms the guess of every page for a person; texts that begin so are noise. */
export async function labelAll(page: Page, set: string, by: string, noise?: string): Promise<void> {
  const { pages } = await ask<PageList>(page, "GET", `/sets/${set}/pages?by=${by}&limit=500`);
  for (const { id } of pages) {
    const at = `/sets/${set}/pages/${encodeURIComponent(id)}`;
    const { guess, pageHash, tree, labels: saved } = await ask<PageView>(page, "GET", `${at}?by=${by}`);
    const marked = tree
      .filter(([, , , text]) => noise !== undefined && text.startsWith(noise))
      .map(([node]) => ({ node, role: "boilerplate" }));
    const labels = [...guess, ...marked].sort((a, b) => a.node - b.node);
    const revision = saved?.revision ?? null;
    await ask(page, "PUT", `${at}/labels`, { by, pageHash, state: "done", labels, revision });
  }
}

/** The set of an address, such as /studio/label/SET/PAGE. */
export function setOf(page: Page): string {
  return decodeURIComponent(new URL(page.url()).pathname.split("/")[3] ?? "");
}

/** Scrolls to a node of the page that is shown, and clicks its beginning; in columns its box may hold other texts too. */
export async function clickNode(page: Page, node: number): Promise<void> {
  const shown = page.frameLocator("iframe.shown").locator(`[data-node="${node}"]`);
  await shown.waitFor({ state: "attached" });
  const place = await page.locator(".stage-scroll").evaluate(async (scroller, wanted) => {
    const frame = scroller.querySelector<HTMLIFrameElement>("iframe.shown");
    const [outer, element] = [frame, frame?.contentDocument?.querySelector(`[data-node="${wanted}"]`)];
    const begin = () => element?.getClientRects()[0] ?? new DOMRect();
    scroller.scrollTo({ top: scroller.scrollTop + begin().top - 100, behavior: "instant" });
    // The page follows with the next frame.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const { left, top } = outer?.getBoundingClientRect() ?? new DOMRect();
    return { x: left + begin().left + 30, y: top + begin().top + 8 };
  }, node);
  await page.mouse.click(place.x, place.y);
}

/** Waits until the next two pages are in their frames. */
export async function loadedAhead(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const frames = [...document.querySelectorAll<HTMLIFrameElement>(".frames iframe")];
    return (
      frames.length === 3 &&
      frames.every(
        ({ contentDocument: inner }) => inner?.readyState === "complete" && inner.URL !== "about:blank",
      )
    );
  });
}

/** Waits until the screen says that all is saved, two frames after the action: before them it says so of the old state. */
export async function saved(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  );
  await page.locator(".strip-saved[data-saved=true]").waitFor();
}
