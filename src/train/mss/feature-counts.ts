import type { FeatureCount } from "../../model/index.ts";

/** Sites that are remembered for a feature: enough to know that it was seen on three. */
export const REMEMBERED_SITES = 3;

const FIRST_CAPACITY = 1024;
/** Slots in use at most; beyond it a look-up takes long. */
const MAX_LOAD = 3 / 4;
/** One more site outranks any count. */
const SITE_RANK = 2 ** 44;

/**
 * How often features were seen inside and outside articles, and on which sites: open addressing over typed arrays of 32
 * bytes a slot. A full table forgets a quarter of its features, those of one site with the lowest counts first.
 */
export class FeatureCounts {
  readonly #maxEntries: number;
  #size = 0;
  #forgotten = 0;
  #hash = new Int32Array(FIRST_CAPACITY);
  #inside = new Float64Array(FIRST_CAPACITY);
  #outside = new Float64Array(FIRST_CAPACITY);
  /** Three of a slot, from 1 up; 0 where there is none, and first of three where the slot is free. */
  #sites = new Int32Array(FIRST_CAPACITY * REMEMBERED_SITES);

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#size;
  }

  /** Features that a full table has dropped; one that came again counts again. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** Bytes of the arrays. */
  get sizeBytes(): number {
    return [this.#hash, this.#inside, this.#outside, this.#sites].reduce(
      (sum, array) => sum + array.byteLength,
      0,
    );
  }

  /** Adds what was seen of a feature on a site; sites are numbered from 1. */
  add(hash: number, site: number, inside: number, outside: number): void {
    let slot = this.#slotOf(hash);
    if (this.#isFree(slot) && this.#makeRoom()) slot = this.#slotOf(hash);
    if (this.#isFree(slot)) this.#size++;
    this.#hash[slot] = hash;
    this.#inside[slot]! += inside;
    this.#outside[slot]! += outside;
    this.#addSite(slot, site);
  }

  /** The features of at least `minSites` sites. */
  list(minSites: number): FeatureCount[] {
    const found: FeatureCount[] = [];
    for (let slot = 0; slot < this.#hash.length; slot++) {
      if (this.#isFree(slot) || this.#siteCount(slot) < minSites) continue;
      found.push({
        hash: this.#hash[slot]!,
        inside: this.#inside[slot]!,
        outside: this.#outside[slot]!,
      });
    }
    return found;
  }

  #slotOf(hash: number): number {
    const mask = this.#hash.length - 1;
    let slot = hash & mask;
    while (!this.#isFree(slot) && this.#hash[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  #isFree(slot: number): boolean {
    return this.#sites[slot * REMEMBERED_SITES] === 0;
  }

  #addSite(slot: number, site: number): void {
    const from = slot * REMEMBERED_SITES;
    for (let at = from; at < from + REMEMBERED_SITES; at++) {
      if (this.#sites[at] === site) return;
      if (this.#sites[at] === 0) {
        this.#sites[at] = site;
        return;
      }
    }
  }

  #siteCount(slot: number): number {
    const from = slot * REMEMBERED_SITES;
    let count = 0;
    while (count < REMEMBERED_SITES && this.#sites[from + count] !== 0) count++;
    return count;
  }

  /** Makes a place for one more; whether anything moved. */
  #makeRoom(): boolean {
    if (this.#size >= this.#maxEntries) this.#forget();
    else if (this.#size + 1 > this.#hash.length * MAX_LOAD) this.#rebuild(this.#hash.length * 2, () => true);
    else return false;
    return true;
  }

  #forget(): void {
    const before = this.#size;
    const ranks = new Float64Array(before);
    const hashes = new Int32Array(before);
    let entry = 0;
    for (let slot = 0; slot < this.#hash.length; slot++) {
      if (this.#isFree(slot)) continue;
      ranks[entry] = this.#rank(slot);
      hashes[entry++] = this.#hash[slot]!;
    }
    const isLowest = findLowest(ranks, hashes);
    this.#rebuild(this.#hash.length, (slot) => !isLowest(this.#rank(slot), this.#hash[slot]!));
    this.#forgotten += before - this.#size;
  }

  #rank(slot: number): number {
    const total = Math.min(this.#inside[slot]! + this.#outside[slot]!, SITE_RANK - 1);
    return this.#siteCount(slot) * SITE_RANK + total;
  }

  #rebuild(capacity: number, isKept: (slot: number) => boolean): void {
    const old = { hash: this.#hash, inside: this.#inside, outside: this.#outside, sites: this.#sites };
    const kept = Uint8Array.from(old.hash, (_, slot) => Number(!this.#isFree(slot) && isKept(slot)));
    this.#hash = new Int32Array(capacity);
    this.#inside = new Float64Array(capacity);
    this.#outside = new Float64Array(capacity);
    this.#sites = new Int32Array(capacity * REMEMBERED_SITES);
    this.#size = 0;
    for (let from = 0; from < kept.length; from++) {
      if (kept[from] === 0) continue;
      this.#size++;
      const slot = this.#slotOf(old.hash[from]!);
      this.#hash[slot] = old.hash[from]!;
      this.#inside[slot] = old.inside[from]!;
      this.#outside[slot] = old.outside[from]!;
      const sites = old.sites.subarray(from * REMEMBERED_SITES, (from + 1) * REMEMBERED_SITES);
      this.#sites.set(sites, slot * REMEMBERED_SITES);
    }
  }
}

/** The share of its entries that a full table forgets. */
const FORGOTTEN_SHARE = 1 / 4;

/** Whether an entry of a rank and hash is among the lowest. */
type IsLowest = (rank: number, hash: number) => boolean;

/** Tells the entries with the lowest ranks, a quarter of all; of equal ranks those with the lower hashes, so that it is the same every time. */
export function findLowest(ranks: Float64Array, hashes: Int32Array): IsLowest {
  const wanted = Math.ceil(ranks.length * FORGOTTEN_SHARE);
  const limit = ranks.toSorted()[wanted - 1] ?? 0;
  const isTied = (_: number, at: number) => ranks[at] === limit;
  const tied = Uint32Array.from(hashes.filter(isTied)).sort();
  const below = ranks.reduce((count, rank) => count + Number(rank < limit), 0);
  const lastHash = tied[wanted - below - 1] ?? 0;
  return (rank, hash) => rank < limit || (rank === limit && hash >>> 0 <= lastHash);
}
