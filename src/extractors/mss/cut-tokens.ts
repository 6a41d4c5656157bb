import { DATA_TAGS, type Document, MEDIA_TAGS, NODE_FLAG, NODE_KIND, tagName } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { HASH_START, HASH_STEP, hashText, joinHashes, type WordNumbers } from "../../text/index.ts";
import { Room } from "../room.ts";
import type { Forms } from "./forms.ts";
import { splitRuns } from "./split-runs.ts";
import { TokenWriter } from "./token-writer.ts";
import { type CutTokens, TOKEN } from "./tokens.ts";
import { CLASS_SHIFT, LOWER_MASK, TOKEN_UNITS, UNIT } from "./unit-class.ts";
import { VOID_TAGS } from "./void-tags.ts";

const SYMBOL = hashText("symbol");
/** Behind every node. A whole number, as all others that it is compared with. */
const NEVER = 0x7fffffff;
/** Room for more open elements is given back at the next page. */
const KEPT_OPEN = 65_536;
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden | NODE_FLAG.noscript | NODE_FLAG.template;

/**
 * Cuts the bodies of pages into tokens (5.2): start tags, end tags, words, symbols, each with its form where forms are
 * given: the words of a page are looked up together.
 *
 * Deviation: tags come from the tree, which does not know which end tags were written. Deviation: the head and whatever
 * a reader does not see give no tokens. Reading: script and style give none, tags included.
 */
export class TokenCutter {
  readonly #units = TOKEN_UNITS.table;
  readonly #forms: Forms | undefined;
  /** The forms of words in the language of the page. */
  #words: WordNumbers | undefined;
  readonly #writer = new TokenWriter();
  /** Takes the tokens again where runs become words; most pages need none. */
  readonly #splitWriter = new TokenWriter();
  /** Open elements that will have an end tag, how many there are, and where the innermost of them ends. */
  readonly #open: number[] = [];
  #openCount = 0;
  #openEnd = 0;
  /** Tokens that are runs of a script without spaces, not words yet. */
  readonly #runs: number[] = [];
  /** Where words are among the tokens. */
  readonly #places = new Room((length) => new Int32Array(length));

  constructor(forms: Forms | undefined) {
    this.#forms = forms;
  }

  /** The tokens of a page, in arrays that are good until the next page is cut. */
  cut({ document, leaves, landmarks, declared }: Page): CutTokens {
    const { kind, tag, flags, end } = document;
    const body = Math.max(landmarks.body, 0);
    const stop = landmarks.body < 0 ? 0 : end[body]!;
    this.#words = this.#forms?.words(declared.language);
    this.#writer.begin();
    // Also where nothing is to be split: the page before may have been a huge one.
    this.#splitWriter.begin();
    this.#runs.length = 0;
    if (this.#open.length > KEPT_OPEN) this.#open.length = 0;
    this.#openCount = 0;
    this.#openEnd = NEVER;
    let leaf = 0;
    for (let node = body; node < stop; node++) {
      if (node >= this.#openEnd) this.#closeUntil(document, node);
      while (leaf < leaves.count && (leaves.node[leaf]! < node || leaves.visible[leaf] === 0)) leaf++;
      const nextSeen = leaf < leaves.count ? leaves.node[leaf]! : stop;
      if (kind[node] === NODE_KIND.text) {
        if (node === nextSeen) this.#addText(document, node);
      } else if (DATA_TAGS[tag[node]!] === 1 || ((flags[node]! & UNSEEN) !== 0 && nextSeen >= end[node]!)) {
        node = end[node]! - 1;
      } else {
        this.#addStart(document, node);
        // What a media element holds belongs to it.
        if (MEDIA_TAGS[tag[node]!] === 1) node = end[node]! - 1;
      }
    }
    this.#closeUntil(document, stop);
    const tokens = this.#writer.finish();
    const { text } = document;
    const all =
      this.#runs.length === 0 ? tokens : splitRuns(tokens, { runs: this.#runs, text }, this.#splitWriter);
    if (this.#words !== undefined) this.#findForms(this.#words, text, all);
    return all;
  }

  /** Puts the forms of words in the place of their hashes. */
  #findForms(words: WordNumbers, text: string, { count, kind, start, end, form }: CutTokens): void {
    const places = this.#places.of(count);
    let found = 0;
    for (let at = 0; at < count; at++) if (kind[at] === TOKEN.word) places[found++] = at;
    words.replaceHashes(form, { text, start, end }, places, found);
  }

  #addStart(document: Document, node: number): void {
    const id = document.tag[node]!;
    const form = id > 0 ? this.#forms?.startTags[id] : this.#forms?.startTag(tagName(document, node));
    this.#writer.push(TOKEN.startTag, node, 0, 0, form ?? 0);
    if (VOID_TAGS[id] === 1) return;
    // Not pushed, nor cut off at the end: to set the length of an array is a slow call.
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

  #addText({ text, textStart, textEnd }: Document, textNode: number): void {
    const units = this.#units;
    const stop = textEnd[textNode]!;
    let from = textStart[textNode]!;
    this.#writer.reserve(stop - from);
    const { kind, node, start, end, form } = this.#writer;
    let count = this.#writer.count;
    while (from < stop) {
      const first = text.charCodeAt(from);
      const unit = units[first]! >>> CLASS_SHIFT;
      if (unit === UNIT.space || unit === UNIT.silent) {
        from++;
        continue;
      }
      let to = from + 1;
      if (unit === UNIT.symbol) {
        if (to < stop && isLowSurrogate(text.charCodeAt(to))) to++;
        kind[count] = TOKEN.symbol;
        form[count] = joinHashes(SYMBOL, to - from === 1 ? first : text.codePointAt(from)!);
      } else {
        let hash = Math.imul(HASH_START ^ (units[first]! & LOWER_MASK), HASH_STEP);
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
