import { BLOCK_TAGS, DATA_TAGS, type Document, MEDIA_TAGS, NODE_KIND, TAG, tagTable } from "../html/index.ts";
import {
  type Blocks,
  type Cut,
  findDataTables,
  type Leaves,
  type Page,
  type TableForm,
} from "../page/index.ts";
import { dropUnseen, hasInk } from "../text/index.ts";
import { baseOf } from "./address.ts";
import { BlockStack, type Frame } from "./block-stack.ts";
import type { Block, Content, Inline } from "./content.ts";
import { FRAME_TAGS, isCredit, makeFrame, skippedCell } from "./frames.ts";
import { isTextMark, LINE_TAGS, LineWriter, makeMark, type OpenMark, TEXT_MARK_TAGS } from "./line-writer.ts";
import { MediaList, readMedia } from "./media.ts";
import type { Candidate } from "./pictures/evidence.ts";
import { emojiOf } from "./pictures/picture-source.ts";
import type { Caption, PictureReader } from "./pictures/reader.ts";
import type { LeafOutcomes } from "./roles.ts";
import { foldText } from "./text.ts";

/** Which leaves of a page the article holds. */
export interface Kept {
  /** 1 for every kept leaf. */
  readonly leaves: Uint8Array;
  /** The addresses of pictures, by their leaves, where they are known. */
  readonly sources?: ReadonlyMap<number, string>;
  /** Pictures that are not leaves, in page order: they are listed and not shown. */
  readonly backgrounds?: readonly Candidate[];
  /** Finds the words beside pictures; without it only those of figures are known. */
  readonly readCaption?: PictureReader["readCaption"];
  /** The kept parts of leaves that are kept only in part. */
  readonly cuts?: readonly Cut[] | undefined;
  /** The use of the content: for a text alone links, most marks and media are left out where they do not change it. */
  readonly purpose?: "article" | "text" | undefined;
  /** Whether the page is the HTML of an article: its tables are data, and empty cells after its last words count. */
  readonly isOfArticle?: boolean;
}

/** Deeper structures are read as if they were not there; real articles nest less than ten deep. */
const MAX_DEPTH = 40;
const MAX_MARKS = 16;
/** Articles with more paragraphs store them compactly, where they can. */
const MANY_PARAGRAPHS = 20_000;

const NESTING_MARKS: ReadonlySet<string> = new Set(["sub", "sup", "q"]);
const CELLS = tagTable("td", "th");
const SKIPPED = tagTable("head", "template");

/** The content of the kept leaves; structure comes from the elements around them, unknown elements are transparent. */
export function buildContent(page: Page, kept: Kept, outcomes?: LeafOutcomes): Content {
  return new ContentBuilder(page, kept, outcomes).build();
}

