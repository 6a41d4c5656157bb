import { onTestFinished } from "vitest";
import { makePoliteFetcher, type PoliteOptions } from "../fetch/index.ts";
import { serve } from "../fetch/loopback.testing.ts";
import { openStore, type Store } from "../store/index.ts";
import type { CollectOptions } from "./collect.ts";
import type { Start } from "./read-sources.ts";

/** When everything happens. */
export const NOW = Date.parse("2026-11-17T12:00:00Z");
/** A day. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** What a made-up site answers, by path; it may be changed between two runs. */
export interface MadeUp {
  readonly answers: Record<
    string,
    string | { status?: number; headers?: Record<string, string>; body?: string }
  >;
  readonly asked: string[];
  /** The statuses of its answers. */
  readonly sent: number[];
  /** Waits until a path was asked for; one that answers `never` does not answer. */
  begun(path: string): Promise<void>;
  /** Breaks off the connections of a path that answers `never`. */
  release(path: string): void;
  readonly origin: string;
}

/** Serves a made-up site on loopback for one test; `{here}` in a text becomes its own address. */
export async function makeUp(answers: MadeUp["answers"]): Promise<MadeUp> {
  const asked: string[] = [];
  const sent: number[] = [];
  const waiting = new Map<string, () => void>();
  const hanging = new Map<string, () => void>();
  const { origin } = await serve((request, response) => {
    asked.push(request.url!);
    waiting.get(request.url!)?.();
    const answer = answers[request.url!];
    if (answer === "never") {
      hanging.set(request.url!, () => request.socket.destroy());
      return;
    }
    const {
      status = 200,
      headers = {},
      body = "",
    } = typeof answer === "string" ? { body: answer } : (answer ?? { status: 404 });
    const text = body.replaceAll("{here}", `http://${request.headers.host}`);
    const etag = `"${text.length}"`;
    const isSame = request.headers["if-none-match"] === etag;
    sent.push(isSame ? 304 : status);
    response
      .writeHead(isSame ? 304 : status, { "content-type": "text/html; charset=utf-8", etag, ...headers })
      .end(isSame ? "" : text);
  });
  const begun = async (path: string) => {
    if (!asked.includes(path)) await new Promise<void>((ask) => waiting.set(path, ask));
  };
  const release = (path: string) => hanging.get(path)?.();
  return { answers, asked, sent, begun, release, origin };
}

/** Options with an empty store and a fetcher for loopback that does not wait. */
export async function makeOptions(
  nowMs = NOW,
  fetching: PoliteOptions = {},
): Promise<CollectOptions & { readonly store: Store }> {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  const fetcher = makePoliteFetcher({
    allow: ["127.0.0.1"],
    delayMs: 0,
    timeoutMs: 5000,
    random: () => 0,
    ...fetching,
  });
  return { store, fetcher, now: () => nowMs };
}

/** The text of every story. */
export const SENTENCES = [
  "The harbour master closed the northern basin on Monday after a crane slid from its rails during the storm.",
  "Nobody was hurt, he said, but two ferries have to use the old pier until engineers have looked at the quay wall.",
  "Passengers waited for more than three hours in the rain, and several buses were sent from the central station.",
  "The council will decide on Thursday whether the basin can open again before the holidays begin next month.",
];
/** The page of a story. */
export const storyPage = (title: string, more = "", head = "") =>
  `<html lang=en><head><title>${title}</title><meta property="og:type" content="article"><meta property="article:published_time" content="2026-11-16T08:00:00Z">${head}</head><body><main><article><h1>${title}</h1>${SENTENCES.map((sentence) => `<p>${title}: ${sentence}</p>`).join("")}${more}</article></main></body></html>`;
/** A feed of some paths. */
export const feedOf = (...items: readonly (readonly [path: string, title: string])[]) =>
  `<rss version="2.0"><channel><title>Quay</title>${items.map(([path, title]) => `<item><link>{here}${path}</link><title>${title}</title></item>`).join("")}</channel></rss>`;

/** A start at an address. */
export const at = (url: string): Extract<Start, { kind: "address" }> => ({ kind: "address", url });
