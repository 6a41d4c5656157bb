import { createHash } from "node:crypto";
import { NewsError } from "../errors/index.ts";
import { type Label, readLabels } from "../sets/index.ts";
import { hashText, words } from "../text/index.ts";
import { canonicaliseUrl } from "../url/index.ts";

/** Watches that no id comes twice in a set and no page has two labels, whose difference a model could not learn. */
export class LabelCheck {
  readonly #conflicts: "refuse" | "keep first";
  readonly #ids = new SeenPages();
  readonly #pages = new SeenPages();
  readonly #folders: string[] = [];
  #count = 0;

  constructor(conflicts: "refuse" | "keep first") {
    this.#conflicts = conflicts;
  }

  /** Notes a label; throws where its set has one of that id already. */
  id({ set, id }: Label, folder: string): void {
    if (!this.#folders.includes(folder)) this.#folders.push(folder);
    const first = this.#ids.note(JSON.stringify([set, id]), { page: ++this.#count, label: 0 });
    if (first !== undefined)
      throw new NewsError("BAD_SET", `The set ${set} has two pages called "${id}"; give each its own id.`);
  }

  /** Whether the page of the last noted label has another label: the same bytes or address; throws where the two differ. */
  async isKnown(label: Label, html: Uint8Array | string): Promise<boolean> {
    const sighting = { page: this.#count, label: hashText(words(label.truth.body ?? "").join(" ")) };
    const url = label.url === null ? undefined : (canonicaliseUrl(label.url) ?? label.url);
    const first = [
      this.#pages.note(html, sighting),
      ...(url === undefined ? [] : [this.#pages.note(`address ${url}`, sighting)]),
    ].find((found) => found !== undefined);
    if (first === undefined) return false;
    if (first.label === sighting.label || this.#conflicts === "keep first") return true;
    const other = await this.#labelOf(first.page);
    throw new NewsError(
      "BAD_SET",
      `The page "${label.id}" of ${label.set} is "${other.id}" of ${other.set} with another body; take one out, or use --keep-first.`,
    );
  }

  /** Ids are not kept, as there may be millions; for an error the sets are read once more. */
  async #labelOf(page: number): Promise<Label> {
    let count = 0;
    for (const folder of this.#folders) {
      for await (const label of readLabels(folder)) if (++count === page) return label;
    }
    throw new NewsError("BAD_SET", "The sets have changed while they were read; train again.");
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

/** The numbers of several sets together. */
export function sumSkips(all: readonly SkipCounts[]): SkipCounts {
  const sum = new Map<SkipReason, number>();
  for (const skips of all) {
    for (const [reason, count] of skips) sum.set(reason, (sum.get(reason) ?? 0) + count);
  }
  return sum;
}

/** The numbers in words: `3 unreadable, 1 seen before`. */
export function describeSkips(skips: ReadonlyMap<string, number>): string {
  return [...skips].map(([reason, count]) => `${count} ${reason}`).join(", ");
}

/** When something was first seen. */
interface Sighting {
  /** The number of the page, from 1 up. */
  readonly page: number;
  /** A hash of its label. */
  readonly label: number;
}

const FIRST_CAPACITY = 1024;
const MAX_LOAD = 3 / 4;

/** Remembers ids, addresses and contents of pages in 20 to 40 bytes each: open addressing over 64 bits of their hashes. */
export class SeenPages {
  #size = 0;
  #keys = new Int32Array(FIRST_CAPACITY * 2);
  /** 0 where the slot is free. */
  #pages = new Int32Array(FIRST_CAPACITY);
  #labels = new Int32Array(FIRST_CAPACITY);

  /** When the key was seen before; where it was not, it is now. */
  note(key: string | Uint8Array, sighting: Sighting): Sighting | undefined {
    const digest = createHash("sha256").update(key).digest();
    const high = digest.readInt32LE(0);
    const low = digest.readInt32LE(4);
    if (this.#size + 1 > this.#pages.length * MAX_LOAD) this.#grow();
    const slot = this.#slotOf(high, low);
    const page = this.#pages[slot]!;
    if (page > 0) return { page, label: this.#labels[slot]! };
    this.#size++;
    this.#fill(slot, { high, low, ...sighting });
    return undefined;
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#pages.length - 1;
    let slot = high & mask;
    while (this.#pages[slot] !== 0 && (this.#keys[2 * slot] !== high || this.#keys[2 * slot + 1] !== low))
      slot = (slot + 1) & mask;
    return slot;
  }

  #fill(slot: number, { high, low, page, label }: Sighting & { high: number; low: number }): void {
    this.#keys[2 * slot] = high;
    this.#keys[2 * slot + 1] = low;
    this.#pages[slot] = page;
    this.#labels[slot] = label;
  }

  #grow(): void {
    const keys = this.#keys;
    const pages = this.#pages;
    const labels = this.#labels;
    this.#keys = new Int32Array(keys.length * 2);
    this.#pages = new Int32Array(pages.length * 2);
    this.#labels = new Int32Array(labels.length * 2);
    pages.forEach((page, from) => {
      const [high, low] = [keys[2 * from]!, keys[2 * from + 1]!];
      if (page > 0) this.#fill(this.#slotOf(high, low), { high, low, page, label: labels[from]! });
    });
  }
}
