import { attribute, type Document, TAG, type TagName, tagTable } from "../html/index.ts";
import { linkAddress } from "./address.ts";
import type { Inline, MarkName } from "./content.ts";
import { MARK_OF } from "./elements.data.ts";
import { cleanLabel, foldText } from "./text.ts";

/** An open link or mark; runs with equal keys that touch become one. */
export interface OpenMark {
  readonly key: string;
  readonly end: number;
  readonly name: MarkName | "link";
  readonly href: string;
  readonly title: string | null;
}

interface Piece {
  readonly type: "text";
  text: string;
}

type Level = (Inline | Piece)[];

/** Lines with more pieces store them compactly. */
const LONG_LINE = 1024;
/** An empty line; the first piece replaces it. */
const EMPTY: Level = [];
/** Shared, since poems have many. */
const BREAK: Inline = { type: "break" };

/** Writes one line of inline content; spaces and breaks go between marks, never inside their edges. */
export class LineWriter {
  #levels: Level[] = [EMPTY];
  #open: OpenMark[] = [];
  #space: "" | " " | "\n" = "";
  #hasBreak = false;
  #last = 0;

  /** Whether nothing has been written since the last `take`. */
  get isEmpty(): boolean {
    return this.#last === 0;
  }

  /** A space before what comes next, if something does. */
  space(): void {
    this.#space = " ";
  }

  /** A line break before what comes next, if something does. */
  break(): void {
    this.#hasBreak = true;
  }

  /** White space between two nodes, as the source has it. */
  whiteSpace(source: string, start: number, end: number): void {
    const first = source.charCodeAt(start);
    if (end > start && (isSpace(first) || isSpace(source.charCodeAt(end - 1)))) {
      this.#space = this.#space === " " || first !== 10 ? " " : "\n";
    }
  }

  /** The text of a range of `source`, under the marks that are open there. */
  add(source: string, start: number, end: number, marks: readonly OpenMark[]): void {
    let from = start;
    let to = end;
    while (from < to && isSpace(source.charCodeAt(from))) from++;
    while (to > from && isSpace(source.charCodeAt(to - 1))) to--;
    if (from > start) this.whiteSpace(source, start, from);
    const text = foldText(source.slice(from, to));
    if (text.charCodeAt(0) === 32) this.#space = " ";
    const words = text.trim();
    if (words !== "") this.#append(words, marks);
    if (to < end) this.whiteSpace(source, to, end);
    else if (text.length > 1 && text.endsWith(" ")) this.#space = " ";
  }

  /** What was written, and an empty line for the next. */
  take(): readonly Inline[] {
    this.#space = "";
    this.#hasBreak = false;
    if (this.isEmpty) return EMPTY;
    const line = this.#levels[0]!;
    if (this.#open.length > 0) {
      this.#levels = [EMPTY];
      this.#open = [];
    } else this.#levels[0] = EMPTY;
    this.#last = 0;
    return line;
  }

  #append(text: string, marks: readonly OpenMark[]): void {
    let shared = 0;
    while (shared < this.#open.length && this.#open[shared]!.key === marks[shared]?.key) shared++;
    if (shared < this.#open.length) {
      const level = this.#levels[shared]!;
      if (level.length > LONG_LINE) level.push(compacted(level.pop()!));
      this.#levels.length = shared + 1;
      this.#open.length = shared;
    }
    this.#separate(text);
    if (shared === marks.length) this.#write(text);
    else this.#writeMarked(text, marks, shared);
    this.#last = text.charCodeAt(text.length - 1);
  }

