import { escapeText } from "../assemble/index.ts";
import { DATA_TAGS, type Document, MEDIA_TAGS, NODE_KIND, TAG, tagName } from "../html/index.ts";
import type { Page } from "../page/index.ts";
import { seededRandom } from "../text/index.ts";
import { OLD_LINES, OLD_NAMES, OLD_NUMBERS, type OldLines } from "./old-lines.data.ts";

/** The markup that replaces an element's tags: before and after its content. */
interface Tags {
  readonly before: string;
  readonly after: string;
}

const BARE: Tags = { before: "", after: "" };
/** A removed box leaves a space between its words and others. */
const GAP: Tags = { before: " ", after: " " };
const TABLE: Tags = { before: "<table><tr><td>", after: "</td></tr></table>" };
const BOXES = new Set([
  "section",
  "article",
  "main",
  "header",
  "footer",
  "nav",
  "aside",
  "div",
  "details",
  "hgroup",
]);
const LISTS = new Set(["ul", "ol", "dl"]);
const ITEMS = new Set(["li", "dt", "dd"]);
const INLINE = new Set(["span", "time", "small", "mark"]);
const DROPPED = new Set(["svg", "button", "canvas", "video", "audio", "dialog"]);
/** The most lines on each side of the article. */
const MAX_OLD_LINES = { before: 2, after: 3 } as const;
const VOID = new Set(["br", "hr", "img", "wbr", "input", "embed"]);

/**
 * The markup of a page as older sites wrote it: boxes become table cells or go, paragraphs lines with
 * breaks, lists rows of a table, headings bold lines. The words stay in their order, without buttons. A seed draws one
 * style for the page. The odds are rough guesses at pages of 1999 to 2010; what matters is that styles vary. Where it is
 * known which text nodes the article begins and ends with, a few lines of that time are put before and after it.
 */
export function augmentPage(page: Page, seed: number, body?: BodyNodes): string {
  return new Augmenter(page, seededRandom(seed), body).run();
}

/** The first and the last text node of an article. */
interface BodyNodes {
  readonly first: number;
  readonly last: number;
}

class Augmenter {
  readonly #document: Document;
  readonly #language: string;
  readonly #seen: Uint8Array;
  readonly #random: () => number;
  readonly #style: ReturnType<typeof drawStyle>;
  readonly #column: BodyNodes | undefined;

  constructor({ document, leaves, declared }: Page, random: () => number, body?: BodyNodes) {
    this.#document = document;
    this.#language = declared.language?.replace(/[^\w-]/g, "") ?? "";
    this.#random = random;
    this.#style = drawStyle(random);
    this.#seen = new Uint8Array(document.size);
    for (let leaf = 0; leaf < leaves.count; leaf++) {
      if (leaves.visible[leaf] === 1) this.#seen[leaves.node[leaf]!] = 1;
    }
    this.#column = body && this.#findColumn(body);
  }

