import { dataPlaces, findData, findSet, readSet } from "../src/sets/index.ts";
import { makePages } from "../test/newsroom/index.ts";

/** A page to race on: the server's bytes. */
export interface BenchPage {
  readonly url: string | undefined;
  readonly bytes: Uint8Array;
  /** The charset of the bytes where a labelled set states it. */
  readonly encoding: string | undefined;
}

/** Which pages are raced on. */
export interface PageChoice {
  /** At most `count`, spread evenly over the sets. */
  readonly count: number;
  /** Labelled pages where some are at hand, or made-up ones in any case. */
  readonly source: "data" | "newsroom";
}

/** Pages of several years and languages, so that no single template decides the figure. */
const SETS = ["wcxb-dev", "fundus-a", "l3s-gn1-a", "daniel-en-zh-pl"] as const;

/** The pages of a choice; made-up ones where no labelled ones are at hand. */
export async function benchPages({ count, source }: PageChoice): Promise<BenchPage[]> {
  if (source === "newsroom" || findData() === undefined) {
    return makePages({ count, seed: 1 }).map(({ url, html }) => ({
      url,
      bytes: new TextEncoder().encode(html),
      encoding: undefined,
    }));
  }
  const pages: BenchPage[] = [];
  for (const set of SETS) {
    const folder = await findSet(
      set,
      dataPlaces((message) => console.error(message)),
    );
    pages.push(...(await evenly(folder, Math.ceil(count / SETS.length))));
  }
  return pages.slice(0, count);
}

async function evenly(folder: string, count: number): Promise<BenchPage[]> {
  const all: BenchPage[] = [];
  for await (const { label, html } of readSet(folder)) {
    const bytes = typeof html === "string" ? new TextEncoder().encode(html) : html;
    all.push({ url: label.url ?? undefined, bytes, encoding: label.encoding ?? undefined });
  }
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0).slice(0, count);
}
