import { DATA_TAGS, type Document, MEDIA_TAGS, NODE_FLAG, NODE_KIND } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { HASH_START, HASH_STEP, lowerUnits } from "../../text/index.ts";
import { splitRuns } from "./split-runs.ts";
import { TokenWriter } from "./token-writer.ts";
import { type CutTokens, TOKEN } from "./tokens.ts";
import { UNIT, unitClasses } from "./unit-class.ts";
import { VOID_TAGS } from "./void-tags.ts";

const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden | NODE_FLAG.noscript | NODE_FLAG.template;

/**
 * Cuts the bodies of pages into tokens (5.2): start tags, end tags, words, symbols.
 *
 * Deviation: tags come from the tree, which does not know which end tags were written. Deviation: the head and whatever
 * a reader does not see give no tokens. Reading: script and style give none, tags included.
 */
export class TokenCutter {
  readonly #classes = unitClasses();
  readonly #lower = lowerUnits();
  readonly #writer = new TokenWriter();
  /** Takes the tokens again where runs become words; most pages need none. */
  readonly #splitWriter = new TokenWriter();
  /** Open elements that will have an end tag, and where the innermost of them ends. */
  readonly #open: number[] = [];
  #openEnd = 0;
  /** Tokens that are runs of a script without spaces, not words yet. */
  readonly #runs: number[] = [];

  /** The tokens of a page, in arrays that are good until the next page is cut. */
  cut({ document, leaves, landmarks }: Page): CutTokens {
    const { kind, tag, flags, end } = document;
    const body = Math.max(landmarks.body, 0);
    const stop = landmarks.body < 0 ? 0 : end[body]!;
    this.#writer.begin();
    this.#runs.length = 0;
    this.#open.length = 0;
    this.#openEnd = Number.POSITIVE_INFINITY;
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
    return this.#runs.length === 0 ? tokens : splitRuns(tokens, this.#runs, document.text, this.#splitWriter);
  }

  #addStart({ tag, end }: Document, node: number): void {
    this.#writer.push(TOKEN.startTag, node, 0, 0, tag[node]!);
    if (VOID_TAGS[tag[node]!] === 1) return;
    this.#open.push(node);
    this.#openEnd = end[node]!;
  }

  /** Ends the open elements whose subtree is over at a node. */
  #closeUntil({ tag, end }: Document, node: number): void {
    let top = this.#open.length - 1;
    for (; top >= 0 && end[this.#open[top]!]! <= node; top--) {
      this.#writer.push(TOKEN.endTag, this.#open[top]!, 0, 0, tag[this.#open[top]!]!);
    }
    this.#open.length = top + 1;
    this.#openEnd = top < 0 ? Number.POSITIVE_INFINITY : end[this.#open[top]!]!;
  }

  #addText({ text, textStart, textEnd }: Document, node: number): void {
    const classes = this.#classes;
    const lower = this.#lower;
    const stop = textEnd[node]!;
    let at = textStart[node]!;
    while (at < stop) {
      const first = text.charCodeAt(at);
      const unit = classes[first]!;
      if (unit === UNIT.space || unit === UNIT.silent) {
        at++;
        continue;
      }
      let to = at + 1;
      if (unit === UNIT.symbol) {
        if (to < stop && isLowSurrogate(text.charCodeAt(to))) to++;
        this.#writer.push(TOKEN.symbol, node, at, to, to - at === 1 ? first : text.codePointAt(at)!);
        at = to;
        continue;
      }
      let hash = Math.imul(HASH_START ^ lower[first]!, HASH_STEP);
      for (; to < stop; to++) {
        const next = text.charCodeAt(to);
        const kind = classes[next];
        if (kind !== unit && kind !== UNIT.silent) break;
        hash = Math.imul(hash ^ lower[next]!, HASH_STEP);
      }
      if (unit === UNIT.unspaced) this.#runs.push(this.#writer.count);
      this.#writer.push(TOKEN.word, node, at, to, hash);
      at = to;
    }
  }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
