import { NewsError } from "../../errors/index.ts";
import { type Markup, NO_MARKUP } from "../markup.ts";
import { KNOWN_NAMES } from "../tags.ts";
import { type Attributes, grownArray, type ParseTree } from "./tree.ts";

const MARKER = -1;
const FIRST_NODES = 1 << 12;
/** Longer arrays are freed after a page. */
const MAX_KEPT_NODES = 1 << 18;
/** The standard's "Noah's Ark clause": at most three alike. */
const MAX_ALIKE = 3;

/** More that are open at once and not alike make PAGE_TOO_DEEP: each takes 400 bytes and more, and no page that people read has a thousand. */
const MAX_ENTRIES = 500_000;

/** An element of the list, or a marker. */
export interface FormattingEntry {
  /** Negative for a marker. */
  node: number;
  readonly name: number;
  /** How many markers are before it. */
  readonly section: number;
  before: FormattingEntry | undefined;
  after: FormattingEntry | undefined;
  /** The neighbours of the same name, across markers. */
  sameBefore: FormattingEntry | undefined;
  sameAfter: FormattingEntry | undefined;
  /** How many of its name and section were before it when it was added. */
  readonly rank: number;
  /** Name and attributes, computed on demand. */
  look: string | undefined;
}

/** The list of active formatting elements, linked by order and by name, so that no operation searches. */
export class FormattingElements {
  readonly #tree: ParseTree;
  readonly #attributes: Attributes;
  #source = NO_MARKUP;
  #last: FormattingEntry | undefined;
  #section = 0;
  readonly #lastOfName = new Array<FormattingEntry | undefined>(KNOWN_NAMES.length).fill(undefined);
  /** The entries; `#placeOf` has for every node the index of its entry plus one. */
  readonly #entries: (FormattingEntry | undefined)[] = [];
  readonly #free: number[] = [];
  #placeOf = new Int32Array(FIRST_NODES);
  /** Entries with the same name and attributes, at most three, the earliest first. */
  readonly #alike = new Map<string, FormattingEntry[]>();

  constructor(tree: ParseTree, attributes: Attributes) {
    this.#tree = tree;
    this.#attributes = attributes;
  }

