import { escapeText, escapeValue } from "../../../assemble/index.ts";
import { parsePage } from "../../../default-extract.ts";
import { asNewsError } from "../../../errors/index.ts";
import type { Extractor } from "../../../extractors/index.ts";
import { attribute, type Document, NODE_KIND, rawText, tagName } from "../../../html/index.ts";
import type { Page } from "../../../page/index.ts";
import { foldSpaces, hashText } from "../../../text/index.ts";
import type { BugReport } from "../contract.ts";
import { decide, extractorOf, leafOfNode } from "./judge-leaves.ts";
import type { StudioPage } from "./open-page.ts";

/** The inputs of a report. */
export interface ReportRequest {
  readonly extractor: string;
  /** The node of the text in question. */
  readonly node: number;
  /** Whether words and addresses are replaced. */
  readonly anonymise: boolean;
  readonly version: string;
}

/** Most candidate pages tried: each takes some milliseconds, and later ones remove little. */
const MAX_TRIES = 400;
const MAX_MS = 12_000;
/** Marks the element of the text in question; no method reads it. */
const MARK = "data-galley-reported";

/** The smallest page found that still keeps, or drops, the text in question, as a report to copy. */
export function reportLeaf(opened: StudioPage, request: ReportRequest): BugReport {
  const { page, label } = opened;
  const leaf = leafOfNode(page, request.node);
  const extractor = extractorOf(request.extractor);
  const { kept, reasons } = decide(page, extractor);
  const fault = { isKept: kept[leaf] === 1, extractor, url: request.anonymise ? null : label.url };
  const start = markLeaf(page, leaf, request.anonymise);
  const shrinker = new Shrinker(start, fault);
  const small = shrinker.run();
  const html = small.replace(new RegExp(` ${MARK}="\\d+"`), "");
  const shows = shrinker.startsTrue && showsFault(small, fault);
  const { length } = parsePage(small).leaves.node;
  const markdown = describe({
    ...request,
    isKept: fault.isKept,
    reason: reasons[leaf]!,
    shows,
    html,
    texts: length,
  });
  const nodesAfter = parsePage(small).document.size;
  return { html, markdown, nodesBefore: page.document.size, nodesAfter };
}

/** The markup of a page with the element of a leaf marked, its words replaced on request. */
function markLeaf({ document, leaves }: Page, leaf: number, anonymise: boolean): string {
  const holder = holderOf(document, leaves.node[leaf]!);
  const before = leaves.node.slice(0, leaf).filter((node) => holderOf(document, node) === holder).length;
  const choice: MarkupChoice = {
    isOut: new Uint8Array(document.size),
    mark: { node: holder, name: MARK, value: `${before}` },
  };
  return writeMarkup(document, anonymise ? { ...choice, ...replaced(document) } : choice);
}

interface Fault {
  readonly isKept: boolean;
  readonly extractor: Extractor;
  readonly url: string | null;
}

/** Whether the marked text of a page is still kept or dropped as it was. */
function showsFault(html: string, { isKept, extractor, url }: Fault): boolean {
  try {
    const page = parsePage(html, { url });
    const leaf = markedLeaf(page);
    if (leaf === undefined) return false;
    return (decide(page, extractor).kept[leaf] === 1) === isKept;
  } catch (error) {
    if (asNewsError(error).code === "INTERNAL") throw error;
    return false;
  }
}

/** The leaf that the mark names: the element itself, or one of its own texts by number. */
function markedLeaf({ document, leaves }: Page): number | undefined {
  const marked = markedElement(document);
  const place = Number(marked < 0 ? -1 : attribute(document, marked, MARK));
  const own = [...leaves.node.keys()].filter((leaf) => holderOf(document, leaves.node[leaf]!) === marked);
  return own[place];
}

/** The element of a leaf: what holds a text, or the media itself. */
function holderOf({ kind, parent }: Document, node: number): number {
  return kind[node] === NODE_KIND.text ? parent[node]! : node;
}

/** Removes parts of a page as long as the fault stays (hierarchical delta debugging: larger parts first). */
class Shrinker {
  readonly startsTrue: boolean;
  readonly #fault: Fault;
  readonly #untilMs = performance.now() + MAX_MS;
  #html: string;
  #tries = 0;

