import {
  type Inline,
  LineWriter,
  lineText,
  type MarkName,
  type OpenMark,
  type Picture,
} from "../assemble/index.ts";
import { SUBSCRIPTS, SUPERSCRIPTS } from "./scripts.data.ts";

type Mark = Extract<Inline, { type: "mark" }>;
type Link = Extract<Inline, { type: "link" }>;

const SIGN = /[\p{P}\p{S}]/u;
/** White space and punctuation. Symbols and characters beyond U+FFFF are letters to some parsers. */
const GAP = /[\s\p{P}]/u;
const CODE = "code";

const DELIMITERS: Readonly<Record<string, readonly string[]>> = {
  // The second spelling serves where the first would touch another run of the same delimiter.
  strong: ["**", "__"],
  em: ["_", "*"],
  del: ["~~"],
};

/** A line of inline content as Markdown; line breaks as a backslash at the line's end. */
export function lineMarkdown(line: readonly Inline[], options: LineOptions): string {
  return write(line, options, codeSpan).split("\n").map(escapeLineStart).join("\n");
}

/** A line of inline content after a sign of Markdown, such as a heading's. */
export function headingLine(line: readonly Inline[], options: LineOptions): string {
  return write(line, { ...options, isOneLine: true, isBold: true }, codeSpan);
}

/** A caption, set apart from the body by emphasis. */
export function captionMarkdown(caption: readonly Inline[], options: LineOptions): string {
  const children = [{ type: "mark", mark: "em", title: null, children: caption }] as const;
  return lineMarkdown(children, { ...options, isOneLine: true });
}

/** A line of inline content as a cell of a table holds it: on one line, every bar escaped. */
export function cellMarkdown(line: readonly Inline[], options: LineOptions): string {
  return write(line, { ...options, isOneLine: true }, cellCode);
}

/** A picture as an image; Markdown has no films and sounds, so they are links. */
export function pictureMarkdown({ kind, src, alt }: Picture): string {
  // A picture inside its own address would be longer than the article.
  if (src.startsWith("data:")) return "";
  if (kind === "image") return `![${escapeSigns(alt ?? "")}](${destination(src)})`;
  return `[${escapeSigns(alt ?? kind)}](${destination(src)})`;
}

/** How code is written; undefined where only text will do. */
type CodeWriter = (code: string) => string | undefined;

function write(line: readonly Inline[], options: LineOptions, code: CodeWriter): string {
  const writer = new MarkdownLine(code);
  writer.writeAll(markdownMarks(line, options), "");
  return writer.text;
}

class MarkdownLine {
  readonly #parts: string[] = [];
  readonly #code: CodeWriter;
  /** Pending text: escapes depend on what follows, and marks that are left out separate nothing. */
  #text = "";
  /** The last character: it decides whether a mark can open. */
  #last = "";

  constructor(code: CodeWriter) {
    this.#code = code;
  }

  get text(): string {
    this.#write("");
    return this.#parts.join("");
  }

  /** Writes pieces; `after` is the character that will follow them. */
  writeAll(pieces: readonly Inline[], after: string): void {
    for (const [index, piece] of pieces.entries()) {
      if (piece.type === "text") this.#addText(piece.text);
      else if (piece.type === "break") this.#write("\\\n");
      else if (piece.type === "link") this.#writeLink(piece);
      else if (piece.mark === CODE) this.#writeCode(plainText(piece.children));
      else this.#writeMark(piece, startOf(pieces[index + 1]) ?? after);
    }
  }

  #addText(text: string): void {
    this.#text += text;
    this.#last = lastOf(text);
  }

  /** Writes the text up to here, then signs of Markdown. */
  #write(signs: string): void {
    if (this.#text !== "") this.#parts.push(escapeSigns(this.#text));
    this.#text = "";
    if (signs === "") return;
    this.#parts.push(signs);
    this.#last = lastOf(signs);
  }

  #writeLink({ href, title, children }: Link): void {
    // An exclamation mark right before a link would make it a picture.
    if (this.#text.endsWith("!")) {
      this.#text = this.#text.slice(0, -1);
      this.#write("\\!");
    }
    this.#write("[");
    this.writeAll(children, "]");
    const label = title === null ? "" : ` "${escapeSigns(title).replaceAll('"', '\\"')}"`;
    this.#write(`](${destination(href)}${label})`);
  }

  #writeCode(code: string): void {
    // A backtick right before would join the fence.
    const span = this.#last === "`" ? undefined : this.#code(code);
    if (span === undefined) this.#addText(code);
    else this.#write(span);
  }

  #writeMark({ mark, children }: Mark, next: string): void {
    const delimiter = DELIMITERS[mark]?.find((run) => this.#canDelimit(run, children, next));
    if (delimiter === undefined) {
      this.writeAll(children, next);
      return;
    }
    this.#write(delimiter);
    this.writeAll(children, firstOf(delimiter));
    this.#write(delimiter);
  }

  /**
   * Whether Markdown reads a run of delimiters as the edges of a mark (CommonMark's flanking rules, read strictly: what
   * might become a sign counts as one). Where it would not, the mark is left out: its words matter more.
   */
  #canDelimit(run: string, children: readonly Inline[], next: string): boolean {
    const last = this.#last;
    if ((last !== "" && run.startsWith(last)) || (next !== "" && run.startsWith(next))) return false;
    const isFreeBefore = isGap(last);
    const isFreeAfter = isGap(next);
    // Underscores inside a word are letters to Markdown, and so are tildes to parsers without GFM.
    if (!run.startsWith("*")) return isFreeBefore && isFreeAfter;
    const opensOnSign = isSign(children[0], firstOf);
    const closesOnSign = isSign(children.at(-1), lastOf);
    return (!opensOnSign || isFreeBefore) && (!closesOnSign || isFreeAfter);
  }
}

