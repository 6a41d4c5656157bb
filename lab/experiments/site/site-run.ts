import { createHash } from "node:crypto";
import { groupBySite } from "../../../scripts/gate/unseen-sites.ts";
import { parsePage } from "../../../src/default-extract.ts";
import { NewsError } from "../../../src/errors/index.ts";
import type { Page } from "../../../src/page/index.ts";
import {
  type DataPlaces,
  findSet,
  hashPage,
  type Label,
  loadPage,
  readLabels,
  readSet,
} from "../../../src/sets/index.ts";
import { hashText } from "../../../src/text/index.ts";
import { type Experiment, type PagesRead, setLines } from "../experiment.ts";

/** The environment of a section of the site experiment. */
export interface SiteRun {
  /** The folder of a labelled set; the pages and hash of every set that was asked for are printed below the section. */
  folder(set: string): Promise<string>;
  /** Whether the section is only tried out, on less. */
  readonly isQuick: boolean;
  /** Reports its progress on standard error. */
  tell(message: string): void;
}

/** A section of the site experiment: measures, and gives its Markdown from the tables on; its heading is printed before it. */
export type SiteSection = (run: SiteRun) => Promise<string>;

/** What is measured, in the order of the document, each with its heading; `--only` takes the names. */
export type SiteSections = Readonly<Record<string, readonly [heading: string, SiteSection]>>;

/** The experiment of some sections. */
export function siteExperiment(sections: SiteSections): Experiment {
  return async function* ({ places, provenance, isQuick, only }) {
    yield `Measured on ${provenance.date} with galley ${provenance.version}: \`${provenance.command}\``;
    const finder = new SetFinder(places);
    const tell = (message: string) => process.stderr.write(`${message}\n`);
    const run: SiteRun = { folder: (set) => finder.folder(set), isQuick, tell };
    for (const [name, [heading, measure]] of Object.entries(sections)) {
      if (only !== undefined && only !== name) continue;
      tell(heading);
      yield `## ${heading}\n\n${await measure(run)}`;
      const sets = await finder.takeAsked();
      if (sets.length > 0) yield setLines(sets);
    }
  };
}

/** Finds sets for the sections, and remembers which. */
class SetFinder {
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

/** A page with its label. */
export interface TruePage {
  readonly label: Label;
  readonly page: Page;
}

/** Pages of one site, of one year where the set has several. */
export interface SitePages {
  readonly site: string;
  readonly pages: readonly TruePage[];
}

/** Fewer pages leave too few to mine from. */
const MIN_PAGES = 5;
/** More pages of a site would outweigh the other sites. */
const MAX_PAGES = 20;

/** The wanted pages of a set by site, drawn by chance where a site has many; sites with too few are left out. */
export async function readSites(
  folder: string,
  isWanted: (label: Label) => boolean,
  minPages: number = MIN_PAGES,
): Promise<readonly SitePages[]> {
  const labels: Label[] = [];
  for await (const label of readLabels(folder)) if (isWanted(label)) labels.push(label);
  return groupBySite(labels)
    .filter((own) => own.labels.length >= minPages)
    .map((own) => ({
      site: own.site,
      pages: own.labels
        .toSorted((a, b) => (hashText(a.id) >>> 0) - (hashText(b.id) >>> 0))
        .slice(0, MAX_PAGES)
        .flatMap((label) => openPage(label) ?? []),
    }));
}

/** Both ways to mine from one half of a site's pages and read the other. */
export function halves(
  pages: readonly TruePage[],
): readonly { readonly mined: readonly TruePage[]; readonly read: readonly TruePage[] }[] {
  const middle = pages.length >> 1;
  const [first, second] = [pages.slice(0, middle), pages.slice(middle)];
  return [
    { mined: second, read: first },
    { mined: first, read: second },
  ];
}

/** A labelled page, parsed; undefined where it cannot be read. */
export function openPage(label: Label): TruePage | undefined {
  try {
    return { label, page: parsePage(loadPage(label), label) };
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}