class ContentBuilder {
  readonly #document: Document;
  readonly #leaves: Leaves;
  readonly #blocks: Blocks;
  readonly #kept: Kept;
  readonly #isKept: Uint8Array;
  readonly #cuts: ReadonlyMap<number, readonly Cut[]>;
  readonly #outcomes: LeafOutcomes | undefined;
  readonly #page: Page;
  #knownBase: URL | null | undefined;
  readonly #stack = new BlockStack();
  readonly #line = new LineWriter();
  readonly #marks: OpenMark[] = [];
  /** Pictures met inside a paragraph; they are placed after it, so that no sentence is torn. */
  readonly #floats: Block[] = [];
  readonly #media = new MediaList();
  /** Pictures that are not leaves and not yet listed, the next one last. */
  readonly #backgrounds: Candidate[];
  readonly #isForText: boolean;
  /** Media that were left out of a text so far. */
  readonly #leftOut: number[] = [];
  #dataTables: ReadonlyMap<number, TableForm> | undefined;
  // A page without tables in its article skips the search.
  readonly #findTables = () => {
    this.#dataTables ??= findDataTables(this.#document, this.#kept.isOfArticle);
    return this.#dataTables;
  };
  #creditEnd = 0;
  /** Where an open `rp` ends: it holds brackets for browsers without ruby, and every output writes its own. */
  #bracketsEnd = 0;
  /** The node at which the innermost structure or mark ends. */
  #closesAt = Number.MAX_SAFE_INTEGER;
  #textBlock = -1;
  #paragraphs = 0;
  #leaf = -1;
  #next = -1;

  constructor(page: Page, kept: Kept, outcomes: LeafOutcomes | undefined) {
    this.#page = page;
    this.#document = page.document;
    this.#leaves = page.leaves;
    this.#blocks = page.blocks;
    this.#kept = kept;
    this.#isKept = kept.leaves;
    this.#cuts = Map.groupBy(kept.cuts ?? [], ({ leaf }) => leaf);
    this.#backgrounds = (kept.backgrounds ?? []).toReversed();
    this.#isForText = kept.purpose === "text";
    this.#outcomes = outcomes;
  }

  /** The base of relative addresses; a text alone needs none. */
  get #base(): URL | undefined {
    if (this.#knownBase === undefined) this.#knownBase = baseOf(this.#page) ?? null;
    return this.#knownBase ?? undefined;
  }

  build(): Content {
    const { kind, tag, end } = this.#document;
    const { node } = this.#leaves;
    this.#advance();
    let at = 0;
    // One walk over the nodes in document order; open structures close when the walk passes their end.
    while (this.#next >= 0) {
      const leafNode = node[this.#next]!;
      if (at >= this.#closesAt) this.#closeUpTo(at);
      const id = tag[at]!;
      if (at === leafNode) {
        if (kind[at] === NODE_KIND.text) this.#addText(at);
        else this.#addMedia(at);
        this.#advance();
        at = end[at]!;
      } else if (kind[at] === NODE_KIND.text) {
        this.#addGap(at++);
      } else if (leafNode < end[at]!) {
        if (id !== 0) this.#open(at, id);
        at++;
      } else {
        at = this.#pass(at, id);
      }
    }
    if (this.#kept.isOfArticle) this.#passRest(at);
    while (this.#stack.depth > 1) this.#close();
    this.#flush();
    if (!this.#isForText) this.#listBackgrounds(this.#document.size);
    const blocks = this.#stack.finish();
    return { blocks, media: this.#media.finish(blocks) };
  }

  /** Visits the nodes after the last leaf: its row can go on with empty cells. */
  #passRest(from: number): void {
    const { tag, size } = this.#document;
    for (let at = from; at < size && this.#stack.isInTable; ) {
      if (at >= this.#closesAt) this.#closeUpTo(at);
      at = this.#pass(at, tag[at]!);
    }
  }

  #advance(): void {
    this.#leaf = this.#next;
    let next = this.#next + 1;
    while (next < this.#leaves.count && this.#isKept[next] !== 1) next++;
    this.#next = next < this.#leaves.count ? next : -1;
  }

  #closeUpTo(at: number): void {
    while (this.#marks.length > 0 && this.#marks.at(-1)!.end <= at) this.#marks.pop();
    while (this.#stack.top.end <= at) this.#close();
    this.#closesAt = Math.min(this.#stack.top.end, this.#marks.at(-1)?.end ?? Number.MAX_SAFE_INTEGER);
  }

  #close(): void {
    const { top } = this.#stack;
    if (!this.#stack.isLine) {
      this.#flush();
      this.#stack.close([]);
      return;
    }
    const line = this.#line.take();
    if (top.kind === "figure") this.#media.closeFigure(line, top.credit);
    this.#stack.close(line);
    this.#placeFloats();
  }

  /** Opens what an element with kept leaves becomes: a structure, a mark, a credit or nothing. */
  #open(node: number, id: number): void {
    const end = this.#document.end[node]!;
    const { top } = this.#stack;
    if (id === TAG.rp && top.kind !== "code") {
      this.#bracketsEnd = Math.max(this.#bracketsEnd, end);
    } else if (FRAME_TAGS[id] === 1 && !this.#stack.isLine && this.#stack.depth < MAX_DEPTH) {
      const frame = makeFrame({ document: this.#document, node, top, dataTables: this.#findTables });
      if (frame) this.#openFrame(frame);
    } else if ((top.kind === "figure" || top.kind === "figcaption") && isCredit(this.#document, node)) {
      this.#creditEnd = Math.max(this.#creditEnd, end);
    } else if (this.#isMark(id) && top.kind !== "code") {
      const mark = makeMark(this.#document, node, this.#base);
      const isNested = mark && this.#marks.some(({ name }) => name === mark.name);
      if (mark && (!isNested || NESTING_MARKS.has(mark.name))) this.#openMark(mark);
    }
  }

  #openMark(mark: OpenMark): void {
    this.#marks.push(mark);
    this.#closesAt = Math.min(this.#closesAt, mark.end);
  }

  /** Whether an element can open one more mark. Marks that change the text have a limit of their own, so that the text is the same without the others. */
  #isMark(id: number): boolean {
    if (LINE_TAGS[id] !== 1 || (this.#isForText && TEXT_MARK_TAGS[id] !== 1)) return false;
    if (this.#marks.length < MAX_MARKS) return true;
    return TEXT_MARK_TAGS[id] === 1 && this.#marks.filter(isTextMark).length < MAX_MARKS;
  }

  #openFrame(frame: Frame): void {
    this.#flush();
    this.#stack.open(frame);
    this.#closesAt = Math.min(this.#closesAt, frame.end);
    if (frame.kind === "figure") this.#media.openFigure();
  }

  /** Visits an element without kept leaves: only breaks, rules and empty cells matter. Returns the next node. */
  #pass(node: number, id: number): number {
    const { top } = this.#stack;
    if (id === TAG.br) {
      if (top.kind === "code") top.text += "\n";
      else if (this.#stack.isLine) this.#line.space();
      else this.#line.break();
    } else if (id === TAG.hr && this.#next === this.#leaf + 1 && this.#leaf >= 0 && "blocks" in top) {
      this.#flush();
      this.#stack.placeRule();
    } else if (CELLS[id] === 1 && top.kind === "row") {
      top.cells.push(skippedCell(this.#document, node));
    }
    const isWhole = BLOCK_TAGS[id] === 1 || DATA_TAGS[id] === 1 || MEDIA_TAGS[id] === 1 || SKIPPED[id] === 1;
    return isWhole ? this.#document.end[node]! : node + 1;
  }

  /** Text between kept leaves: at most a space. */
  #addGap(node: number): void {
    const { text, textStart, textEnd } = this.#document;
    const { top } = this.#stack;
    const start = textStart[node]!;
    if (top.kind !== "code") this.#line.whiteSpace(text, start, textEnd[node]!);
    else if (!hasInk(text, start, textEnd[node]!)) top.text += codeText(text.slice(start, textEnd[node]));
  }

  #addText(node: number): void {
    const { textStart, textEnd } = this.#document;
    if (node < this.#bracketsEnd) {
      this.#outcomes?.note(this.#next, "blank");
      return;
    }
    this.#enterBlock();
    const start = textStart[node]!;
    const cuts = this.#cuts.get(this.#next);
    if (cuts === undefined) this.#addRange(start, textEnd[node]!, node);
    else for (const { from, to } of cuts) this.#addRange(start + from, start + to, node);
    if (cuts !== undefined) this.#outcomes?.note(this.#next, "cut");
    if (this.#isInFigure) this.#outcomes?.note(this.#next, "captions");
  }

  #addEmoji(emoji: string): void {
    this.#enterBlock();
    const { top } = this.#stack;
    if (top.kind === "code") top.text += emoji;
    else this.#line.add(emoji, 0, emoji.length, this.#lineMarks());
    if (this.#isInFigure) this.#outcomes?.note(this.#next, "captions");
  }

  get #isInFigure(): boolean {
    const { kind } = this.#stack.top;
    return kind === "figure" || kind === "figcaption";
  }

  #addRange(start: number, end: number, node: number): void {
    const { text } = this.#document;
    const { top } = this.#stack;
    if (top.kind === "code") {
      top.text += codeText(text.slice(start, end));
    } else if (node < this.#creditEnd && (top.kind === "figure" || top.kind === "figcaption")) {
      const words = foldText(text.slice(start, end)).trim();
      if (words !== "") top.credit += top.credit === "" ? words : ` ${words}`;
    } else {
      this.#line.add(text, start, end, this.#lineMarks());
    }
  }

  /** The open marks; in a figure `cite` is the credit, and one from outside it means nothing. */
  #lineMarks(): readonly OpenMark[] {
    if (!this.#isInFigure) return this.#marks;
    return this.#marks.filter(({ name }) => name !== "cite");
  }

  /** A new block of the page begins a new paragraph, or adds a space where only one line is possible. */
  #enterBlock(): void {
    const before = this.#textBlock;
    this.#textBlock = this.#blocks.ofLeaf[this.#next]!;
    if (before < 0 || before === this.#textBlock) return;
    if (this.#stack.top.kind === "code") return;
    if (this.#stack.isLine) this.#line.space();
    else this.#flush();
  }

  #flush(): void {
    if (this.#stack.isLine) return;
    const children = this.#line.take();
    if (children.length > 0) this.#stack.place(this.#makeParagraph(children));
    this.#placeFloats();
  }

  #makeParagraph(children: readonly Inline[]): Block {
    const isMany = ++this.#paragraphs > MANY_PARAGRAPHS;
    const [only] = children;
    return isMany && children.length === 1 && only?.type === "text"
      ? new PlainParagraph(only.text)
      : { type: "paragraph", children };
  }

  #placeFloats(): void {
    if (this.#floats.length === 0) return;
    for (const float of this.#floats) this.#stack.place(float);
    this.#floats.length = 0;
  }

  #addMedia(node: number): void {
    const emoji = emojiOf(this.#document, node);
    if (emoji !== undefined) {
      this.#addEmoji(emoji);
      return;
    }
    if (this.#isForText && !this.#stack.isInTable) {
      this.#leftOut.push(node);
      return;
    }
    // A picture fills a cell, unless it was shown before.
    for (const before of this.#leftOut.splice(0)) {
      const media = readMedia(this.#document, before, this.#base);
      if (media !== undefined) this.#media.add(media);
    }
    const shown = readMedia(this.#document, node, this.#base, this.#kept.sources?.get(this.#next));
    if (shown === undefined || this.#media.has(shown.src)) {
      this.#outcomes?.note(this.#next, shown === undefined ? "blank" : "repeated");
      return;
    }
    const { kind, src, alt, poster } = shown;
    const { top } = this.#stack;
    this.#listBackgrounds(node);
    const caption = kind === "image" ? this.#captionOf(node) : undefined;
    this.#media.add(shown, { caption, isInFigure: top.kind === "figure" });
    if (kind === "frame") {
      this.#outcomes?.note(this.#next, "frame");
      return;
    }
    const picture = { kind, src, alt, poster };
    if (top.kind === "figure" || top.kind === "figcaption") top.pictures.push(picture);
    else this.#placeFigure({ type: "figure", pictures: [picture], caption: [], credit: null });
  }

  /** Lists the pictures before a node that are not leaves. */
  #listBackgrounds(before: number): void {
    while ((this.#backgrounds.at(-1)?.node ?? before) < before) {
      const { src, node } = this.#backgrounds.pop()!;
      if (this.#media.has(src)) continue;
      this.#media.add({ kind: "image", src, alt: null }, { caption: this.#captionOf(node) });
    }
  }

  #captionOf(node: number): Caption | undefined {
    if (this.#isForText) return undefined;
    return this.#kept.readCaption?.(this.#page, node, this.#isKept);
  }

  #placeFigure(figure: Block): void {
    const isInside = this.#blocks.ofLeaf[this.#next] === this.#textBlock || this.#stack.isLine;
    if (isInside && !this.#line.isEmpty) {
      this.#floats.push(figure);
      return;
    }
    this.#flush();
    this.#stack.place(figure);
  }
}

/** A paragraph of one text in 32 bytes, not 136: a page can have a million, and each is read twice. */
class PlainParagraph {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get type(): "paragraph" {
    return "paragraph";
  }

  get children(): readonly Inline[] {
    return [{ type: "text", text: this.#text }];
  }
}

function codeText(text: string): string {
  return dropUnseen(text)
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, "\n")
    .replaceAll("\u00a0", " ");
}
