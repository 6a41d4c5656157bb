import { type Tokens, WINDOW_TOKENS } from "../../extractors/index.ts";
import { joinHashes } from "../../text/index.ts";
import { findLowest } from "./feature-counts.ts";

const FIRST_CAPACITY = 1024;
const MAX_LOAD = 3 / 4;
/** Bits of a token's kind. */
const KIND_BITS = 2;
const KIND_MASK = (1 << KIND_BITS) - 1;
const LENGTH_SHIFT = KIND_BITS * WINDOW_TOKENS;
const NO_NUMBERS = new Int32Array(0);

/** What was seen of one window of tokens, which is of one site. */
export interface SeenWindow {
  /** The window as a page of its own: all features of its first token can be read from it. Valid during the visit only. */
  readonly tokens: Tokens;
  readonly site: number;
  readonly inside: number;
  readonly outside: number;
}

/**
 * Counts of whole windows of tokens, kept apart until it is known what their tags are taken for: open addressing over
 * typed arrays of 38 bytes a slot. A full table forgets a quarter of its windows, those with the lowest counts.
 */
export class WindowCounts {
  readonly #maxEntries: number;
  #size = 0;
  #forgotten = 0;
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
    return Object.values(this.#columns).reduce((sum, array) => sum + array.byteLength, 0);
  }

  /** Adds one sighting of the window that begins at a token; a window is only ever added for one site. */
  add(
    tokens: Tokens,
    at: number,
    site: number,
    weights: { readonly inside: number; readonly outside: number },
  ): void {
    const window = readWindow(tokens, at);
    let slot = this.#slotOf(window);
    if (this.#columns.site[slot] === 0 && this.#makeRoom()) slot = this.#slotOf(window);
    const { site: sites, form, openTag, shape, inside, outside } = this.#columns;
    if (sites[slot] === 0) {
      this.#size++;
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

  #slotOf({ forms, openTag, shape, hash }: Window): number {
    const columns = this.#columns;
    const mask = columns.site.length - 1;
    let slot = hash & mask;
    while (columns.site[slot] !== 0) {
      const from = slot * WINDOW_TOKENS;
      const isSame =
        columns.openTag[slot] === openTag &&
        columns.shape[slot] === shape &&
        forms.every((form, index) => columns.form[from + index] === form);
      if (isSame) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
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

  #makeRoom(): boolean {
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
    const hash = (slot: number) => readWindow(this.#tokensOf(slot), 0).hash;
    const isLowest = findLowest(Float64Array.from(slots, rank), Int32Array.from(slots, hash));
    const kept = new Uint8Array(site.length);
    for (const slot of slots) kept[slot] = Number(!isLowest(rank(slot), hash(slot)));
    this.#rebuild(site.length, kept);
    this.#forgotten += slots.length - this.#size;
  }

  /** Moves the slots that are marked to new arrays. */
  #rebuild(capacity: number, kept: Uint8Array | Int32Array): void {
    const old = this.#columns;
    const moved = makeColumns(capacity);
    this.#size = 0;
    for (let from = 0; from < kept.length; from++) {
      if (kept[from] === 0) continue;
      this.#size++;
      this.#columns = old;
      const window = readWindow(this.#tokensOf(from), 0);
      this.#columns = moved;
      const slot = this.#slotOf(window);
      moved.form.set(window.forms, slot * WINDOW_TOKENS);
      moved.openTag[slot] = window.openTag;
      moved.shape[slot] = window.shape;
      moved.site[slot] = old.site[from]!;
      moved.inside[slot] = old.inside[from]!;
      moved.outside[slot] = old.outside[from]!;
    }
    this.#columns = moved;
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
