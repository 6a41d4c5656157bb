import {
  DATA_TAGS,
  type Document,
  MEDIA_TAGS,
  NODE_FLAG,
  NODE_KIND,
  tagName,
  tagTable,
} from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import {
  fillUnits,
  fillUnspaced,
  HASH_START,
  HASH_STEP,
  hashText,
  hashWord,
  INVISIBLE,
  joinHashes,
  LazyTable,
  LOWER_UNITS,
  resizedInts,
  ScratchArena,
  segmentRuns,
  UNIT_COUNT,
  UNITS,
  type WordNumbers,
} from "../../text/index.ts";
import { type Forms, type LeftOut, LinkLists, TOKEN, type Tokens } from "./tokens.ts";

/** Elements without an end tag. */
const VOID_TAGS = tagTable(
  "area",
  "base",
  "basefont",
  "br",
  "col",
  "embed",
  "frame",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "param",
  "source",
  "track",
  "wbr",
);
const SYMBOL = hashText("symbol");
/** Sentinel after every node; a small integer, like all that it is compared with. */
const NEVER = 0x7fffffff;
/** A longer stack of open elements is freed at the next page. */
const KEPT_OPEN = 65_536;
/**
 * In characters: texts from this length on are skimmed, how much is read of both ends, and the longest word that is not cut. With
 * more to read nothing gets better; with half of it two sets lose (`galley eval`, 2026-11-18).
 */
const SKIM = { from: 180, head: 60, tail: 30, word: 40 } as const;
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden | NODE_FLAG.noscript | NODE_FLAG.template;

/** The tokens of a page's body, to keep. */
export function tokenise(page: Page, forms?: Forms): Tokens {
  return new Tokeniser(forms).read(page);
}

/**
 * Cuts the bodies of pages into tokens (5.2): start tags, end tags, words, symbols, with their forms if forms are given.
 *
 * Deviation: tags come from the tree, which does not tell which end tags were written. Deviation: the head and hidden parts
 * give no tokens. Reading: script and style give none, tags included.
 */
export class Tokeniser {
  readonly #units = TOKEN_UNITS.table;
  readonly #forms: Forms | undefined;
  readonly #writer = new TokenWriter();
  /** Takes the tokens again when runs are split into words; most pages have no runs. */
  readonly #splitWriter = new TokenWriter();
  /** Open elements that will have an end tag, how many there are, and where the innermost of them ends. */
  readonly #open: number[] = [];
  #openCount = 0;
  #openEnd = 0;
  /** Tokens that are runs of a script without spaces, not words yet. */
  readonly #runs: number[] = [];
  readonly #skims: boolean;
  #leftOut: LeftOut[] = [];

  /** With `skims`, only beginning and end of long texts are read, and nothing inside of lists of links. */
  constructor(forms?: Forms, { skims = false }: { readonly skims?: boolean } = {}) {
    this.#forms = forms;
    this.#skims = skims;
  }

