import { type Inline, lineText, type MarkName, type Picture } from "../assemble/index.ts";
import {
  cellCode,
  codeSpan,
  destination,
  escapeLineStart,
  escapeMarkdown,
  escapeSigns,
} from "./markdown-escape.ts";

type Mark = Extract<Inline, { type: "mark" }>;
type Link = Extract<Inline, { type: "link" }>;

const SIGN = /[\p{P}\p{S}]/u;
const GAP = /[\s\p{P}]/u;

const DELIMITERS: Readonly<Partial<Record<MarkName, readonly string[]>>> = {
  // The second spelling serves where the first would touch another run of the same sign.
  strong: ["**", "__"],
  em: ["_", "*"],
  var: ["_", "*"],
  cite: ["_", "*"],
  dfn: ["_", "*"],
  del: ["~~"],
};
const CODES: ReadonlySet<MarkName> = new Set(["code", "kbd", "samp"]);
/** How many pieces ahead are read to learn what character comes next. */
const LOOKAHEAD = 3;

/** A line of inline content as Markdown; line breaks as a backslash at the line's end. */
export function lineMarkdown(line: readonly Inline[]): string {
  const writer = new MarkdownLine(codeSpan);
  writer.writeAll(line, "");
  return writer.text.split("\n").map(escapeLineStart).join("\n");
}

/** A line of inline content as a cell of a table holds it: on one line, every bar escaped. */
export function cellMarkdown(line: readonly Inline[]): string {
  const writer = new MarkdownLine(cellCode);
  writer.writeAll(line, "");
  return writer.text.replaceAll("\\\n", " ");
}

/** A picture as an image; Markdown has no films and sounds, so they are links. */
export function pictureMarkdown({ kind, src, alt }: Picture): string {
  if (kind === "image") return `![${escapeMarkdown(alt ?? "")}](${destination(src)})`;
  return `[${escapeMarkdown(alt ?? kind)}](${destination(src)})`;
}

class MarkdownLine {
  readonly #parts: string[] = [];
  readonly #code: (code: string) => string;
  /** The last character written: whether a mark may open depends on it. */
  #last = "";

  constructor(code: (code: string) => string) {
    this.#code = code;
  }

  get text(): string {
    return this.#parts.join("");
  }

  /** Writes pieces; `after` is the character that will follow them. */
  writeAll(pieces: readonly Inline[], after: string): void {
    for (const [index, piece] of pieces.entries()) {
      if (piece.type === "text") this.#write(escapeSigns(piece.text));
      else if (piece.type === "break") this.#write("\\\n");
      else if (piece.type === "link") this.#writeLink(piece);
      else {
        const ahead = lineText(pieces.slice(index + 1, index + 1 + LOOKAHEAD));
        this.#writeMark(piece, firstOf(ahead) || after);
      }
    }
  }

  #write(part: string): void {
    if (part === "") return;
    this.#parts.push(part);
    this.#last = lastOf(part);
  }

  #writeLink({ href, title, children }: Link): void {
    // An exclamation mark right before a link would make it a picture.
    if (this.#last === "!") this.#parts.push(`${this.#parts.pop()!.slice(0, -1)}\\!`);
    this.#write("[");
    this.writeAll(children, "]");
    const label = title === null ? "" : ` "${escapeSigns(title).replaceAll('"', '\\"')}"`;
    this.#write(`](${destination(href)}${label})`);
  }

  #writeMark({ mark, children }: Mark, next: string): void {
    if (mark === "rp") return;
    if (CODES.has(mark)) {
      const code = lineText(children);
      // A backtick right before would join the fence.
      this.#write(this.#last === "`" ? escapeSigns(code) : this.#code(code));
    } else if (mark === "rt") {
      this.#writeBetween("(", children, ")");
    } else if (mark === "q") {
      this.#writeBetween("\u201c", children, "\u201d");
    } else {
      const delimiter = DELIMITERS[mark]?.find((run) => this.#canDelimit(run, children, next));
      if (delimiter === undefined) this.writeAll(children, next);
      else this.#writeBetween(delimiter, children, delimiter);
    }
  }

  #writeBetween(start: string, children: readonly Inline[], end: string): void {
    this.#write(start);
    this.writeAll(children, firstOf(end));
    this.#write(end);
  }

  /**
   * Whether Markdown reads a run of delimiters as the edges of a mark (CommonMark's flanking rules, read strictly: what
   * might become a sign counts as one). Where it would not, the mark is left out: its words matter more.
   */
  #canDelimit(run: string, children: readonly Inline[], next: string): boolean {
    const last = this.#last;
    if (last !== "" && run.startsWith(last)) return false;
    const isFreeBefore = last === "" || GAP.test(last);
    const isFreeAfter = next === "" || GAP.test(next);
    // Underscores inside a word are letters to Markdown.
    if (run.startsWith("_")) return isFreeBefore && isFreeAfter;
    const opensOnSign = isSign(children[0], firstOf);
    const closesOnSign = isSign(children.at(-1), lastOf);
    return (!opensOnSign || isFreeBefore) && (!closesOnSign || isFreeAfter);
  }
}

function isSign(piece: Inline | undefined, edge: (text: string) => string): boolean {
  return piece?.type !== "text" || SIGN.test(edge(piece.text));
}

function firstOf(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function lastOf(text: string): string {
  return [...text.slice(-2)].at(-1) ?? "";
}
