import { DATA_TAGS, type Document, MEDIA_TAGS, NODE_FLAG, NODE_KIND } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { splitRuns } from "./split-runs.ts";
import { type CutTokens, TOKEN, TokenWriter } from "./tokens.ts";
import { UNIT, unitClasses } from "./unit-class.ts";
import { VOID_TAGS } from "./void-tags.ts";

const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden | NODE_FLAG.noscript | NODE_FLAG.template;

/**
 * Cuts a page's body into tokens (5.2): start tags, end tags, words, symbols.
 *
 * Deviation: tags come from the tree, which does not know which end tags were written. Deviation: the head and whatever
 * a reader does not see give no tokens. Reading: script and style give none, tags included.
 */
export function cutTokens(page: Page): CutTokens {
  return new TokenCutter(page).run();
}

class TokenCutter {
  readonly #page: Page;
  readonly #document: Document;
  readonly #writer: TokenWriter;
  /** Open elements that will have an end tag, and where the innermost of them ends. */
  readonly #open: number[] = [];
  #openEnd = Number.POSITIVE_INFINITY;
  /** Tokens that are runs of a script without spaces, not words yet. */
  readonly #runs: number[] = [];
  readonly #classes = unitClasses();

  constructor(page: Page) {
    this.#page = page;
    this.#document = page.document;
    this.#writer = new TokenWriter(page.document.size + (page.document.text.length >> 2));
  }

  run(): CutTokens {
    const { document, leaves, landmarks } = this.#page;
    const { kind, tag, flags, end } = document;
    const body = Math.max(landmarks.body, 0);
    const stop = landmarks.body < 0 ? 0 : end[body]!;
    let leaf = 0;
    for (let node = body; node < stop; node++) {
      if (node >= this.#openEnd) this.#closeUntil(node);
      while (leaf < leaves.count && (leaves.node[leaf]! < node || leaves.visible[leaf] === 0)) leaf++;
      const nextSeen = leaf < leaves.count ? leaves.node[leaf]! : stop;
      if (kind[node] === NODE_KIND.text) {
        if (node === nextSeen) this.#addText(node);
      } else if (DATA_TAGS[tag[node]!] === 1 || ((flags[node]! & UNSEEN) !== 0 && nextSeen >= end[node]!)) {
        node = end[node]! - 1;
      } else {
        this.#addStart(node);
        // What a media element holds belongs to it.
        if (MEDIA_TAGS[tag[node]!] === 1) node = end[node]! - 1;
      }
    }
    this.#closeUntil(stop);
    return splitRuns(this.#writer.finish(), this.#runs, document.text);
  }

  #addStart(node: number): void {
    const { tag, end } = this.#document;
    this.#writer.push(TOKEN.startTag, node, 0, 0);
    if (VOID_TAGS[tag[node]!] === 1) return;
    this.#open.push(node);
    this.#openEnd = end[node]!;
  }

  /** Ends the open elements whose subtree is over at a node. */
  #closeUntil(node: number): void {
    const { end } = this.#document;
    let top = this.#open.length - 1;
    for (; top >= 0 && end[this.#open[top]!]! <= node; top--) {
      this.#writer.push(TOKEN.endTag, this.#open[top]!, 0, 0);
    }
    this.#open.length = top + 1;
    this.#openEnd = top < 0 ? Number.POSITIVE_INFINITY : end[this.#open[top]!]!;
  }

  #addText(node: number): void {
    const { text, textStart, textEnd } = this.#document;
    const classes = this.#classes;
    const stop = textEnd[node]!;
    let at = textStart[node]!;
    while (at < stop) {
      const unit = classes[text.charCodeAt(at)]!;
      if (unit === UNIT.space || unit === UNIT.silent) {
        at++;
        continue;
      }
      let to = at + 1;
      if (unit !== UNIT.symbol) {
        for (; to < stop; to++) {
          const next = classes[text.charCodeAt(to)];
          if (next !== unit && next !== UNIT.silent) break;
        }
      } else if (to < stop && isLowSurrogate(text.charCodeAt(to))) to++;
      if (unit === UNIT.unspaced) this.#runs.push(this.#writer.count);
      this.#writer.push(unit === UNIT.symbol ? TOKEN.symbol : TOKEN.word, node, at, to);
      at = to;
    }
  }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