  /** The tokens of a page's body (5.2), in arrays that are valid until the next page. */
  read(page: Page): Tokens {
    const { document, declared } = page;
    this.#cut(page);
    const tokens = this.#writer.finish(document, this.#leftOut);
    const all = this.#runs.length === 0 ? tokens : splitRuns(tokens, document, this.#runs, this.#splitWriter);
    if (this.#forms !== undefined) this.#findForms(this.#forms.words(declared.language), document.text, all);
    return all;
  }

  #cut({ document, leaves, landmarks }: Page): void {
    const { kind, tag, flags, end } = document;
    const body = Math.max(landmarks.body, 0);
    const stop = landmarks.body < 0 ? 0 : end[body]!;
    this.#writer.begin();
    this.#splitWriter.begin();
    this.#runs.length = 0;
    this.#leftOut = [];
    if (this.#open.length > KEPT_OPEN) this.#open.length = 0;
    this.#openCount = 0;
    this.#openEnd = NEVER;
    const lists = this.#skims ? new LinkLists(leaves, stop) : undefined;
    let leaf = 0;
    for (let node = body; node < stop; node++) {
      if (node >= this.#openEnd) this.#closeUntil(document, node);
      while (leaf < leaves.count && (leaves.node[leaf]! < node || leaves.visible[leaf] === 0)) leaf++;
      const nextSeen = leaf < leaves.count ? leaves.node[leaf]! : stop;
      if (kind[node] === NODE_KIND.text) {
        if (node === nextSeen) this.#readText(document, node);
      } else if (DATA_TAGS[tag[node]!] === 1 || ((flags[node]! & UNSEEN) !== 0 && nextSeen >= end[node]!)) {
        node = end[node]! - 1;
      } else {
        this.#addStart(document, node);
        const links = lists?.linksOf(leaf, end[node]!) ?? 0;
        if (links > 0) this.#leftOut.push({ node, links });
        // What a media element holds belongs to it.
        if (links > 0 || MEDIA_TAGS[tag[node]!] === 1) node = end[node]! - 1;
      }
    }
    this.#closeUntil(document, stop);
  }

  /** Replaces the hashes of words by their forms, all words of a page at once. */
  #findForms(words: WordNumbers, text: string, { count, kind, start, end, form }: Tokens): void {
    const scratch = new ScratchArena();
    const places = scratch.ints(count);
    let found = 0;
    for (let at = 0; at < count; at++) if (kind[at] === TOKEN.word) places[found++] = at;
    words.replaceHashes(form, { text, start, end }, places, found);
    scratch.release();
  }

  #addStart(document: Document, node: number): void {
    const id = document.tag[node]!;
    const form = id > 0 ? this.#forms?.startTags[id] : this.#forms?.startTag(tagName(document, node));
    this.#writer.push(TOKEN.startTag, node, 0, 0, form ?? 0);
    if (VOID_TAGS[id] === 1) return;
    // Not pushed, nor truncated at the end: setting the length of an array is slow.
    this.#open[this.#openCount++] = node;
    this.#openEnd = document.end[node]!;
  }

  /** Ends the open elements whose subtree is over at a node. */
  #closeUntil(document: Document, node: number): void {
    const { tag, end } = document;
    const open = this.#open;
    let top = this.#openCount - 1;
    for (; top >= 0 && end[open[top]!]! <= node; top--) {
      const id = tag[open[top]!]!;
      const form = id > 0 ? this.#forms?.endTags[id] : this.#forms?.endTag(tagName(document, open[top]!));
      this.#writer.push(TOKEN.endTag, open[top]!, 0, 0, form ?? 0);
    }
    this.#openCount = top + 1;
    this.#openEnd = top < 0 ? NEVER : end[open[top]!]!;
  }

  #readText({ text, textStart, textEnd }: Document, node: number): void {
    const from = textStart[node]!;
    const stop = textEnd[node]!;
    if (!this.#skims || stop - from < SKIM.from) {
      this.#addText(text, node, from, stop);
      return;
    }
    const head = this.#nextSpace(text, from + SKIM.head);
    const tail = this.#nextSpace(text, stop - SKIM.tail);
    const before = this.#writer.count;
    this.#addText(text, node, from, head);
    this.#addText(text, node, tail, stop);
    if (this.#writer.count > before)
      this.#leftOut.push({ node, times: (tail - head) / (head - from + stop - tail) });
  }

  /** The next white space, so that no word is cut; a script without spaces is cut anywhere. */
  #nextSpace(text: string, from: number): number {
    for (let at = from; at < from + SKIM.word; at++) {
      if (this.#units[text.charCodeAt(at)]! >>> CLASS_SHIFT === UNIT.space) return at;
    }
    return from;
  }

  #addText(text: string, textNode: number, first: number, stop: number): void {
    const units = this.#units;
    let from = first;
    this.#writer.reserve(stop - from);
    const { kind, node, start, end, form } = this.#writer;
    let count = this.#writer.count;
    while (from < stop) {
      const code = text.charCodeAt(from);
      const unit = units[code]! >>> CLASS_SHIFT;
      if (unit === UNIT.space || unit === UNIT.silent) {
        from++;
        continue;
      }
      let to = from + 1;
      if (unit === UNIT.symbol) {
        if (to < stop && isLowSurrogate(text.charCodeAt(to))) to++;
        kind[count] = TOKEN.symbol;
        form[count] = joinHashes(SYMBOL, to - from === 1 ? code : text.codePointAt(from)!);
      } else {
        let hash = Math.imul(HASH_START ^ (units[code]! & LOWER_MASK), HASH_STEP);
        for (; to < stop; to++) {
          const entry = units[text.charCodeAt(to)]!;
          const next = entry >>> CLASS_SHIFT;
          if (next !== unit && next !== UNIT.silent) break;
          hash = Math.imul(hash ^ (entry & LOWER_MASK), HASH_STEP);
        }
        if (unit === UNIT.unspaced) this.#runs.push(count);
        kind[count] = TOKEN.word;
        form[count] = hash;
      }
      node[count] = textNode;
      start[count] = from;
      end[count] = to;
      count++;
      from = to;
    }
    this.#writer.count = count;
  }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Writes the tokens again with runs of scripts without spaces cut into words; all runs of a page are segmented at once. */
