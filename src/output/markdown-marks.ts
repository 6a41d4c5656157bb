import { type Inline, LineWriter, lineText, type MarkName, type OpenMark } from "../assemble/index.ts";
import { SUBSCRIPTS, SUPERSCRIPTS } from "./scripts.data.ts";

/** What a line may hold besides its words. */
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
/** Every bracket has its other half, so that those around a formula are no riddle. */
const BALANCED = /^[^()]*(?:\([^()]*\)[^()]*)*$/;

/**
 * A line with the marks that Markdown has and no others: `strong`, `em`, `del` and `code`, each with text in it and at
 * most once around any word; raised and lowered text in characters of their own.
 */
export function markdownMarks(line: readonly Inline[], options: LineOptions): readonly Inline[] {
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
