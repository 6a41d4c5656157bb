import type { Page as LivePage, Request, Route } from "playwright-core";
import { makeResourceFetcher, type ResourceFetcher } from "../fetch/index.ts";
import type { LoadedFile } from "../output/index.ts";
import type { RenderSettings } from "./render-options.ts";
import type { OpenedSource } from "./render-source.ts";

/** What a page may ask the network for. Videos are not seen without being played, and events never end. */
const FETCHED_KINDS: ReadonlySet<string> = new Set([
  ...["document", "stylesheet", "image", "font", "script", "xhr", "fetch"],
]);
/** What a saved page may have of its folder; not what a script could read and carry away. */
const SAVED_KINDS: ReadonlySet<string> = new Set(["document", "stylesheet", "image", "font", "script"]);
/** What an article in the style of its page is made of. */
const KEPT_KINDS: ReadonlySet<string> = new Set(["image", "font", "stylesheet"]);
const MAX_KEPT_BYTES = 100_000_000;
/** Requests that a page gets an answer to: far more than it takes to show one, and an end for those that ask on and on. */
const MAX_REQUESTS = 1000;

interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  readonly allowOrigin?: string | undefined;
}

/** Answers everything that a page asks for: its own document, files of its folder, or our own guarded fetch; all else fails. */
export class PageRequests {
  readonly #source: OpenedSource;
  readonly #fetch: ResourceFetcher | undefined;
  readonly #stop = new AbortController();
  /** Style sheets that were asked for and not applied, those on their way included. */
  readonly #missingSheets = new Set<string>();
  readonly #files = new Map<string, LoadedFile>();
  readonly #keepsFiles: boolean;
  #keptBytes = 0;
  #requests = 0;
  #pending = 0;
  #isServed = false;
  #hasLeft = false;
  #leave: () => void = () => {};
  /** Resolves when the page tries to go elsewhere. */
  readonly left = new Promise<void>((resolve) => {
    this.#leave = resolve;
  });

  constructor(source: OpenedSource, { network, makeArticle }: RenderSettings) {
    this.#source = source;
    this.#keepsFiles = makeArticle !== undefined;
    const isOpen = network !== undefined && source.findFile === undefined;
    this.#fetch = isOpen ? makeResourceFetcher(network) : undefined;
  }

  /** Whether the page tried to go elsewhere. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Whether an answer is on its way. */
  get isBusy(): boolean {
    return this.#pending > 0;
  }

  /** The pictures, fonts and style sheets that the page has loaded, where an article is to be made of it. */
  get files(): ReadonlyMap<string, LoadedFile> {
    return this.#files;
  }

  /** Whether all style sheets were applied, those for other screens apart. */
  isComplete(otherSheets: readonly string[]): boolean {
    const others = new Set(otherSheets);
    return [...this.#missingSheets].every((url) => others.has(url));
  }

  /** Answers what a live page asks for from now on. */
  async serve(page: LivePage): Promise<void> {
    await page.context().route("**/*", async (route) => {
      this.#pending++;
      try {
        await this.#answer(route, page);
      } catch {
        // The page has gone while its answer was on the way, or is a window that it opened and that is not ours.
        await route.abort().catch(() => undefined);
      } finally {
        this.#pending--;
      }
    });
  }

  /** Gives up what is on its way. */
  stop(): void {
    this.#stop.abort();
  }

  async #answer(route: Route, page: LivePage): Promise<void> {
    const request = route.request();
    if (request.frame().page() !== page) return route.abort();
    if (isOfMainFrame(request, page)) return this.#answerNavigation(route);
    const isSheet = request.resourceType() === "stylesheet";
    if (isSheet) this.#missingSheets.add(request.url());
    const answer = await this.#find(request);
    if (answer === undefined) return route.abort("blockedbyclient");
    if (isSheet && answer.status < 400 && answer.contentType?.startsWith("text/css")) {
      this.#missingSheets.delete(request.url());
    }
    const { status, contentType = "", bytes, allowOrigin } = answer;
    if (status < 400 && KEPT_KINDS.has(request.resourceType()))
      this.#keep(request.url(), { contentType, bytes });
    await route.fulfill({
      status,
      body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      headers: {
        "content-type": contentType,
        ...(allowOrigin !== undefined && { "access-control-allow-origin": allowOrigin }),
      },
    });
  }

  #keep(url: string, file: LoadedFile): void {
    this.#keptBytes += file.bytes.length;
    if (this.#keepsFiles && this.#keptBytes <= MAX_KEPT_BYTES) this.#files.set(url, file);
  }

  async #answerNavigation(route: Route): Promise<void> {
    if (this.#isServed) {
      this.#hasLeft = true;
      this.#leave();
      // With this very failure the browser stays where it is.
      return route.abort("aborted");
    }
    this.#isServed = true;
    const { markup, isHeld } = this.#source;
    const headers = {
      "content-type": "text/html; charset=utf-8",
      // The one thing that stops a refresh to where no request is made, such as about:blank.
      ...(isHeld && { "content-security-policy": "sandbox allow-same-origin" }),
    };
    await route.fulfill({ body: markup, headers });
  }

  async #find(request: Request): Promise<Answer | undefined> {
    const kind = request.resourceType();
    if (request.method() !== "GET" || ++this.#requests > MAX_REQUESTS) return undefined;
    const { findFile } = this.#source;
    if (findFile !== undefined && SAVED_KINDS.has(kind)) {
      const file = findFile(request.url());
      return file && { status: 200, ...file };
    }
    if (this.#fetch === undefined || !FETCHED_KINDS.has(kind)) return undefined;
    try {
      return await this.#fetch(request.url(), this.#stop.signal);
    } catch {
      // Whatever the reason, the page goes on without it, as in any browser.
      return undefined;
    }
  }
}

function isOfMainFrame(request: Request, page: LivePage): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}