function splitRuns(
  { count, kind, node, start, end, form, leftOut = [] }: Tokens,
  document: Document,
  runs: readonly number[],
  writer: TokenWriter,
): Tokens {
  const { text } = document;
  const cuts = segmentRuns(runs.map((at) => text.slice(start[at], end[at])));
  let next = 0;
  for (let at = 0; at < count; at++) {
    if (at !== runs[next]) {
      writer.push(kind[at]!, node[at]!, start[at]!, end[at]!, form[at]!);
      continue;
    }
    const cut = cuts[next++]!;
    const [from, to] = [start[at]!, end[at]!];
    for (let word = 0; word < cut.length; word++) {
      const first = from + cut[word]!;
      const until = word + 1 < cut.length ? from + cut[word + 1]! : to;
      writer.push(TOKEN.word, node[at]!, first, until, hashWord(text, first, until));
    }
  }
  return writer.finish(document, leftOut);
}

const FIRST_TOKENS = 4096;
/** Longer arrays belong to their page alone and are freed with it. */
const KEPT_TOKENS = 65_536;

/** Growing token arrays, reused from page to page. A caller with many tokens reserves space and writes the arrays itself. */
class TokenWriter {
  count = 0;
  kind: Uint8Array = new Uint8Array(0);
  node: Int32Array = new Int32Array(0);
  start: Int32Array = new Int32Array(0);
  end: Int32Array = new Int32Array(0);
  form: Int32Array = new Int32Array(0);

  begin(): void {
    this.count = 0;
  }

  /** Makes space for more tokens; this can replace the arrays. */
  reserve(tokens: number): void {
    const wanted = this.count + tokens;
    if (wanted > this.kind.length) this.#resize(Math.max(wanted, this.kind.length * 2, FIRST_TOKENS));
  }

  push(kind: number, node: number, start: number, end: number, form: number): void {
    this.reserve(1);
    const at = this.count++;
    this.kind[at] = kind;
    this.node[at] = node;
    this.start[at] = start;
    this.end[at] = end;
    this.form[at] = form;
  }

  /** The tokens: views of the arrays, valid until the next `begin`. */
  finish(document: Document, leftOut: readonly LeftOut[]): Tokens {
    const tokens = new WrittenTokens(this, document, leftOut);
    if (this.kind.length > KEPT_TOKENS) this.#resize(0);
    return tokens;
  }

