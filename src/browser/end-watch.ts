import type { CDPSession, Page as LivePage } from "playwright-core";
import { NewsError } from "../errors/index.ts";
import type { LiveBrowser } from "./live-browser.ts";

/** A page that went to where it could not be stopped, or closed itself. */
export class PageLeft extends Error {
  override readonly name = "PageLeft";
}

/** The end of a process is told of after the failures that it causes. */
const NEWS_MS = 100;

/** Tells when a page ends before it was read: by its time, its process, its browser, or itself. */
export class EndWatch {
  /** Rejects with the reason. */
  readonly ended: Promise<never>;
  #reason: Error | undefined;
  #end: (reason: Error) => void = () => {};
  #documents = 0;
  readonly #browser: LiveBrowser;
  readonly #timer: NodeJS.Timeout;
  readonly #forget: () => void;

  constructor(browser: LiveBrowser, timeoutMs: number) {
    this.#browser = browser;
    this.ended = new Promise((_, reject) => {
      this.#end = (reason) => {
        this.#reason ??= reason;
        reject(reason);
      };
    });
    // Somebody else may have been the first to fail.
    this.ended.catch(() => undefined);
    const late = `The page was not rendered within ${timeoutMs / 1000} s.`;
    this.#timer = setTimeout(() => this.#end(new NewsError("RENDER_TIMEOUT", late)), timeoutMs);
    this.#forget = browser.onEnd(() => this.#end(browserEnded()));
  }

  /** Why the page ended, if it did, once such news can have come. */
  async reason(): Promise<Error | undefined> {
    if (this.#reason === undefined) await new Promise((resolve) => setTimeout(resolve, NEWS_MS));
    // A browser that had ended before tells nobody.
    return this.#reason ?? (this.#browser.isRunning ? undefined : browserEnded());
  }

  /** Throws where the page has ended. */
  check(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  /** Watches for the end of a page. */
  follow(live: LivePage): void {
    live.once("crash", () => this.#end(new NewsError("RENDER_CRASHED", "The process of the page ended.")));
    live.once("close", async () => {
      // A browser that ends closes its pages first.
      if (await this.#browser.answers()) this.#end(new PageLeft("The page closed itself."));
      else this.#end(browserEnded());
    });
  }

  /** Watches for another document in the place of the first. */
  async followDocument(session: CDPSession): Promise<void> {
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.parentId === undefined && ++this.#documents > 1) {
        this.#end(new PageLeft(`The page went to ${frame.url.slice(0, 100)}.`));
      }
    });
    await session.send("Page.enable");
  }

  /** Watches no longer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#forget();
  }
}

function browserEnded(): NewsError {
  return new NewsError("RENDER_CRASHED", "The browser ended.");
}
