import { createHash } from "node:crypto";
import { type DataPlaces, findSet, hashPage, readSet } from "../../../src/sets/index.ts";
import type { PagesRead } from "../experiment.ts";

/** What a section of the site experiment works with. */
export interface SiteRun {
  /** The folder of a labelled set; the pages and hash of every set that was asked for are printed below the section. */
  folder(set: string): Promise<string>;
  /** Whether the section is only tried out, on less. */
  readonly isQuick: boolean;
  /** Says on standard error how far it is. */
  tell(message: string): void;
}

/** A section of the site experiment: measures, and gives its Markdown from the tables on; its heading is printed before it. */
export type SiteSection = (run: SiteRun) => Promise<string>;

/** Finds sets for the sections, and remembers which. */
export class SetFinder {
  readonly #places: DataPlaces;
  readonly #summaries = new Map<string, Promise<PagesRead>>();
  #asked = new Map<string, string>();

  constructor(places: DataPlaces) {
    this.#places = places;
  }

  async folder(set: string): Promise<string> {
    const folder = await findSet(set, this.#places);
    this.#asked.set(set, folder);
    return folder;
  }

  /** The sets that were asked for since the last call. */
  async takeAsked(): Promise<PagesRead[]> {
    const asked = [...this.#asked];
    this.#asked = new Map();
    return Promise.all(asked.map(([name, folder]) => this.#summary(name, folder)));
  }

  #summary(name: string, folder: string): Promise<PagesRead> {
    const known = this.#summaries.get(name) ?? summarise(name, folder);
    this.#summaries.set(name, known);
    return known;
  }
}

async function summarise(name: string, folder: string): Promise<PagesRead> {
  const hash = createHash("sha256");
  let pages = 0;
  for await (const { label, html } of readSet(folder)) {
    hash.update(hashPage(label, html));
    pages++;
  }
  return { name, pages, hash: hash.digest("hex") };
}