  #resize(capacity: number): void {
    const kind = new Uint8Array(capacity);
    kind.set(this.kind.subarray(0, capacity));
    this.kind = kind;
    this.node = resizedInts(this.node, capacity);
    this.start = resizedInts(this.start, capacity);
    this.end = resizedInts(this.end, capacity);
    this.form = resizedInts(this.form, capacity);
  }
}

class WrittenTokens implements Tokens {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly node: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly form: Int32Array;
  readonly leftOut: readonly LeftOut[];
  readonly #document: Document;
  #openTag: Int32Array | undefined;

  constructor(
    { count, kind, node, start, end, form }: TokenWriter,
    document: Document,
    leftOut: readonly LeftOut[],
  ) {
    this.count = count;
    this.kind = kind.subarray(0, count);
    this.node = node.subarray(0, count);
    this.start = start.subarray(0, count);
    this.end = end.subarray(0, count);
    this.form = form.subarray(0, count);
    this.leftOut = leftOut;
    this.#document = document;
  }

  /** Computed on first use: the shipped options do not need it. */
  get openTag(): Int32Array {
    this.#openTag ??= readOpenTags(this.#document, this);
    return this.#openTag;
  }
}

/** The form of the most recent unclosed tag at every token. */
function readOpenTags({ tag }: Document, { count, kind, node, form }: Omit<Tokens, "openTag">): Int32Array {
  const openTag = new Int32Array(count);
  /** The paper's stack of start tags, and its height before each open element. */
  const stack: number[] = [];
  const heights: number[] = [];
  let open = 0;
  for (let at = 0; at < count; at++) {
    openTag[at] = open;
    if (kind[at] === TOKEN.startTag) {
      open = form[at]!;
      if (VOID_TAGS[tag[node[at]!]!] !== 1) heights.push(stack.length);
      stack.push(open);
    } else if (kind[at] === TOKEN.endTag) {
      // Void tags such as br are on the stack until the end tag around them unwinds it.
      stack.length = heights.pop() ?? 0;
      open = stack.at(-1) ?? 0;
    }
  }
  return openTag;
}

/** What a UTF-16 unit is to the tokeniser. */
const UNIT = { space: 0, letter: 1, unspaced: 2, symbol: 3, silent: 4 } as const;
const UNDERSCORE = 0x5f;
/** High surrogates of U+1F000 to U+1FBFF: emoji, not letters. */
const FIRST_EMOJI_HALF = 0xd83c;
const LAST_EMOJI_HALF = 0xd83e;
/** Signs that choose how the character before them looks. */
const VARIATION_SELECTORS = [0xfe0e, 0xfe0f];
/** The class of a unit is in the bits from here up, the unit in lower case below. */
const CLASS_SHIFT = 16;
const LOWER_MASK = 0xffff;

/** For every UTF-16 unit its class, a value of `UNIT`, and itself in lower case, in one number. */
export const TOKEN_UNITS = /* @__PURE__ */ new LazyTable(makeUnits);

function makeUnits(): Uint32Array {
  const lower = LOWER_UNITS.table;
  const classes = new Uint8Array(UNIT_COUNT).fill(UNIT.symbol);
  fillUnits(classes, UNITS.blanks, UNIT.space);
  for (const set of [UNITS.letters, UNITS.numbers, UNITS.marks]) fillUnits(classes, set, UNIT.letter);
  classes[UNDERSCORE] = UNIT.letter;
  fillUnspaced(classes, UNIT.unspaced);
  classes.fill(UNIT.letter, 0xd800, 0xdc00);
  classes.fill(UNIT.symbol, FIRST_EMOJI_HALF, LAST_EMOJI_HALF + 1);
  classes.fill(UNIT.silent, 0xdc00, 0xe000);
  for (const unit of [...INVISIBLE, ...VARIATION_SELECTORS]) classes[unit] = UNIT.silent;
  const table = new Uint32Array(UNIT_COUNT);
  for (let unit = 0; unit < UNIT_COUNT; unit++) table[unit] = (classes[unit]! << CLASS_SHIFT) | lower[unit]!;
  return table;
}