/** The first character of a piece as it will be written; of a mark that of its text, since the mark can be left out. */
function startOf(piece: Inline | undefined): string | undefined {
  if (piece === undefined) return undefined;
  if (piece.type === "break") return "\n";
  if (piece.type === "link") return "[";
  if (piece.type === "text") return firstOf(piece.text);
  return startOf(piece.children[0]);
}

/** Whether there is nothing, or what every parser reads as a gap. */
function isGap(character: string): boolean {
  return character === "" || (character.length === 1 && GAP.test(character));
}

function plainText(pieces: readonly Inline[]): string {
  return pieces.map((piece) => (piece.type === "text" ? piece.text : " ")).join("");
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

/** Signs that mean something anywhere in a line. */
const SIGNS = /[\\`*[\]~|]/g;
/** An underscore inside a word means nothing; at a word's edge it can open emphasis. */
const UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const ENTITY = /&(?=#?[a-zA-Z0-9]+;)/g;

/**
 * Signs at the start of a line that would begin a heading, list or quotation, or make the line a rule or the
 * underline of a heading or table (where bars have a backslash already).
 */
const LINE_STARTS = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=(?=[=\s]*$)|[-:](?=[-:\s|\\]*$))/;
const LIST_NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** Text that Markdown shows as it is, apart from signs that only mean something at the start of a line. */
export function escapeSigns(text: string): string {
  return text
    .replace(SIGNS, "\\$&")
    .replace(UNDERSCORE, "\\_")
    .replace(ENTITY, "&amp;")
    .replaceAll("<", "&lt;");
}

/** A line that begins no heading, list, quotation or rule by what its text happens to start with. */
function escapeLineStart(line: string): string {
  return line.replace(LINE_STARTS, "\\$&").replace(LIST_NUMBER, "$1\\$2");
}

/** The address of a link, without anything that could end it early. */
function destination(address: string): string {
  return address
    .replace(/[<>\s]/g, (character) => encodeURIComponent(character))
    .replace(/[\\()|`]/g, "\\$&")
    .replace(ENTITY, "&amp;");
}

/** Code between backticks, more of them than the code itself has in a row. */
function codeSpan(code: string): string {
  const flat = code.replaceAll("\n", " ");
  const fence = "`".repeat(longestRun(flat) + 1);
  const pad = flat.startsWith("`") || flat.endsWith("`") ? " " : "";
  return fence + pad + flat + pad + fence;
}

/**
 * Code between backticks inside a table, where bars need a backslash even in code. Parsers disagree on a bar after a
 * backslash: undefined for such code, which is written as text.
 */
export function cellCode(code: string): string | undefined {
  return code.includes("\\|") ? undefined : codeSpan(code).replaceAll("|", "\\|");
}

/** The longest run of backticks in a text. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** What a line can hold besides its words. */
export interface LineOptions {
  /** Whether an address leads to a place on the article's own page, which Markdown does not have. */
  readonly isInPage: (href: string) => boolean;
  /** Whether breaks become spaces: headings, captions and cells are one line. */
  readonly isOneLine?: boolean;
  /** Whether bold is left out: a heading is bold as a whole. */
  readonly isBold?: boolean;
}

type MarkdownMark = "strong" | "em" | "del" | "code";

/** The marks that Markdown has, by the mark of the page; all others leave their words. */
const MARKDOWN_MARKS: Readonly<Partial<Record<MarkName, MarkdownMark>>> = {
  strong: "strong",
  em: "em",
  var: "em",
  cite: "em",
  dfn: "em",
  del: "del",
  code: "code",
  kbd: "code",
  samp: "code",
};
/** Signs of links from a footnote back to the text. */
const BACK_LINK = /^(?:[\u2191\u21a9\u21b5\u2934^\s]|\ufe0e|\ufe0f)+$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Ordinals and abbreviations (1st, Mlle, TM) read as well on the line. */
const RAISED_WORD = /^(?:(?!\p{Script=Greek})[\p{L}\p{M}\s.]){2,}$|^[\p{Script=Greek}\p{M}\s.]{2,}$/u;
/** Small print between `sup` is hard to read in raised letters: a long word, or several. */
const SMALL_PRINT = /\p{L}{4}|\p{L}{2}\s|\s\p{L}{2}/u;
/** A short formula: Latin and Greek letters with a digit, a Greek letter or an operator among them. */
const FORMULA =
  /^(?=.*[\d\p{Script=Greek}+*/=\u2212\u00d7\u00b7-])[A-Za-z\d\p{Script=Greek}+*/=\u2212\u00d7\u00b7().,-]{1,20}$/u;
