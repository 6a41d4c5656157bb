import { type Tokens, WINDOW_TOKENS } from "../../extractors/index.ts";
import type { FeatureCount } from "../../model/index.ts";
import { HashTable, joinHashes } from "../../text/index.ts";

/** Sites that are remembered for a feature: enough to know that it was seen on three. */
export const REMEMBERED_SITES = 3;

const FIRST_CAPACITY = 1024;
/** The value of a slot in use; what it counts is in the columns. */
const USED = 1;
/** Slots in use at most; beyond it a look-up takes long. */
const MAX_LOAD = 3 / 4;
/** One more site outranks any count. */
const SITE_RANK = 2 ** 44;

/**
 * How often features were seen inside and outside articles, and on which sites: a hash table with columns beside it, 36
 * bytes a slot. A full table forgets a quarter of its features, those of one site with the lowest counts first.
 */
export class FeatureCounts {
  readonly #maxEntries: number;
  #size = 0;
  #forgotten = 0;
  #features = newTable(FIRST_CAPACITY);
  #inside = new Float64Array(FIRST_CAPACITY);
  #outside = new Float64Array(FIRST_CAPACITY);
  /** Three of a slot, from 1 up; 0 where there is none. */
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
    return [this.#features.cells, this.#inside, this.#outside, this.#sites].reduce(
      (sum, array) => sum + array.byteLength,
      0,
    );
  }

  /** Adds what was seen of a feature on a site; sites are numbered from 1. */
  add(hash: number, site: number, inside: number, outside: number): void {
    let cell = this.#features.place(hash);
    if (this.#isFree(cell >> 1) && this.#makeSpace()) cell = this.#features.place(hash);
    const slot = cell >> 1;
    if (this.#isFree(slot)) this.#size++;
    this.#features.put(cell, hash, USED);
    this.#inside[slot]! += inside;
    this.#outside[slot]! += outside;
    this.#addSite(slot, site);
  }

  /** The features of at least `minSites` sites. */
  list(minSites: number): FeatureCount[] {
    const found: FeatureCount[] = [];
    for (let slot = 0; slot < this.#features.slots; slot++) {
      if (this.#isFree(slot) || this.#siteCount(slot) < minSites) continue;
      found.push({
        hash: this.#features.keyAt(slot << 1),
        inside: this.#inside[slot]!,
        outside: this.#outside[slot]!,
      });
    }
    return found;
  }

  #isFree(slot: number): boolean {
    return this.#features.valueAt(slot << 1) === 0;
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
  #makeSpace(): boolean {
    if (this.#size >= this.#maxEntries) this.#forget();
    else if (this.#size + 1 > this.#features.slots * MAX_LOAD)
      this.#rebuild(this.#features.slots * 2, () => true);
    else return false;
    return true;
  }

  #forget(): void {
    const before = this.#size;
    const ranks = new Float64Array(before);
    const hashes = new Int32Array(before);
    let entry = 0;
    for (let slot = 0; slot < this.#features.slots; slot++) {
      if (this.#isFree(slot)) continue;
      ranks[entry] = this.#rank(slot);
      hashes[entry++] = this.#features.keyAt(slot << 1);
    }
    const isLowest = findLowest(ranks, hashes);
    this.#rebuild(
      this.#features.slots,
      (slot) => !isLowest(this.#rank(slot), this.#features.keyAt(slot << 1)),
    );
    this.#forgotten += before - this.#size;
  }

  #rank(slot: number): number {
    const total = Math.min(this.#inside[slot]! + this.#outside[slot]!, SITE_RANK - 1);
    return this.#siteCount(slot) * SITE_RANK + total;
  }

  #rebuild(capacity: number, isKept: (slot: number) => boolean): void {
    const old = {
      features: this.#features,
      inside: this.#inside,
      outside: this.#outside,
      sites: this.#sites,
    };
    const kept = Uint8Array.from(old.inside, (_, slot) => Number(!this.#isFree(slot) && isKept(slot)));
    this.#features = newTable(capacity);
    this.#inside = new Float64Array(capacity);
    this.#outside = new Float64Array(capacity);
    this.#sites = new Int32Array(capacity * REMEMBERED_SITES);
    this.#size = 0;
    for (let from = 0; from < kept.length; from++) {
      if (kept[from] === 0) continue;
      this.#size++;
      const hash = old.features.keyAt(from << 1);
      const cell = this.#features.freeCell(hash);
      const slot = cell >> 1;
      this.#features.put(cell, hash, USED);
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

/** Finds the entries with the lowest ranks, a quarter of all; of equal ranks those with the lower hashes, so that the result is always the same. */
function findLowest(ranks: Float64Array, hashes: Int32Array): IsLowest {
  const wanted = Math.ceil(ranks.length * FORGOTTEN_SHARE);
  const limit = ranks.toSorted()[wanted - 1] ?? 0;
  const isTied = (_: number, at: number) => ranks[at] === limit;
  const tied = Uint32Array.from(hashes.filter(isTied)).sort();
  const below = ranks.reduce((count, rank) => count + Number(rank < limit), 0);
  const lastHash = tied[wanted - below - 1] ?? 0;
  return (rank, hash) => rank < limit || (rank === limit && hash >>> 0 <= lastHash);
}

/** Bits of a token's kind. */
const KIND_BITS = 2;
const KIND_MASK = (1 << KIND_BITS) - 1;
const LENGTH_SHIFT = KIND_BITS * WINDOW_TOKENS;
const NO_NUMBERS = new Int32Array(0);

/** The counts of one window of tokens, which is of one site. */
interface SeenWindow {
  /** The window as a page of its own: all features of its first token can be read from it. Valid during the visit only. */
  readonly tokens: Tokens;
  readonly site: number;
  readonly inside: number;
  readonly outside: number;
}

/**
 * Counts of whole windows of tokens, kept until the forms of their tags are known: a hash table with columns
 * beside it, 46 bytes a slot. A full table forgets a quarter of its windows, those with the lowest counts.
 */
export class WindowCounts {
  readonly #maxEntries: number;
  #size = 0;
  #forgotten = 0;
  #table = newTable(FIRST_CAPACITY);
  #columns = makeColumns(FIRST_CAPACITY);
  readonly #scratch = makeScratch();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** Windows that a full table has dropped. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** Bytes of the arrays. */
  get sizeBytes(): number {
    const columns = Object.values(this.#columns);
    return [this.#table.cells, ...columns].reduce((sum, array) => sum + array.byteLength, 0);
  }

  /** Adds one sighting of the window that begins at a token; a window is only ever added for one site. */
  add(
    tokens: Tokens,
    at: number,
    site: number,
    weights: { readonly inside: number; readonly outside: number },
  ): void {
    const window = readWindow(tokens, at);
    let cell = this.#cellOf(window);
    if (this.#table.valueAt(cell) === 0 && this.#makeSpace()) cell = this.#cellOf(window);
    const slot = cell >> 1;
    const { site: sites, form, openTag, shape, inside, outside } = this.#columns;
    if (sites[slot] === 0) {
      this.#size++;
      this.#table.put(cell, window.hash, USED);
      sites[slot] = site;
      form.set(window.forms, slot * WINDOW_TOKENS);
      openTag[slot] = window.openTag;
      shape[slot] = window.shape;
    }
    inside[slot]! += weights.inside;
    outside[slot]! += weights.outside;
  }

  /** Visits the windows that are ready and forgets them; the others stay. */
  take(isReady: (tokens: Tokens) => boolean, visit: (seen: SeenWindow) => void): void {
    const { site, inside, outside } = this.#columns;
    const kept = new Uint8Array(site.length);
    for (let slot = 0; slot < site.length; slot++) {
      if (site[slot] === 0) continue;
      const tokens = this.#tokensOf(slot);
      if (isReady(tokens))
        visit({ tokens, site: site[slot]!, inside: inside[slot]!, outside: outside[slot]! });
      else kept[slot] = 1;
    }
    this.#rebuild(site.length, kept);
  }

  /** The cell of a window, a free one if it was not seen: windows of one hash may differ. */
  #cellOf({ forms, openTag, shape, hash }: Window): number {
    const table = this.#table;
    const columns = this.#columns;
    let cell = table.place(hash);
    while (table.valueAt(cell) !== 0) {
      const slot = cell >> 1;
      const isSame =
        columns.openTag[slot] === openTag &&
        columns.shape[slot] === shape &&
        forms.every((form, index) => columns.form[slot * WINDOW_TOKENS + index] === form);
      if (isSame) break;
      cell = table.next(cell, hash);
    }
    return cell;
  }

  #tokensOf(slot: number): Tokens {
    const { form, openTag, shape } = this.#columns;
    const tokens = this.#scratch[shape[slot]! >> LENGTH_SHIFT]!;
    for (let at = 0; at < tokens.count; at++) {
      tokens.form[at] = form[slot * WINDOW_TOKENS + at]!;
      tokens.kind[at] = (shape[slot]! >> (KIND_BITS * at)) & KIND_MASK;
    }
    tokens.openTag[0] = openTag[slot]!;
    return tokens;
  }

  #makeSpace(): boolean {
    const { site } = this.#columns;
    if (this.#size >= this.#maxEntries) this.#forget();
    else if (this.#size + 1 > site.length * MAX_LOAD) this.#rebuild(site.length * 2, site);
    else return false;
    return true;
  }

  #forget(): void {
    const { site, inside, outside } = this.#columns;
    const slots = Uint32Array.from(site.keys()).filter((slot) => site[slot] !== 0);
    const rank = (slot: number) => inside[slot]! + outside[slot]!;
    const hash = (slot: number) => this.#table.keyAt(slot << 1);
    const isLowest = findLowest(Float64Array.from(slots, rank), Int32Array.from(slots, hash));
    const kept = new Uint8Array(site.length);
    for (const slot of slots) kept[slot] = Number(!isLowest(rank(slot), hash(slot)));
    this.#rebuild(site.length, kept);
    this.#forgotten += slots.length - this.#size;
  }

  /** Moves the slots that are marked to new arrays. */
  #rebuild(capacity: number, kept: Uint8Array | Int32Array): void {
    const old = this.#columns;
    const oldTable = this.#table;
    const moved = makeColumns(capacity);
    this.#columns = moved;
    this.#table = newTable(capacity);
    this.#size = 0;
    for (let from = 0; from < kept.length; from++) {
      if (kept[from] === 0) continue;
      this.#size++;
      const hash = oldTable.keyAt(from << 1);
      const cell = this.#table.freeCell(hash);
      const slot = cell >> 1;
      this.#table.put(cell, hash, USED);
      moved.form.set(
        old.form.subarray(from * WINDOW_TOKENS, (from + 1) * WINDOW_TOKENS),
        slot * WINDOW_TOKENS,
      );
      for (const name of SINGLE) moved[name][slot] = old[name][from]!;
    }
  }
}

interface Window {
  readonly forms: readonly number[];
  readonly openTag: number;
  /** The kinds of the tokens, and above them how many there are. */
  readonly shape: number;
  readonly hash: number;
}

function readWindow({ count, kind, form, openTag }: Tokens, at: number): Window {
  const length = Math.min(WINDOW_TOKENS, count - at);
  const forms: number[] = [];
  let shape = length << LENGTH_SHIFT;
  let hash = openTag[at]!;
  for (let index = 0; index < WINDOW_TOKENS; index++) {
    const isThere = index < length;
    forms.push(isThere ? form[at + index]! : 0);
    if (isThere) shape |= kind[at + index]! << (KIND_BITS * index);
    hash = joinHashes(hash, forms[index]!);
  }
  return { forms, openTag: openTag[at]!, shape, hash };
}

function newTable(slots: number): HashTable {
  return new HashTable(new Int32Array(2 * slots));
}

/** The columns with one number a slot. */
const SINGLE = ["openTag", "shape", "inside", "outside", "site"] as const;

function makeColumns(capacity: number) {
  return {
    form: new Int32Array(capacity * WINDOW_TOKENS),
    openTag: new Int32Array(capacity),
    shape: new Uint16Array(capacity),
    inside: new Float64Array(capacity),
    outside: new Float64Array(capacity),
    /** From 1 up; 0 where the slot is free. */
    site: new Int32Array(capacity),
  };
}

/** Tokens to write a window into, by its length. */
function makeScratch(): readonly Tokens[] {
  return Array.from({ length: WINDOW_TOKENS + 1 }, (_, count) => ({
    count,
    kind: new Uint8Array(count),
    form: new Int32Array(count),
    openTag: new Int32Array(count),
    node: NO_NUMBERS,
    start: NO_NUMBERS,
    end: NO_NUMBERS,
  }));
}
