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
import { hashText, joinHashes, segmentRun } from "../../text/index.ts";
import type { Forms, WordForm } from "./forms.ts";
import { TOKEN, type Tokens, TokenWriter } from "./tokens.ts";
import { UNIT, unitClasses } from "./unit-class.ts";

/** Elements without an end tag. */
const VOID_TAGS = tagTable(
  ...(["area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input"] as const),
  ...(["link", "meta", "param", "source", "track", "wbr"] as const),
);
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.ariaHidden | NODE_FLAG.noscript | NODE_FLAG.template;
const SYMBOL = hashText("symbol");

/**
 * The tokens of a page's body (5.2): start tags, end tags, words, symbols.
 *
 * Deviation: tags come from the tree, which does not know which end tags were written. Deviation: the head and whatever
 * a reader does not see give no tokens. Reading: script and style give none, tags included.
 */
export function tokenise(page: Page, forms?: Forms): Tokens {
  return new Tokeniser(page, forms).run();
}

class Tokeniser {
  readonly #page: Page;
  readonly #document: Document;
  readonly #forms: Forms | undefined;
  readonly #wordForm: WordForm | undefined;
  readonly #writer: TokenWriter;
  /** Open elements that will have an end tag. */
  readonly #open: number[] = [];
  /** The paper's stack of start tags, and how high it was before each open element. */
  readonly #stack: number[] = [];
  readonly #heights: number[] = [];
  readonly #classes = unitClasses();

  constructor(page: Page, forms: Forms | undefined) {
    this.#page = page;
    this.#document = page.document;
    this.#forms = forms;
    this.#wordForm = forms?.words(page.declared.language);
    const characters = page.document.text.length;
    this.#writer = new TokenWriter(page.document.size + (characters >> 2), { hasForms: forms !== undefined });
  }

  run(): Tokens {
    const { document, leaves, landmarks } = this.#page;
    const { kind, tag, flags, end } = document;
    const body = Math.max(landmarks.body, 0);
    const stop = landmarks.body < 0 ? 0 : end[body]!;
    let leaf = 0;
    for (let node = body; node < stop; node++) {
      this.#closeUntil(node);
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
    return this.#writer.finish();
  }

  #addStart(node: number): void {
    const id = this.#document.tag[node]!;
    const form = this.#forms?.startTag(id, this.#nameOf(node, id)) ?? 0;
    this.#writer.push(TOKEN.startTag, node, 0, 0, form, this.#openTag());
    const isVoid = VOID_TAGS[id] === 1;
    if (!isVoid) {
      this.#open.push(node);
      this.#heights.push(this.#stack.length);
    }
    this.#stack.push(form);
  }

  /** Ends the open elements whose subtree is over at a node. */
  #closeUntil(node: number): void {
    const { end, tag } = this.#document;
    for (let top = this.#open.at(-1); top !== undefined && end[top]! <= node; top = this.#open.at(-1)) {
      const form = this.#forms?.endTag(tag[top]!, this.#nameOf(top, tag[top]!)) ?? 0;
      this.#writer.push(TOKEN.endTag, top, 0, 0, form, this.#openTag());
      this.#open.pop();
      // Void tags such as br are on the stack until the end tag around them unwinds it.
      this.#stack.length = this.#heights.pop()!;
    }
  }

  #openTag(): number {
    return this.#stack.at(-1) ?? 0;
  }

  #nameOf(node: number, id: number): string {
    return id > 0 ? "" : tagName(this.#document, node);
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
        while (
          to < stop &&
          (classes[text.charCodeAt(to)] === unit || classes[text.charCodeAt(to)] === UNIT.silent)
        )
          to++;
      } else if (to < stop && isLowSurrogate(text.charCodeAt(to))) to++;
      if (unit === UNIT.letter) this.#addWord(node, at, to);
      else if (unit === UNIT.unspaced) this.#addRun(node, at, to);
      else this.#writer.push(TOKEN.symbol, node, at, to, this.#symbolForm(at), this.#openTag());
      at = to;
    }
  }

  #addWord(node: number, from: number, to: number): void {
    const form = this.#wordForm?.(this.#document.text.slice(from, to)) ?? 0;
    this.#writer.push(TOKEN.word, node, from, to, form, this.#openTag());
  }

  /** Adds the words of a run of a script without spaces. */
  #addRun(node: number, from: number, to: number): void {
    const starts = segmentRun(this.#document.text.slice(from, to));
    starts.forEach((start, index) => {
      this.#addWord(node, from + start, from + (starts[index + 1] ?? to - from));
    });
  }

  #symbolForm(at: number): number {
    if (this.#forms === undefined) return 0;
    return joinHashes(SYMBOL, this.#document.text.codePointAt(at) ?? 0);
  }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