  run(): string {
    const { size, kind, tag, end } = this.#document;
    const body = tag.indexOf(TAG.body);
    if (body < 0) return "";
    const parts = [`<html lang="${this.#language}"><body>`];
    const open: { readonly end: number; readonly after: string }[] = [];
    for (let node = body + 1; node < Math.min(size, end[body]!); node++) {
      while (open.length > 0 && open.at(-1)!.end <= node) parts.push(open.pop()!.after);
      if (node === this.#column?.first) parts.push(this.#oldLines("before"));
      const linesAfter = node === this.#column?.last ? this.#oldLines("after") : "";
      if (kind[node] === NODE_KIND.text) {
        if (this.#seen[node] === 1) parts.push(escapeText(this.#textOf(node)));
        parts.push(linesAfter);
        continue;
      }
      const name = tagName(this.#document, node);
      if (DATA_TAGS[tag[node]!] === 1 || DROPPED.has(name)) {
        node = end[node]! - 1;
        continue;
      }
      if (MEDIA_TAGS[tag[node]!] === 1) {
        if (this.#seen[node] === 1) parts.push("<img>");
        node = end[node]! - 1;
        continue;
      }
      if (VOID.has(name)) {
        parts.push(`<${name}>`);
        continue;
      }
      const { before, after } = this.#tagsFor(name);
      parts.push(before);
      open.push({ end: end[node]!, after: after + linesAfter });
    }
    for (const { after } of open.toReversed()) parts.push(after);
    return parts.join("");
  }

  /** The highest elements that begin and end with an article's text and do not hold all of it: its first and last paragraph. */
  #findColumn({ first, last }: BodyNodes): BodyNodes {
    const { size, parent, end } = this.#document;
    const before = this.#seen.lastIndexOf(1, first - 1);
    const after = this.#seen.indexOf(1, last + 1);
    const column = { first, last };
    for (let up = parent[first]!; up > before && up > 0 && end[up]! <= last; up = parent[up]!)
      column.first = up;
    for (let up = parent[last]!; up > first && end[up]! <= (after < 0 ? size : after); up = parent[up]!)
      column.last = up;
    return column;
  }

  /** A few lines of the page's language or none, all in one style. */
  #oldLines(side: keyof OldLines): string {
    const languages: Readonly<Record<string, OldLines>> = OLD_LINES;
    const lines = (languages[this.#language.slice(0, 2).toLowerCase()] ?? OLD_LINES.en)[side];
    const own = PARAGRAPHS[this.#style.paragraph];
    const box = this.#pick([
      own,
      own,
      own,
      plain("div"),
      plain("p"),
      TABLE,
      { before: "<hr>", after: "<br>" },
    ]);
    const format = this.#pick([
      BARE,
      BARE,
      plain("i"),
      plain("font"),
      plain("b"),
      plain("small"),
      plain("em"),
    ]);
    const count = Math.floor(this.#random() * (MAX_OLD_LINES[side] + 1));
    const made = Array.from({ length: count }, () => {
      const line = this.#fillIn(escapeText(this.#pick(lines)));
      return box.before + format.before + line + format.after + box.after;
    });
    return made.join("");
  }

  #fillIn(line: string): string {
    return line.replace(/\[(.*?)\]/g, "<a>$1</a>").replace(/\{(\w+)\}/g, (_, name: string) => {
      const names = OLD_NAMES[name];
      if (names !== undefined) return this.#pick(names);
      const [from, to] = OLD_NUMBERS[name] ?? [0, 0];
      return String(from + Math.floor(this.#random() * (to - from + 1)));
    });
  }

  #pick<Choice>(choices: readonly Choice[]): Choice {
    return choices[Math.floor(this.#random() * choices.length)]!;
  }

  #tagsFor(name: string): Tags {
    const { list, heading, paragraph, keepsSections, bold, italic } = this.#style;
    if (BOXES.has(name)) return keepsSections && name !== "div" ? plain(name) : this.#box();
    if (name === "p") return PARAGRAPHS[paragraph];
    if (LISTS.has(name)) return list === "list" ? plain(name) : LIST_STYLES[list].around;
    if (ITEMS.has(name)) return list === "list" ? plain(name) : LIST_STYLES[list].item;
    if (/^h[1-6]$/.test(name)) return heading === "heading" ? plain(name) : HEADINGS[heading];
    if (INLINE.has(name)) return this.#inline();
    if (name === "strong") return plain(bold);
    if (name === "em") return plain(italic);
    if (name === "figure") return this.#random() < 0.5 ? TABLE : plain("div");
    if (name === "figcaption")
      return this.#random() < 0.5 ? plain("font") : { before: "<br>", after: "<br>" };
    return name.includes("-") || name.includes(":") ? GAP : plain(name);
  }

  #box(): Tags {
    if (this.#random() < this.#style.dropShare) return GAP;
    if (this.#random() < this.#style.tableShare) return TABLE;
    return plain(this.#random() < 0.1 ? "center" : "div");
  }

  #inline(): Tags {
    const { inline } = this.#style;
    if (inline === "span") return plain("span");
    return inline === "font" && this.#random() < 0.5 ? plain("font") : BARE;
  }

  #textOf(node: number): string {
    return this.#document.text.slice(this.#document.textStart[node], this.#document.textEnd[node]);
  }
}

const PARAGRAPHS = {
  paragraph: plain("p"),
  breaks: { before: "", after: "<br><br>" },
  font: { before: "<p><font>", after: "</font></p>" },
  "paragraph and break": { before: "<p>", after: "</p><br>" },
} as const satisfies Record<string, Tags>;

const LIST_STYLES = {
  breaks: { around: GAP, item: { before: "", after: "<br>" } },
  rows: {
    around: { before: "<table>", after: "</table>" },
    item: { before: "<tr><td>", after: "</td></tr>" },
  },
  cells: {
    around: { before: "<table><tr>", after: "</tr></table>" },
    item: { before: "<td>", after: "</td>" },
  },
} as const satisfies Record<string, { around: Tags; item: Tags }>;

const HEADINGS = {
  bold: { before: "<b>", after: "</b><br>" },
  font: { before: "<font><b>", after: "</b></font><br>" },
} as const satisfies Record<string, Tags>;

function drawStyle(random: () => number) {
  const draw = <Choice>(...choices: readonly (readonly [odds: number, choice: Choice])[]): Choice => {
    let left = random() * choices.reduce((sum, [odds]) => sum + odds, 0);
    for (const [odds, choice] of choices) {
      left -= odds;
      if (left < 0) return choice;
    }
    return choices[0]![1];
  };
  return {
    tableShare: draw([1, 0], [2, 0.35], [2, 0.7]),
    dropShare: draw([1, 0], [2, 0.3], [1, 0.6]),
    paragraph: draw<keyof typeof PARAGRAPHS>(
      [5, "paragraph"],
      [3, "breaks"],
      [1, "font"],
      [1, "paragraph and break"],
    ),
    list: draw<keyof typeof LIST_STYLES | "list">([3, "list"], [3, "breaks"], [3, "rows"], [1, "cells"]),
    heading: draw<keyof typeof HEADINGS | "heading">([3, "heading"], [3, "bold"], [2, "font"]),
    inline: draw<"span" | "font" | "none">([2, "span"], [3, "font"], [4, "none"]),
    bold: draw([7, "b"], [3, "strong"]),
    italic: draw([7, "i"], [3, "em"]),
    keepsSections: draw([1, true], [4, false]),
  };
}

function plain(name: string): Tags {
  return { before: `<${name}>`, after: `</${name}>` };
}
