import type { Page as LivePage, Request, Route } from "playwright-core";
import { makeResourceFetcher, type ResourceFetcher } from "../fetch/index.ts";
import type { LoadedFile } from "../output/index.ts";
import type { RenderSettings } from "./render-options.ts";
import type { OpenedRenderSource } from "./render-source.ts";

/** Resource types that may use the network. Videos do not play here, and event streams never end. */
const FETCHED_KINDS: ReadonlySet<string> = new Set([
  "document",
  "stylesheet",
  "image",
  "font",
  "script",
  "xhr",
  "fetch",
]);
/** Resource types that a saved page may load from its folder; nothing that a script could read. */
const SAVED_KINDS: ReadonlySet<string> = new Set(["document", "stylesheet", "image", "font", "script"]);
/** Resource types that a styled article needs. */
const KEPT_KINDS: ReadonlySet<string> = new Set(["image", "font", "stylesheet"]);
const MAX_KEPT_BYTES = 100_000_000;
/** Far more requests than a page needs; stops pages that never stop asking. */
const MAX_REQUESTS = 1000;

interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  readonly allowOrigin?: string | undefined;
}

/** Answers all requests of a page: its own document, files of its folder, or the guarded fetch; all else fails. */
export class PageRequests {
  readonly #source: OpenedRenderSource;
  readonly #fetch: ResourceFetcher | undefined;
  readonly #stop = new AbortController();
  /** Style sheets that were requested and not (yet) applied. */
  readonly #missingSheets = new Set<string>();
  readonly #files = new Map<string, LoadedFile>();
  readonly #keepsFiles: boolean;
  #keptBytes = 0;
  #requests = 0;
  #pending = 0;
  #isServed = false;
  #hasLeft = false;
  #leave: () => void = () => {};
  /** Resolves when the page tries to navigate away. */
  readonly left = new Promise<void>((resolve) => {
    this.#leave = resolve;
  });

  constructor(source: OpenedRenderSource, { network, makeArticle }: RenderSettings) {
    this.#source = source;
    this.#keepsFiles = makeArticle !== undefined;
    const isOpen = network !== undefined && source.findFile === undefined;
    this.#fetch = isOpen ? makeResourceFetcher(network) : undefined;
  }

  /** Whether the page tried to navigate away. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Whether a request is pending. */
  get isBusy(): boolean {
    return this.#pending > 0;
  }

  /** Loaded pictures, fonts and style sheets, if an article is to be made. */
  get files(): ReadonlyMap<string, LoadedFile> {
    return this.#files;
  }

  /** Whether all style sheets for this screen were applied. */
  isComplete(otherSheets: readonly string[]): boolean {
    const others = new Set(otherSheets);
    return [...this.#missingSheets].every((url) => others.has(url));
  }

  /** Starts answering the requests of a live page. */
  async serve(page: LivePage): Promise<void> {
    await page.context().route("**/*", async (route) => {
      this.#pending++;
      try {
        await this.#answer(route, page);
      } catch {
        // The page is gone, or the request comes from a popup.
        await route.abort().catch(() => undefined);
      } finally {
        this.#pending--;
      }
    });
  }

  /** Aborts pending requests. */
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
      // With this error code the browser stays on the page.
      return route.abort("aborted");
    }
    this.#isServed = true;
    const { markup, isHeld } = this.#source;
    const headers = {
      "content-type": "text/html; charset=utf-8",
      // The only way to stop a refresh that makes no request, such as to about:blank.
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
      // The page continues without it, as in any browser.
      return undefined;
    }
  }
}

function isOfMainFrame(request: Request, page: LivePage): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}
