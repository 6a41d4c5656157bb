import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { NewsError } from "../../../src/errors/index.ts";
import { formatShare } from "../../../src/eval/index.ts";
import { type Label, loadPage, readLabels } from "../../../src/sets/index.ts";
import { readSitePage, type SitePage } from "../../../src/site/source/page-source.ts";

/** The two readers, who labelled the pages independently by GUIDELINE.md. */
export const READERS = ["a", "b"] as const;
/** One of the readers. */
export type Reader = (typeof READERS)[number];

/** Rules are chosen and weights are learned on all parts but the closed ones. */
const PARTS = [
  "even",
  "odd",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
  "eleventh",
] as const;
/** The part that no rule is chosen on: measured once, at the end. */
export const CLOSED_PARTS: ReadonlySet<string> = new Set(["eleventh"]);
/** One part of the sites. */
export type Part = (typeof PARTS)[number];

/** The parts of a run: a quick one reads the first two. */
export function partsOf({ isQuick }: { readonly isQuick: boolean }): readonly Part[] {
  return isQuick ? ["even", "odd"] : PARTS;
}

/** Sites that were seen while the labels were prepared; they count as even. */
const SEEN = new Set(["20minutes.fr", "theglobeandmail.com", "hk01.com"]);

/** What the labels of a site state of its part; the first labels were made before there were several. */
type StatedPart = Exclude<Part, "even" | "odd">;

/** The part that the labels of a site belong to: by what they state and the hash of its name. */
export function partOf({ site, part }: { readonly site: string; readonly part?: StatedPart }): Part {
  return part ?? (SEEN.has(site) || (crc32(site) & 1) === 0 ? "even" : "odd");
}

/** A reader's label of an entry of a site's menus and headings: the entry above it, and its subject. */
export interface SectionMark {
  /** The index of the entry above, or -1. */
  readonly parent: number;
  /** The hash of the concept. */
  readonly concept: string;
}

/** An entry that at least one reader calls a section. */
export interface SectionEntry {
  /** Hashes of the normalised name and of the normalised address, which is empty for a text without link. */
  readonly name: string;
  readonly address: string;
  readonly a?: SectionMark;
  readonly b?: SectionMark;
}

/** The sections of a site. */
export interface SiteTruth {
  readonly site: string;
  readonly part?: StatedPart;
  readonly set: string;
  /** Hashes of the ids of its pages, the home page first. */
  readonly pages: readonly string[];
  readonly entries: readonly SectionEntry[];
}

/** An instance: its first and last node, and the node of its headline or -1. */
export type InstanceMark = readonly [from: number, to: number, head: number];

/** A reader's labels of a page: groups with their label (or -1) and instances, and the headlines of its items. */
export interface PageMarks {
  readonly groups: readonly (readonly [label: number, instances: readonly InstanceMark[]])[];
  readonly items: readonly (readonly [from: number, to: number])[];
}

/** A home or section page; node numbers are those of the parsed document. */
export interface PageTruth extends Readonly<Record<Reader, PageMarks>> {
  readonly site: string;
  readonly set: string;
  readonly page: string;
}

/** A reader's labels of an article: labelled values and the names of its authors, by nodes. */
export interface AttributeMarks {
  readonly attributes: readonly (readonly [label: number, from: number, to: number])[];
  readonly authors: readonly (readonly [from: number, to: number])[];
}

/** An article page. */
export interface ArticleTruth extends Readonly<Record<Reader, AttributeMarks>> {
  readonly site: string;
  readonly set: string;
  readonly page: string;
}

/** The files of labels, one JSON line per site or page. */
interface TruthFiles {
  readonly taxonomy: SiteTruth;
  readonly pages: PageTruth;
  readonly attributes: ArticleTruth;
}

/** Reads the labels of one kind, of the parts of a run. */
export function readTruth<Kind extends keyof TruthFiles>(
  kind: Kind,
  run: { readonly isQuick: boolean },
): TruthFiles[Kind][] {
  const parts = partsOf(run);
  return readFileSync(join(import.meta.dirname, `${kind}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): TruthFiles[Kind] => JSON.parse(line))
    .filter((truth) => parts.includes(partOf(truth)));
}

/** The files contain no text of a page: names and ids are compared by salted hashes. */
export function hashName(text: string): string {
  return createHash("sha256").update(`galley site truth ${text}`).digest("hex").slice(0, 10);
}

/** Opens pages of a set by the hashes of their ids. */
export async function openPages(folder: string, ids: ReadonlySet<string>): Promise<Map<string, SitePage>> {
  const found = new Map<string, SitePage>();
  for await (const label of readLabels(folder)) {
    const id = hashName(label.id);
    if (ids.has(id)) found.set(id, openLabelled(label));
  }
  for (const id of ids) if (!found.has(id)) throw new NewsError("BAD_SET", `${folder} has no page ${id}`);
  return found;
}

/** Opens the page of a label. */
export function openLabelled(label: Label): SitePage {
  const { id, url, encoding } = label;
  const facts = { url: url ?? undefined, encoding: encoding ?? undefined };
  return { id, url: facts.url, page: readSitePage(loadPage(label), facts).page };
}

/** Counts of found, true and common things; those on which the readers differ are left out. */
export class Tally {
  found = 0;
  truth = 0;
  right = 0;
  recalled = 0;

  /** Compares keys; `doubtful` are those that one reader alone has. */
  add(found: ReadonlySet<string>, truth: ReadonlySet<string>, doubtful: ReadonlySet<string>): void {
    for (const key of found) {
      if (truth.has(key)) this.right++;
      if (truth.has(key) || !doubtful.has(key)) this.found++;
    }
    for (const key of truth) if (found.has(key)) this.recalled++;
    this.truth += truth.size;
  }

  get precision(): number {
    return this.right / Math.max(1, this.found);
  }

  get recall(): number {
    return this.recalled / Math.max(1, this.truth);
  }

  /** Precision and recall as cells of a table. */
  cells(): [string, string] {
    return [this.found === 0 ? "–" : formatShare(this.precision), formatShare(this.recall)];
  }
}

/** All pairs of entries of which one is above the other. */
export function closure({ entries }: SiteTruth, reader: Reader): Set<string> {
  const pairs = new Set<string>();
  for (const at of entries.keys()) {
    const seen = new Set([at]);
    let above = entries[at]?.[reader]?.parent ?? -1;
    for (; above >= 0 && !seen.has(above); above = entries[above]?.[reader]?.parent ?? -1) {
      seen.add(above);
      pairs.add(`${above} ${at}`);
    }
  }
  return pairs;
}

/** The labels of both readers, and those of only one. */
export function agreed(a: ReadonlySet<string>, b: ReadonlySet<string>) {
  const truth = new Set([...a].filter((key) => b.has(key)));
  return { truth, doubtful: new Set([...a, ...b].filter((key) => !truth.has(key))) };
}

/** The F1 of one reader against the other, over several pages or sites. */
export class Agreement {
  #both = 0;
  #all = 0;

  add(a: ReadonlySet<string>, b: ReadonlySet<string>): void {
    this.#both += 2 * [...a].filter((key) => b.has(key)).length;
    this.#all += a.size + b.size;
  }

  get cell(): string {
    return this.#all === 0 ? "–" : formatShare(this.#both / this.#all);
  }
}
