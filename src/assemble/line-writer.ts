import { foldText, isClean } from "./clean-text.ts";
import type { Inline, MarkName } from "./content.ts";

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

const NOTHING: readonly Inline[] = [];

/** Writes one line of inline content; spaces and breaks go between marks, never inside their edges. */
export class LineWriter {
  #levels: Level[] = [[]];
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
    let endsInSpace = false;
    if (isClean(source, from, to)) {
      if (from < to) this.#append(source.slice(from, to), marks);
    } else {
      const text = foldText(source.slice(from, to));
      if (text.charCodeAt(0) === 32) this.#space = " ";
      endsInSpace = text.length > 1 && text.endsWith(" ");
      const words = text.trim();
      if (words !== "") this.#append(words, marks);
    }
    if (to < end) this.whiteSpace(source, to, end);
    else if (endsInSpace) this.#space = " ";
  }

  /** What was written, and an empty line for the next. */
  take(): readonly Inline[] {
    this.#space = "";
    this.#hasBreak = false;
    if (this.isEmpty) return NOTHING;
    const line = this.#levels[0]!;
    this.#levels = [[]];
    this.#open = [];
    this.#last = 0;
    return line;
  }

  #append(text: string, marks: readonly OpenMark[]): void {
    let shared = 0;
    while (shared < this.#open.length && this.#open[shared]!.key === marks[shared]?.key) shared++;
    if (shared < this.#open.length) {
      this.#levels.length = shared + 1;
      this.#open.length = shared;
    }
    this.#separate(text);
    for (let depth = shared; depth < marks.length; depth++) this.#push(marks[depth]!);
    this.#write(text);
    this.#last = text.charCodeAt(text.length - 1);
  }

  #separate(text: string): void {
    if (this.#last !== 0) {
      if (this.#hasBreak) this.#levels.at(-1)!.push({ type: "break" });
      else if (this.#space === " ") this.#write(" ");
      else if (this.#space === "\n" && !(isWide(this.#last) && isWide(text.charCodeAt(0)))) this.#write(" ");
    }
    this.#hasBreak = false;
    this.#space = "";
  }

  #push(mark: OpenMark): void {
    const children: Level = [];
    const { name, href, title } = mark;
    this.#levels
      .at(-1)!
      .push(
        name === "link"
          ? { type: "link", href, title, children }
          : { type: "mark", mark: name, title, children },
      );
    this.#levels.push(children);
    this.#open.push(mark);
  }

  #write(text: string): void {
    const level = this.#levels.at(-1)!;
    const last = level.at(-1);
    // Only this writer has seen the piece so far, so it may still grow.
    if (last?.type === "text") (last as Piece).text += text;
    else level.push({ type: "text", text });
  }
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