  /** Empties the list for a page. */
  reset(source: Markup): void {
    this.#source = source;
    for (let entry = this.#last; entry !== undefined; entry = entry.before) {
      if (entry.node === MARKER) continue;
      this.#lastOfName[entry.name] = undefined;
      this.#placeOf[entry.node] = 0;
    }
    this.#last = undefined;
    this.#section = 0;
    this.#entries.length = 0;
    this.#free.length = 0;
    this.#alike.clear();
    if (this.#placeOf.length > MAX_KEPT_NODES) this.#placeOf = new Int32Array(FIRST_NODES);
  }

  get last(): FormattingEntry | undefined {
    return this.#last;
  }

  /** "Push onto the list of active formatting elements". */
  push(node: number): void {
    const entry = this.#append(node, this.#tree.key[node]!);
    this.#place(node, entry);
    // With fewer than three of its name before it, it cannot be the fourth alike: attributes are not compared.
    if (entry.rank >= MAX_ALIKE) this.#limitAlike(entry);
  }

  pushMarker(): void {
    this.#append(MARKER, MARKER);
    this.#section++;
  }

  /** "Clear the list of active formatting elements up to the last marker". */
  clearToMarker(): void {
    for (let entry = this.#last; entry !== undefined; entry = this.#last) {
      this.remove(entry);
      if (entry.node !== MARKER) continue;
      this.#section--;
      return;
    }
  }

  /** The last element of a name after the last marker. */
  find(name: number): FormattingEntry | undefined {
    const entry = this.#lastOfName[name];
    return entry?.section === this.#section ? entry : undefined;
  }

  entryOf(node: number): FormattingEntry | undefined {
    const place = node < this.#placeOf.length ? this.#placeOf[node]! : 0;
    return place === 0 ? undefined : this.#entries[place - 1];
  }

  /** Replaces an element by its copy. */
  replace(entry: FormattingEntry, node: number): void {
    this.#unplace(entry.node);
    this.#place(node, entry);
    entry.node = node;
  }

  /** Moves an entry, the last of its name, to just after a later one. */
  moveAfter(entry: FormattingEntry, earlier: FormattingEntry): void {
    this.#unlink(entry);
    entry.before = earlier;
    entry.after = earlier.after;
    if (earlier.after === undefined) this.#last = entry;
    else earlier.after.before = entry;
    earlier.after = entry;
  }

  remove(entry: FormattingEntry): void {
    this.#unlink(entry);
    if (entry.node === MARKER) return;
    this.#unplace(entry.node);
    if (entry.sameBefore !== undefined) entry.sameBefore.sameAfter = entry.sameAfter;
    if (entry.sameAfter !== undefined) entry.sameAfter.sameBefore = entry.sameBefore;
    else this.#lastOfName[entry.name] = entry.sameBefore;
    if (entry.look === undefined) return;
    const rest = this.#alike.get(entry.look)!.filter((other) => other !== entry);
    if (rest.length > 0) this.#alike.set(entry.look, rest);
    else this.#alike.delete(entry.look);
  }

  #place(node: number, entry: FormattingEntry): void {
    const place = this.#free.pop() ?? this.#entries.length;
    if (place === MAX_ENTRIES) {
      throw new NewsError(
        "PAGE_TOO_DEEP",
        `The markup leaves more than ${MAX_ENTRIES} formatting elements open.`,
      );
    }
    this.#entries[place] = entry;
    if (node >= this.#placeOf.length) this.#placeOf = grownArray(this.#placeOf, 2 * node);
    this.#placeOf[node] = place + 1;
  }

  #unplace(node: number): void {
    const place = this.#placeOf[node]! - 1;
    this.#entries[place] = undefined;
    this.#free.push(place);
    this.#placeOf[node] = 0;
  }

  #append(node: number, name: number): FormattingEntry {
    const same = name < 0 ? undefined : this.#lastOfName[name];
    const entry: FormattingEntry = {
      node,
      name,
      section: this.#section,
      before: this.#last,
      after: undefined,
      sameBefore: same,
      sameAfter: undefined,
      rank: same?.section === this.#section ? same.rank + 1 : 0,
      look: undefined,
    };
    if (this.#last !== undefined) this.#last.after = entry;
    this.#last = entry;
    if (same !== undefined) same.sameAfter = entry;
    if (name >= 0) this.#lastOfName[name] = entry;
    return entry;
  }

  #unlink({ before, after }: FormattingEntry): void {
    if (before !== undefined) before.after = after;
    if (after !== undefined) after.before = before;
    else this.#last = before;
  }

  /** Removes the earliest of three entries alike. */
  #limitAlike(entry: FormattingEntry): void {
    const unseen: FormattingEntry[] = [entry];
    // All before one with a computed key have theirs.
    for (let same = entry.sameBefore; same?.section === entry.section; same = same.sameBefore) {
      if (same.look !== undefined) break;
      unseen.push(same);
    }
    for (let seen = unseen.pop(); seen !== undefined; seen = unseen.pop()) {
      const look = this.#lookOf(seen);
      const alike = this.#alike.get(look);
      if (alike?.length === MAX_ALIKE) this.remove(alike[0]!);
      seen.look = look;
      this.#alike.set(look, [...(this.#alike.get(look) ?? []), seen]);
    }
  }

  /** Attributes in any order are alike, and values are compared decoded. */
  #lookOf({ node, name, section }: FormattingEntry): string {
    const { from, to } = this.#tree;
    const attributes: string[] = [];
    for (let at = from[node]!; at < to[node]!; at++) {
      const value = this.#attributes.valueAt(at, this.#source);
      attributes.push(`${this.#attributes.name[at]} ${value.length} ${value}`);
    }
    return `${section} ${name} ${attributes.sort().join("")}`;
  }
}
