import type { Block, Cell, Entry, Inline, Picture } from "./content.ts";

/** An open structure of the article, waiting for its blocks or its line. */
export type Frame = { readonly end: number } & (
  | { readonly kind: "root" | "quote" | "item"; blocks: Block[] }
  | { readonly kind: "entry"; blocks: Block[]; readonly isTerm: boolean }
  | { readonly kind: "cell"; blocks: Block[]; readonly cell: Omit<Cell, "blocks"> }
  | { readonly kind: "list"; readonly ordered: boolean; readonly start: number; readonly items: Block[][] }
  | { readonly kind: "terms"; readonly entries: Entry[] }
  | {
      readonly kind: "table";
      readonly rows: Cell[][];
      /** Whether it is a table without any header cell too. */
      readonly isPlain: boolean;
      caption: readonly Inline[];
    }
  | { readonly kind: "row"; readonly cells: Cell[] }
  | { readonly kind: "heading"; readonly level: number }
  | { readonly kind: "caption" }
  | { readonly kind: "code"; readonly language: string | null; text: string }
  | { readonly kind: "figure" | "figcaption"; readonly pictures: Picture[]; credit: string }
);

type Kind = Frame["kind"];
type Line = readonly Inline[];

/** Frames with a single line of text, whatever blocks the markup puts inside. */
const LINE_KINDS: ReadonlySet<Kind> = new Set(["heading", "caption", "figure", "figcaption", "code"]);

/** The smallest capacity that an engine gives a list when it grows. */
const GROWN_LENGTH = 17;
const PLAIN_CELL = { header: false, colspan: 1, rowspan: 1 } as const;

/** The structures that are open at one place of the page, innermost last. */
export class BlockStack {
  readonly #frames: Frame[] = [{ kind: "root", end: Number.MAX_SAFE_INTEGER, blocks: [] }];
  #top = this.#frames[0]!;
  #isLine = false;

  /** The innermost frame. */
  get top(): Frame {
    return this.#top;
  }

  /** Whether the innermost frame takes a line and no blocks. */
  get isLine(): boolean {
    return this.#isLine;
  }

  /** Whether a table is open. */
  get isInTable(): boolean {
    return this.#frames.some(({ kind }) => kind === "table");
  }

  /** How many frames are open. */
  get depth(): number {
    return this.#frames.length;
  }

  /** Opens a frame inside the innermost one. */
  open(frame: Frame): void {
    this.#frames.push(frame);
    this.#enter(frame);
  }

