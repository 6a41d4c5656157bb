import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Browser, Page as Tab } from "playwright-core";
import { onTestFinished } from "vitest";
import { serve } from "../../src/fetch/loopback.testing.ts";

/** The folder that people load into their browser. */
export const EXTENSION_FOLDER: string = join(import.meta.dirname, "../../integrations/extension");

/** The script that runs in pages. */
export const CAPTURE: string = readFileSync(join(EXTENSION_FOLDER, "capture.js"), "utf8");

/** What a browser knows when a page of the extension is opened. */
export interface Known {
  /** What the options have kept. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Whether the user gives the extension permission for a server. */
  readonly allows?: boolean;
  /** Whether it had permission before. */
  readonly mayAsk?: boolean;
  /** What the background answers to the popup. */
  readonly answer?: object;
  /** What the script in the page gives; null for a page that no script may read. */
  readonly captured?: object | null;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
};

/** Opens a page of the extension, as files of a server, with a browser's API that notes what it is asked for. */
export async function openExtension(browser: Browser, path: string, known: Known = {}): Promise<Tab> {
  const { origin } = await serve((request, response) => {
    if (request.url === "/blank.html") return void response.setHeader("content-type", "text/html").end("");
    const type = TYPES[extname(request.url!)] ?? "text/plain";
    const file = join(EXTENSION_FOLDER, request.url!);
    // A full Chromium asks for /favicon.ico too.
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader("content-type", type).end(readFileSync(file));
  });
  const tab = await browser.newPage();
  onTestFinished(() => tab.close());
  await tab.addInitScript(fakeChrome, known);
  await tab.goto(`${origin}/${path}`);
  return tab;
}

/** What the extension asked its browser for, in order. */
export function askedOf(tab: Tab): Promise<readonly (readonly unknown[])[]> {
  return tab.evaluate(() => (globalThis as unknown as FakeWindow).asked);
}

interface FakeWindow {
  chrome: object;
  asked: unknown[][];
  /** Sends a message as the popup does. */
  sendAsPopup(message: object, sender?: object): Promise<unknown>;
}

/** Runs in the page: it refers to nothing outside of itself. */
function fakeChrome(known: Known): void {
  const fake = globalThis as unknown as FakeWindow;
  fake.asked = [];
  const kept: Record<string, string> = { ...known.kept };
  const note =
    <T>(name: string, answer: (...values: never[]) => T) =>
    async (...values: unknown[]): Promise<T> => {
      fake.asked.push([name, ...values]);
      return answer(...(values as never[]));
    };
  type Listener = (message: object, sender: object, answer: (value: unknown) => void) => boolean;
  const listeners: Listener[] = [];
  fake.sendAsPopup = (message, sender = { id: "galley" }) =>
    new Promise((answer) => {
      if (!listeners.some((listener) => listener(message, sender, answer))) answer("ignored");
    });
  fake.chrome = {
    storage: {
      local: {
        get: async () => ({ ...kept }),
        set: note("keep", (values: Record<string, string>) => void Object.assign(kept, values)),
        setAccessLevel: note("access", () => undefined),
      },
    },
    permissions: {
      contains: async () => known.mayAsk ?? true,
      request: note("request", () => known.allows ?? true),
      remove: note("remove", () => true),
    },
    runtime: {
      id: "galley",
      onMessage: { addListener: (listener: Listener) => listeners.push(listener) },
      sendMessage: note("send", () => known.answer),
      openOptionsPage: note("options", () => undefined),
    },
    tabs: { query: async () => [{ id: 7 }] },
    action: {
      setBadgeText: note("badge", () => undefined),
      setBadgeBackgroundColor: async () => undefined,
    },
    scripting: {
      executeScript: async () => {
        if (known.captured === null) throw new Error("Cannot access a chrome:// URL");
        return [{ result: known.captured }];
      },
    },
  };
}

/** Sends a message to the background page as the popup does. */
export function sendAsPopup(tab: Tab, message: object, sender?: object): Promise<unknown> {
  const call = [message, sender] as const;
  return tab.evaluate(
    ([sent, from]) => (globalThis as unknown as FakeWindow).sendAsPopup(sent, from),
    call as unknown as [object, object | undefined],
  );
}