/** Balanced brackets, so that those around a formula stay readable. */
const BALANCED = /^[^()]*(?:\([^()]*\)[^()]*)*$/;

/**
 * A line with the marks that Markdown has and no others: `strong`, `em`, `del` and `code`, each with text in it and at
 * most once around any word; raised and lowered text in Unicode's own characters.
 */
function markdownMarks(line: readonly Inline[], options: LineOptions): readonly Inline[] {
  return new MarkTranslator(options).translate(line);
}

class MarkTranslator {
  readonly #writer = new LineWriter();
  readonly #options: LineOptions;
  #codes = 0;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  translate(line: readonly Inline[]): readonly Inline[] {
    this.#addAll(line, [], (text) => text);
    return this.#writer.take();
  }

  #addAll(pieces: readonly Inline[], marks: readonly OpenMark[], spell: (text: string) => string): void {
    for (const piece of pieces) {
      if (piece.type === "text") this.#add(spell(piece.text), marks);
      else if (piece.type === "break") this.#addBreak();
      else if (piece.type === "link") this.#addLink(piece, marks, spell);
      else this.#addMark(piece, marks, spell);
    }
  }

  #add(text: string, marks: readonly OpenMark[]): void {
    this.#writer.add(text, 0, text.length, marks);
  }

  #addBreak(): void {
    if (this.#options.isOneLine) this.#writer.space();
    else this.#writer.break();
  }

  #addLink(
    { href, title, children }: Extract<Inline, { type: "link" }>,
    marks: readonly OpenMark[],
    spell: (text: string) => string,
  ): void {
    if (!this.#options.isInPage(href)) {
      const link: OpenMark = { key: `link ${href} ${title ?? ""}`, end: 0, name: "link", href, title };
      this.#addAll(children, [...marks, link], spell);
    } else if (BACK_LINK.test(lineText(children))) {
      this.#writer.space();
    } else {
      this.#addAll(children, marks, spell);
    }
  }

  #addMark(
    { mark, children }: Extract<Inline, { type: "mark" }>,
    marks: readonly OpenMark[],
    spell: (text: string) => string,
  ): void {
    const name = MARKDOWN_MARKS[mark];
    if (mark === "sub" || mark === "sup") this.#addScript(mark, children, marks);
    else if (mark === "q") this.#addBetween("\u201c", children, "\u201d", marks);
    else if (mark === "rt") this.#addBetween("(", children, ")", marks);
    else if (name === "code") {
      // Two pieces of code side by side stay two.
      const code = lineText(children).replaceAll("\n", " ");
      this.#add(code, [...marks, openMark(name, `code ${this.#codes++}`)]);
    } else if (name === undefined || (name === "strong" && this.#options.isBold)) {
      this.#addAll(children, marks, spell);
    } else {
      const isOpen = marks.some((open) => open.name === name);
      this.#addAll(children, isOpen ? marks : [...marks, openMark(name, name)], spell);
    }
  }

  #addBetween(start: string, children: readonly Inline[], end: string, marks: readonly OpenMark[]): void {
    this.#add(start, marks);
    this.#addAll(children, marks, (text) => text);
    this.#add(end, marks);
  }

  /** Raised or lowered text: in Unicode's own characters, a formula without them in brackets, words on the line. */
  #addScript(mark: "sub" | "sup", children: readonly Inline[], marks: readonly OpenMark[]): void {
    const table = mark === "sup" ? SUPERSCRIPTS : SUBSCRIPTS;
    const text = lineText(children);
    const hasAll = [...text].every((sign) => table.has(sign) || !LETTER_OR_DIGIT.test(sign));
    const isWords = SMALL_PRINT.test(text) || (mark === "sup" && RAISED_WORD.test(text));
    if (hasAll && !isWords) {
      this.#addAll(children, marks, (words) => [...words].map((sign) => table.get(sign) ?? sign).join(""));
    } else if (!isWords && FORMULA.test(text) && BALANCED.test(text)) {
      this.#addBetween(mark === "sup" ? "^(" : "_(", children, ")", marks);
    } else {
      this.#addAll(children, marks, (words) => words);
    }
  }
}

function openMark(name: MarkdownMark, key: string): OpenMark {
  return { key, end: 0, name, href: "", title: null };
}