  #enter(frame: Frame): void {
    this.#top = frame;
    this.#isLine = LINE_KINDS.has(frame.kind);
  }

  /** Closes the innermost frame; `line` is what was written in it and not yet placed. */
  close(line: Line): void {
    const frame = this.#frames.pop()!;
    const { length } = this.#frames;
    if (length > 0) this.#enter(this.#frames[length - 1]!);
    switch (frame.kind) {
      case "root":
        return;
      case "quote":
        if (trimRules(frame.blocks)) this.place({ type: "quote", blocks: fitted(frame.blocks) });
        return;
      case "item":
        if (trimRules(frame.blocks) && this.top.kind === "list") this.top.items.push(fitted(frame.blocks));
        return;
      case "entry":
        if (trimRules(frame.blocks) && this.top.kind === "terms") {
          this.top.entries.push({ isTerm: frame.isTerm, blocks: fitted(frame.blocks) });
        }
        return;
      case "cell":
        trimRules(frame.blocks);
        if (this.top.kind === "row") this.top.cells.push(cellWith(frame.cell, fitted(frame.blocks)));
        return;
      case "row":
        if (frame.cells.some(({ blocks }) => blocks.length > 0) && this.top.kind === "table") {
          this.top.rows.push(fitted(frame.cells));
        }
        return;
      case "code":
        if (/\S/.test(frame.text)) {
          this.place({ type: "code", text: trimLines(frame.text), language: frame.language });
        }
        return;
      default:
        this.#closeOther(frame, line);
    }
  }

  #closeOther(frame: Frame, line: Line): void {
    switch (frame.kind) {
      case "list": {
        const { ordered, start, items } = frame;
        if (items.length > 0) this.place({ type: "list", ordered, start, items });
        return;
      }
      case "terms":
        if (frame.entries.length > 0) this.place({ type: "terms", entries: frame.entries });
        return;
      case "table":
        this.#closeTable(frame);
        return;
      case "heading":
        if (line.length > 0) this.place({ type: "heading", level: frame.level, children: line });
        return;
      case "caption":
        if (this.top.kind === "table" && this.top.caption.length === 0) this.top.caption = line;
        else if (line.length > 0) this.place({ type: "paragraph", children: line });
        return;
      case "figure":
      case "figcaption":
        this.#closeFigure(frame, line);
    }
  }

  /** Adds a block where the page has it; loose blocks in lists and tables get the item or cell they lack. */
  place(block: Block): void {
    for (let at = this.#frames.length - 1; at >= 0; at--) {
      const frame = this.#frames[at]!;
      if ("blocks" in frame) {
        // Most hold one block, and an empty list that grows gets a capacity of 17.
        if (frame.blocks.length === 0) frame.blocks = [block];
        else frame.blocks.push(block);
        return;
      }
      if (frame.kind === "list") {
        const last = frame.items.at(-1);
        if (block.type === "list" && last) last.push(block);
        else frame.items.push([block]);
        return;
      }
      if (frame.kind === "terms") {
        frame.entries.push({ isTerm: false, blocks: [block] });
        return;
      }
      if (frame.kind === "row" || frame.kind === "table") {
        const cell = { ...PLAIN_CELL, blocks: [block] };
        if (frame.kind === "row") frame.cells.push(cell);
        else frame.rows.push([cell]);
        return;
      }
    }
  }

  /** A thematic break, where there are blocks before it in the same structure. */
  placeRule(): void {
    const { top } = this;
    if ("blocks" in top && top.blocks.length > 0 && top.blocks.at(-1)?.type !== "rule") {
      top.blocks.push({ type: "rule" });
    }
  }

  /** Closes what is open and returns the blocks of the whole article. */
  finish(): readonly Block[] {
    const root = this.#frames[0]!;
    if (!("blocks" in root)) return [];
    trimRules(root.blocks);
    return root.blocks;
  }

  #closeTable(frame: Extract<Frame, { kind: "table" }>): void {
    const { rows, caption, isPlain } = frame;
    if (rows.length === 0) {
      if (caption.length > 0) this.place({ type: "paragraph", children: caption });
      return;
    }
    const isHeaded = caption.length > 0 || rows.some((row) => row.some(({ header }) => header));
    const isWide = rows.some((row) => row.length >= 2);
    const isGrid = rows.length >= 2 && isWide;
    // Every row has at least one cell.
    if (
      isHeaded ? rows.length >= 2 || isWide : isPlain && isGrid && !rows.some((row) => row.some(holdsProse))
    ) {
      this.place({ type: "table", caption, rows });
      return;
    }
    // Too few of its cells were kept for a table, or it lays the page out in columns.
    if (caption.length > 0) this.place({ type: "paragraph", children: caption });
    for (const { blocks } of rows.flat()) for (const block of blocks) this.place(block);
  }

  #closeFigure(frame: Extract<Frame, { kind: "figure" | "figcaption" }>, caption: Line): void {
    const { pictures } = frame;
    const credit = frame.credit || null;
    if (pictures.length === 0 && caption.length === 0 && credit === null) return;
    const { top } = this;
    const before = "blocks" in top ? top.blocks.at(-1) : undefined;
    // A caption beside its picture instead of around it, as in `<div><img><figcaption>`.
    const isBeside =
      frame.kind === "figcaption" &&
      pictures.length === 0 &&
      before?.type === "figure" &&
      before.pictures.length === 1 &&
      before.caption.length === 0 &&
      before.credit === null;
    if (isBeside && "blocks" in top) {
      top.blocks[top.blocks.length - 1] = { ...before, caption, credit };
      return;
    }
    this.place({ type: "figure", pictures, caption, credit });
  }
}

/** A property that is added to a copy takes 40 bytes more than one in the literal. */
function cellWith({ header, colspan, rowspan }: Omit<Cell, "blocks">, blocks: readonly Block[]): Cell {
  return { header, colspan, rowspan, blocks };
}

function holdsProse({ blocks }: Cell): boolean {
  if (blocks.length === 1) return blocks[0]!.type === "quote";
  const prose = blocks.filter(({ type }) => type !== "figure" && type !== "list" && type !== "code");
  return prose.length >= 2 || prose.some(({ type }) => type === "quote");
}

/** A list without spare capacity, which one that was made with its only item does not have. */
function fitted<T>(grown: T[]): T[] {
  return grown.length > 1 && grown.length < GROWN_LENGTH ? grown.slice() : grown;
}

/** Drops thematic breaks at the end; returns whether anything is left. */
function trimRules(blocks: Block[]): boolean {
  while (blocks.at(-1)?.type === "rule") blocks.pop();
  return blocks.length > 0;
}

function trimLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}
