import { type Document, NODE_KIND } from "../../html/index.ts";
import { BOX } from "../style/properties.ts";
import type { Styles } from "../style/styles.ts";
import { FAMILY_FACTORS, RANGE_WIDTHS, SANS_WIDTHS, SERIF_WIDTHS } from "./glyph-widths.data.ts";

/** Bits for white space at the ends of a text. */
export const EDGE = { before: 1, after: 2 } as const;

const SPACE = 0x20;
const NEWLINE = 0x0a;
const MONO_WIDTH = 0.6;
/** Bold letters are about 7 % wider. */
const BOLD = 1.07;
const BOLD_FROM = 600;
const MONO = /mono|courier|consolas|menlo/i;
const SERIF = /times|georgia|(?:^|[^-])\bserif|garamond|palatino|cambria|merriweather|playfair|lora/i;
const SANS = /sans|arial|helvetica|verdana|tahoma|system-ui|roboto/i;
const PRESERVED = 2;
/** South-East Asian scripts break lines between words without writing spaces; assume short words. */
const UNSPACED_WORD = 2;

/** Letter widths of a font family. */
interface Face {
  readonly widths: Float32Array;
  readonly factor: number;
}

/** Unwrapped sizes of the displayed text nodes: parallel arrays over nodes. */
export class TextSizes {
  /** In pixels, with white space collapsed and trimmed. */
  readonly width: Float32Array;
  readonly longestWord: Float32Array;
  /** Number of unbreakable pieces; 0 where the text is blank. */
  readonly words: Uint32Array;
  /** Bits of `EDGE`. */
  readonly edges: Uint8Array;
  readonly #document: Document;
  readonly #styles: Styles;
  readonly #faces: Face[] = [];

  constructor(document: Document, styles: Styles) {
    const { size, kind, parent } = document;
    this.#document = document;
    this.#styles = styles;
    this.width = new Float32Array(size);
    this.longestWord = new Float32Array(size);
    this.words = new Uint32Array(size);
    this.edges = new Uint8Array(size);
    const display = styles.codes("display");
    for (let node = 1; node < size; node++) {
      if (kind[node] === NODE_KIND.text && display[parent[node]!] !== BOX.none) this.#measure(node);
    }
  }

  space(element: number): number {
    return this.#scale(element) * this.#face(element).widths[SPACE]!;
  }

  #measure(node: number): void {
    const { text, textStart, textEnd, parent } = this.#document;
    const element = parent[node]!;
    const { widths } = this.#face(element);
    const isPreserved = this.#styles.codes("white-space")[element]! >= PRESERVED;
    const end = textEnd[node]!;
    let total = 0;
    let word = 0;
    let longest = 0;
    let words = 0;
    let isBetween = true;
    const start = textStart[node]!;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code <= SPACE) {
        if (isPreserved && code === NEWLINE) words++;
        isBetween = true;
        continue;
      }
      const width = code < widths.length ? widths[code]! : rangeWidth(code);
      if (isBetween && words > 0) total += widths[SPACE]!;
      if (isBetween || width === 1 || (word > UNSPACED_WORD && isUnspaced(code))) {
        longest = Math.max(longest, word);
        words++;
        word = 0;
      }
      isBetween = false;
      word += width;
      total += width;
    }
    const scale = this.#scale(element);
    this.width[node] = total * scale;
    this.longestWord[node] = Math.max(longest, word) * scale;
    this.words[node] = total === 0 ? 0 : Math.max(1, words);
    if (end > start) this.edges[node] = edgesOf(text.charCodeAt(start), text.charCodeAt(end - 1));
  }

  #scale(element: number): number {
    const { fontSize, fontWeight } = this.#styles;
    const bold = fontWeight[element]! >= BOLD_FROM ? BOLD : 1;
    return fontSize[element]! * bold * this.#face(element).factor;
  }

  #face(element: number): Face {
    const code = this.#styles.fontFamily[element]!;
    const known = this.#faces[code];
    if (known !== undefined) return known;
    const face = faceOf(this.#styles.families[code] ?? "");
    this.#faces[code] = face;
    return face;
  }
}

function isUnspaced(code: number): boolean {
  // Thai, Lao, Tibetan and Burmese; Khmer.
  return (code >= 0xe00 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800);
}

function edgesOf(first: number, last: number): number {
  return (first <= SPACE ? EDGE.before : 0) | (last <= SPACE ? EDGE.after : 0);
}

let tables: Readonly<Record<"sans" | "serif" | "mono", Float32Array>> | undefined;

function makeTables(): NonNullable<typeof tables> {
  const sans = widthTable(SANS_WIDTHS);
  const mono = sans.map((width, code) => (code < 0x80 && width > 0 ? MONO_WIDTH : width));
  return { sans, serif: widthTable(SERIF_WIDTHS), mono };
}

function faceOf(stack: string): Face {
  tables ??= makeTables();
  const first = stack.split(",")[0] ?? "";
  const [, factor] = FAMILY_FACTORS.find(([pattern]) => pattern.test(first)) ?? [];
  if (MONO.test(first)) return { widths: tables.mono, factor: 1 };
  const isSerif = SERIF.test(first) || (!SANS.test(stack) && SERIF.test(stack));
  return { widths: isSerif ? tables.serif : tables.sans, factor: factor ?? 1 };
}

/** Widths in parts of the font size, up to the scripts of Europe and the Near East. */
function widthTable(ascii: readonly number[]): Float32Array {
  const table = new Float32Array(0x700);
  for (let code = 0; code < table.length; code++) {
    table[code] = code < 0x80 ? (ascii[code - SPACE] ?? 0) / 1000 : rangeWidth(code);
  }
  return table;
}

function rangeWidth(code: number): number {
  let low = 0;
  let high = RANGE_WIDTHS.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (RANGE_WIDTHS[middle]![0] <= code) low = middle;
    else high = middle - 1;
  }
  return RANGE_WIDTHS[low]![1] / 1000;
}