  #separate(text: string): void {
    if (this.#last !== 0) {
      if (this.#hasBreak) this.#put(BREAK);
      else if (this.#space === " ") this.#write(" ");
      else if (this.#space === "\n" && !(isWide(this.#last) && isWide(text.charCodeAt(0)))) this.#write(" ");
    }
    this.#hasBreak = false;
    this.#space = "";
  }

  /** Writes a text under the marks from `first` on, which were not open before it. */
  #writeMarked(text: string, marks: readonly OpenMark[], first: number): void {
    // Inside out, so that every list is made with its content.
    let children: Level = [{ type: "text", text }];
    const opened = [children];
    for (let depth = marks.length - 1; depth > first; depth--) {
      children = [marked(marks[depth]!, children)];
      opened.push(children);
    }
    this.#put(marked(marks[first]!, children));
    for (let depth = first; depth < marks.length; depth++) {
      this.#levels.push(opened.pop()!);
      this.#open.push(marks[depth]!);
    }
  }

  #write(text: string): void {
    const last = this.#levels.at(-1)!.at(-1);
    // Only this writer has seen the piece so far, so it can still grow.
    if (last?.type === "text") (last as Piece).text += text;
    else this.#put({ type: "text", text });
  }

  /** Adds a piece to the innermost level. Most lines are one piece, and an empty list that grows gets a capacity of 17. */
  #put(piece: Inline | Piece): void {
    const level = this.#levels.at(-1)!;
    if (level.length === 0) this.#levels[this.#levels.length - 1] = [piece];
    else level.push(piece);
  }
}

/** A mark without a title around one text in 40 bytes instead of 152: a line can have a million. */
class PlainMark {
  readonly mark: MarkName;
  readonly #text: string;

  constructor(mark: MarkName, text: string) {
    this.mark = mark;
    this.#text = text;
  }

  get type(): "mark" {
    return "mark";
  }

  get title(): null {
    return null;
  }

  get children(): readonly Inline[] {
    return [{ type: "text", text: this.#text }];
  }
}

/** A complete piece in less memory. */
function compacted(piece: Inline): Inline {
  if (piece.type !== "mark" && piece.type !== "link") return piece;
  const [first] = piece.children;
  if (piece.children.length > 1) return { ...piece, children: piece.children.slice() };
  const isPlain = piece.type === "mark" && piece.title === null && first?.type === "text";
  return isPlain ? new PlainMark(piece.mark, first.text) : piece;
}

function marked({ name, href, title }: OpenMark, children: Level): Inline {
  return name === "link"
    ? { type: "link", href, title, children }
    : { type: "mark", mark: name, title, children };
}

function isSpace(code: number): boolean {
  if (code <= 32 || code === 0xa0) return true;
  if (code < 0x1680) return false;
  return (
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x1680
  );
}

function isWide(code: number): boolean {
  return (
    (code >= 0x3000 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff01 && code <= 0xff60)
  );
}

const MARK_OF_ID: ReadonlyMap<number, MarkName> = new Map(
  Object.entries(MARK_OF).map(([tag, mark]) => [TAG[tag as TagName], mark]),
);

/** Elements that mark a run of text. */
export const LINE_TAGS = tagTable("a", ...(Object.keys(MARK_OF) as TagName[]));

/** Marks that change a text: quotation marks, and the brackets of ruby. */
const TEXT_MARKS = ["q", "rt"] as const;
/** Elements of such marks. */
export const TEXT_MARK_TAGS = tagTable(...TEXT_MARKS);

/** Whether an open mark shows in a text. */
export function isTextMark({ name }: OpenMark): boolean {
  return TEXT_MARKS.some((mark) => mark === name);
}

/** Two of these side by side stay separate: their edges carry meaning. */
const UNMERGED: ReadonlySet<MarkName> = new Set(["q", "code", "kbd", "samp", "ruby", "rt"]);

/** The mark of an inline element; undefined for links without a safe address. */
export function makeMark(document: Document, node: number, base: URL | undefined): OpenMark | undefined {
  const end = document.end[node]!;
  const id = document.tag[node]!;
  if (id === TAG.a) {
    const href = linkAddress(attribute(document, node, "href") ?? "", base);
    if (href === undefined) return undefined;
    const title = cleanLabel(attribute(document, node, "title"));
    return { key: `link ${href} ${title ?? ""}`, end, name: "link", href, title };
  }
  const name = MARK_OF_ID.get(id);
  if (name === undefined) return undefined;
  const title = name === "abbr" || name === "dfn" ? cleanLabel(attribute(document, node, "title")) : null;
  const key = UNMERGED.has(name) ? `${name} ${node}` : `${name} ${title ?? ""}`;
  return { key, end, name, href: "", title };
}
