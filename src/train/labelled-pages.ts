import { createHash } from "node:crypto";
import { parsePage } from "../default-extract.ts";
import { NewsError } from "../errors/index.ts";
import type { Document } from "../html/index.ts";
import type { TrainingSet } from "../model/index.ts";
import { Page } from "../page/index.ts";
import { hashPage, type Label, loadPage } from "../sets/index.ts";
import { hashText, words } from "../text/index.ts";
import { addressParts, canonicaliseUrl } from "../url/index.ts";

/** Checks that no id comes twice in a set and that no page has two different labels. */
export class LabelCheck {
  readonly #conflicts: "refuse" | "keep first";
  readonly #ids = new Set<string>();
  readonly #pages = new Map<string, Sighting>();

  constructor(conflicts: "refuse" | "keep first") {
    this.#conflicts = conflicts;
  }

  /** Records a label; throws where its set has one of that id already. */
  id({ set, id }: Label): void {
    const key = keyOf(JSON.stringify([set, id]));
    if (this.#ids.has(key))
      throw new NewsError("BAD_SET", `The set ${set} has two pages called "${id}"; give each its own id.`);
    this.#ids.add(key);
  }

  /** Whether a page has another label, by its content or its address; throws where the two differ. */
  isKnown({ set, id, url, truth }: Label, content: Uint8Array | string): boolean {
    const label = hashText(words(truth.body ?? "").join(" "));
    const keys = [keyOf(content)];
    if (url !== null) keys.push(keyOf(`address ${canonicaliseUrl(url) ?? url}`));
    const [first] = keys.flatMap((key) => this.#pages.get(key) ?? []);
    const sighting = { name: `"${id}" of ${set}`, label };
    for (const key of keys) if (!this.#pages.has(key)) this.#pages.set(key, sighting);
    if (first === undefined) return false;
    if (first.label === label || this.#conflicts === "keep first") return true;
    throw new NewsError(
      "BAD_SET",
      `The page "${id}" of ${set} is ${first.name} with another body; take one out, or use --keep-first.`,
    );
  }
}

/** Why a labelled page is not learned from. */
const SKIP_REASONS = [
  "without a body",
  "labelled only in part",
  "unreadable",
  "seen before",
  "without the labelled body",
  "too short",
  "with too many tags",
  "without the labelled node",
] as const;
/** Why a labelled page is not learned from. */
export type SkipReason = (typeof SKIP_REASONS)[number];

/** How many pages were skipped, by reason. */
export type SkipCounts<Reason extends string = SkipReason> = ReadonlyMap<Reason, number>;

/** The outcome of the pages of a set. */
export interface SetReport extends TrainingSet {
  readonly dropped: SkipCounts;
}

/** Counts the pages of a set that are learned from, with the hash of all of them, and why others are not. */
export class SetTally {
  readonly name: string;
  readonly #hash = createHash("sha256");
  readonly #dropped = new Map<SkipReason, number>();
  #pages = 0;

  constructor(name: string) {
    this.name = name;
  }

  get pages(): number {
    return this.#pages;
  }

  /** Counts a page by the hash of what was learned from it. */
  use(hash: string): void {
    this.#pages++;
    this.#hash.update(hash);
  }

  skip(reason: SkipReason): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1);
  }

  finish(): SetReport {
    return { name: this.name, pages: this.#pages, hash: this.#hash.digest("hex"), dropped: this.#dropped };
  }
}

/** Refuses a set of the same name as an earlier one: a model names its sets. */
export function refuseSameName(sets: readonly { readonly name: string }[], name: string): void {
  if (sets.some((set) => set.name === name))
    throw new NewsError("BAD_OPTION", `Two sets are called ${name}; rename the folder of one.`);
}

/** The sum of the counts of several sets. */
export function sumSkips(all: readonly SkipCounts[]): SkipCounts {
  const sum = new Map<SkipReason, number>();
  for (const [reason, count] of all.flatMap((skips) => [...skips]))
    sum.set(reason, (sum.get(reason) ?? 0) + count);
  return sum;
}

/** The counts as text: `3 unreadable, 1 seen before`. */
export function describeSkips(skips: ReadonlyMap<string, number>): string {
  return [...skips].map(([reason, count]) => `${count} ${reason}`).join(", ");
}

/** A page that was seen before. */
interface Sighting {
  /** Its name in messages. */
  readonly name: string;
  /** A hash of its label. */
  readonly label: number;
}

const KEY_BYTES = 10;

/** A short name for the content or the address of a page. */
function keyOf(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest().toString("latin1", 0, KEY_BYTES);
}

/** A labelled page that was parsed; only its Document is kept between the steps of training, not the views of a Page. */
export interface ParsedPage {
  readonly document: Document;
  /** The hash of the page with its label. */
  readonly hash: string;
}

/** Parses the page of a label; undefined where it cannot be read. */
export function parseLabelled(
  label: Label,
  html: Uint8Array | string = loadPage(label),
): ParsedPage | undefined {
  const page = unlessUnreadable(() => parsePage(html, label));
  return page && { document: page.document, hash: hashPage(label, html) };
}

/** The page of a parsed document, with views of its own. */
export function openParsed({ document }: Pick<ParsedPage, "document">, { url }: Label): Page {
  return new Page(document, url === null ? undefined : addressParts(url)?.href);
}

/** What is read of a page, or undefined where it cannot be read. */
export function unlessUnreadable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}