  constructor(html: string, fault: Fault) {
    this.#html = html;
    this.#fault = fault;
    this.startsTrue = showsFault(html, fault);
  }

  run(): string {
    if (!this.startsTrue) return this.#html;
    this.#dropAttributes();
    for (let before = -1; before !== this.#html.length && !this.#isOver(); ) {
      before = this.#html.length;
      this.#dropNodes();
      this.#shortenTexts();
    }
    return this.#html;
  }

  #isOver(): boolean {
    return this.#tries >= MAX_TRIES || performance.now() > this.#untilMs;
  }

  /** Replaces the current page by one that is smaller and still shows the fault. */
  #try(document: Document, choice: MarkupChoice): boolean {
    if (this.#isOver()) return false;
    this.#tries++;
    const html = writeMarkup(document, choice);
    if (html.length >= this.#html.length || !showsFault(html, this.#fault)) return false;
    this.#html = html;
    return true;
  }

  #dropAttributes(): void {
    const { document } = parsePage(this.#html);
    const isOut = new Uint8Array(document.size);
    for (const kept of [
      [MARK],
      [MARK, "class", "id"],
      [MARK, "class", "id", "href", "itemprop", "property", "content"],
    ])
      if (this.#try(document, { isOut, keepsAttribute: (name) => kept.includes(name) })) return;
  }

  /** Level by level, halves of what is beside the marked element's ancestors, then smaller groups. */
  #dropNodes(): void {
    const { document } = parsePage(this.#html);
    const isOut = new Uint8Array(document.size);
    const marked = markedElement(document);
    const deepest = depths(document);
    // The mark counts the texts beside it, so they stay.
    const isFree = (node: number) =>
      isOut[node] === 0 && !isAround(document, node, marked) && document.parent[node] !== marked;
    for (let depth = 1; depth < deepest.most && !this.#isOver(); depth++) {
      const level = deepest.at(depth, isFree);
      for (let size = level.length; size >= 1 && !this.#isOver(); size = Math.floor(size / 2))
        for (let from = 0; from < level.length; from += size)
          this.#dropGroup(document, isOut, level.slice(from, from + size));
    }
  }

  #dropGroup(document: Document, isOut: Uint8Array, group: readonly number[]): void {
    const fresh = group.filter((node) => !isWithin(document, isOut, node));
    if (fresh.length === 0) return;
    for (const node of fresh) isOut[node] = 1;
    if (this.#try(document, { isOut })) return;
    for (const node of fresh) isOut[node] = 0;
  }

  /** Texts beside the marked one are cut to a few words. */
  #shortenTexts(): void {
    const { document } = parsePage(this.#html);
    const marked = markedElement(document);
    for (const most of [3, 12, 40]) {
      const text = (own: string, node: number) =>
        document.parent[node] === marked ? own : foldSpaces(own).split(" ").slice(0, most).join(" ");
      if (this.#try(document, { isOut: new Uint8Array(document.size), text })) return;
    }
  }
}

function markedElement(document: Document): number {
  for (let node = 1; node < document.size; node++)
    if (attribute(document, node, MARK) !== undefined) return node;
  return -1;
}

function isAround({ end }: Document, node: number, marked: number): boolean {
  return node <= marked && marked < end[node]!;
}

function isWithin({ parent }: Document, isOut: Uint8Array, node: number): boolean {
  for (let at = node; at > 0; at = parent[at]!) if (isOut[at] === 1) return true;
  return false;
}

/** The nodes of a document by their depth. */
function depths({ size, parent }: Document) {
  const depth = new Int32Array(size);
  const levels: number[][] = [];
  for (let node = 1; node < size; node++) {
    depth[node] = depth[parent[node]!]! + 1;
    const level = levels[depth[node]!] ?? [];
    level.push(node);
    levels[depth[node]!] = level;
  }
  return {
    most: levels.length,
    at: (level: number, isWanted: (node: number) => boolean) => (levels[level] ?? []).filter(isWanted),
  };
}

/** Attributes that can tell what a page is about; class names stay, as methods read them. */
const TELLING =
  /^(?:href|src|srcset|action|alt|title|content|cite|poster|value|placeholder|name|aria-label|data-.*)$/;

/** Words of the same length and shape, the same for the same word; addresses lead to example.org. Code is left out. */
function replaced(document: Document): Pick<MarkupChoice, "text" | "value"> {
  return {
    text: (text, node) => (document.code.get(node) === undefined ? replaceWords(text) : ""),
    value: (value, name) => {
      if (!TELLING.test(name)) return value;
      return /^(?:https?:)?\/|^https?:/i.test(value) ? "https://example.org/" : replaceWords(value);
    },
  };
}

const SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo"];

function replaceWords(text: string): string {
  return text.replace(/\p{L}+|\p{N}+/gu, (word) => {
    if (/^\p{N}/u.test(word)) return "1".repeat(word.length);
    let made = "";
    for (let at = 0; made.length < word.length; at++)
      made += SYLLABLES[(hashText(`${word.toLowerCase()} ${at}`) >>> 0) % SYLLABLES.length]!;
    const cut = made.slice(0, word.length);
    if (word === word.toUpperCase() && word.length > 1) return cut.toUpperCase();
    return /^\p{Lu}/u.test(word) ? cut[0]!.toUpperCase() + cut.slice(1) : cut;
  });
}

interface ReportFacts extends ReportRequest {
  readonly isKept: boolean;
  readonly reason: string;
  readonly shows: boolean;
  readonly html: string;
  readonly texts: number;
}

function describe({
  version,
  extractor,
  isKept,
  reason,
  shows,
  html,
  texts,
  anonymise,
}: ReportFacts): string {
  const outcome = isKept ? "kept a text that is no part of the article" : "dropped a text of the article";
  const words = anonymise ? " Words and addresses were replaced." : "";
  const doubt = shows
    ? ""
    : " The page below does not show it any more: what decides is in the replaced words or in scripts.";
  const longest = Math.max(0, ...[...html.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  // Longer than any run of backquotes in the page.
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `**galley ${version}, extractor \`${extractor}\`**: ${outcome} (${reason}).${words}${doubt}\n\nThe smallest page found, with ${texts} texts:\n\n${fence}html\n${html}\n${fence}\n`;
}

/** Which parts of a document are written, and how. */
interface MarkupChoice {
  /** 1 for nodes that are left out with all below them. */
  readonly isOut: Uint8Array;
  /** Attributes are left out where it returns false. */
  readonly keepsAttribute?: (name: string, node: number) => boolean;
  /** Texts and values as they are written. */
  readonly text?: (text: string, node: number) => string;
  readonly value?: (value: string, name: string) => string;
  /** An extra attribute for one node. */
  readonly mark?: { readonly node: number; readonly name: string; readonly value: string };
}

const VOID: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
/** Elements whose text is written as it is. */
const RAW: ReadonlySet<string> = new Set(["script", "style", "xmp", "plaintext", "noframes", "noembed"]);

/** Writes a part of a document as HTML, for a page that is parsed again. */
function writeMarkup(document: Document, choice: MarkupChoice): string {
  const written: string[] = ["<!doctype html>"];
  const open: { readonly end: number; readonly name: string }[] = [];
  for (let node = 1; node < document.size; ) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= node) written.push(`</${open.pop()!.name}>`);
    if (choice.isOut[node] === 1) {
      node = document.end[node]!;
      continue;
    }
    if (document.kind[node] === NODE_KIND.text) {
      const text = rawText(document, node);
      const own = choice.text?.(text, node) ?? text;
      written.push(RAW.has(open.at(-1)?.name ?? "") ? own : escapeText(own));
    } else {
      const name = tagName(document, node).replace(/^(?:svg|math):/, "");
      written.push(`<${name}${attributesOf(document, node, choice)}>`);
      if (!VOID.has(name)) open.push({ end: document.end[node]!, name });
    }
    node++;
  }
  for (const { name } of open.reverse()) written.push(`</${name}>`);
  return written.join("");
}

function attributesOf({ attributes, attributeStart }: Document, node: number, choice: MarkupChoice): string {
  const { mark } = choice;
  let written = mark?.node === node ? ` ${mark.name}="${mark.value}"` : "";
  for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
    const name = attributes.nameAt(at);
    if (choice.keepsAttribute?.(name, node) === false) continue;
    const value = attributes.valueAt(at);
    written += ` ${name}="${escapeValue(choice.value?.(value, name) ?? value)}"`;
  }
  return written;
}
