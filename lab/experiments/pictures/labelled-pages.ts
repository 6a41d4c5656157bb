import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { attribute, type Document, readHtml, TAG } from "../../../src/html/index.ts";
import {
  type DataPlaces,
  domainOf,
  findSet,
  hashPage,
  type Label,
  loadPage,
  readLabels,
} from "../../../src/sets/index.ts";
import { seededRandom } from "../../../src/text/index.ts";

/** A page that was chosen for labelling. */
export interface ChosenPage {
  readonly label: Label;
  readonly html: Uint8Array | string;
  readonly site: string;
  readonly document: Document;
  /** The base of the page's relative addresses. */
  readonly base: string;
}

/** Where the words of a caption are: a range of nodes, or an attribute of one. */
export type CaptionPlace = readonly [from: number, to: number] | readonly [node: number, attribute: string];

/** A picture of an article: the hashes of its addresses, in all sizes, and its caption. */
export interface LabelledPicture {
  readonly addresses: readonly string[];
  readonly caption?: readonly CaptionPlace[];
  readonly credit?: readonly CaptionPlace[];
}

/** The labels of a page's pictures: no address and no word of the page, only hashes and places. */
export interface PictureLabel {
  readonly set: string;
  readonly id: string;
  readonly site: string;
  /** The hash of the page and its truth; another page under the same id is not measured. */
  readonly pageHash: string;
  readonly pictures: readonly LabelledPicture[];
  /** Neither right nor wrong: stills of the article's film, pictures of embedded posts. */
  readonly optional: readonly string[];
  /** Right answers for the main picture of the article; empty where there is none. */
  readonly lead: readonly string[];
}

/** How many pages of each set are labelled: mostly pages of today, one page a site. */
const SHARES: readonly (readonly [set: string, pages: number])[] = [
  ["fundus-a", 45],
  ["wcxb-dev", 80],
  ["multi2023-en-fr-de-zh", 20],
  ["sites2020", 20],
  ["evan2021", 10],
  ["dragnet-a", 10],
  ["daniel-en-zh-pl", 6],
  ["l3s-gn1-a", 5],
  ["czech-sites", 4],
];
const SEED = 20_261_116;
const LABELS = new URL("labels.jsonl", import.meta.url);
/** Relative addresses of pages whose own is not known. */
const UNKNOWN_PAGE = "https://page.example/";

/** The pages to label, seeded: articles that name at least one picture, no two of one site. */
export async function* choosePages(
  places: DataPlaces,
  hasPictures: (page: ChosenPage) => boolean,
): AsyncGenerator<ChosenPage> {
  const sites = new Set<string>();
  for (const [set, share] of SHARES) {
    let taken = 0;
    for (const label of await shuffledArticles(set, places)) {
      const site = domainOf(label);
      if (taken === share) break;
      if (site === undefined || sites.has(site)) continue;
      const page = openPage(label, site);
      if (!hasPictures(page)) continue;
      sites.add(site);
      taken++;
      yield page;
    }
  }
}

async function shuffledArticles(set: string, places: DataPlaces): Promise<Label[]> {
  const random = seededRandom(SEED);
  const ranked: { label: Label; rank: number }[] = [];
  for await (const label of readLabels(await findSet(set, places))) {
    if (label.pageType === null || label.pageType === "article") ranked.push({ label, rank: random() });
  }
  return ranked.sort((a, b) => a.rank - b.rank).map(({ label }) => label);
}

function openPage(label: Label, site: string): ChosenPage {
  const html = loadPage(label);
  const { document } = readHtml(html, label.encoding === null ? {} : { encoding: label.encoding });
  return { label, html, site, document, base: baseOf(document, label.url ?? UNKNOWN_PAGE) };
}

function baseOf(document: Document, url: string): string {
  const node = document.tag.indexOf(TAG.base);
  const href = node < 0 ? undefined : attribute(document, node, "href");
  return href !== undefined && URL.canParse(href, url) ? new URL(href, url).href : url;
}

/** The labels in the repository. */
export function readPictureLabels(): PictureLabel[] {
  const lines = readFileSync(LABELS, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as PictureLabel);
}

/** The pages of the labels, in their order of sets; pages that have changed since are left out. */
export async function* openLabelled(
  labels: readonly PictureLabel[],
  places: DataPlaces,
): AsyncGenerator<{ readonly truth: PictureLabel; readonly page: ChosenPage }> {
  for (const set of new Set(labels.map((label) => label.set))) {
    const wanted = new Map(labels.filter((label) => label.set === set).map((label) => [label.id, label]));
    for await (const label of readLabels(await findSet(set, places))) {
      const truth = wanted.get(label.id);
      if (truth === undefined) continue;
      const page = openPage(label, truth.site);
      if (hashPage(label, page.html) === truth.pageHash) yield { truth, page };
    }
  }
}

/** Rules are chosen on one half of the sites and checked on the other. */
export function isForChoosing(site: string): boolean {
  return createHash("sha256").update(site).digest()[0]! % 2 === 0;
}

/** The form of an address in the labels. */
export function hashAddress(address: string): string {
  return createHash("sha256").update(address).digest("hex").slice(0, 12);
}
