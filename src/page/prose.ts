import { attribute, HEADING_TAGS, rawText, TAG, tagTable } from "../html/index.ts";
import { countWordsIn } from "../text/index.ts";
import { leafWords, TEXT_LEAF } from "./leaves.ts";
import { CONSENT_SUBJECTS, WALL_WORDS } from "./notice-words.data.ts";
import type { Page } from "./page.ts";
import { headlineKey } from "./titles.ts";

/** A block of running prose. */
export interface ProseBlock {
  readonly block: number;
  readonly words: number;
}

/** Where pages have their menus, notices and fields. */
const BESIDE_TEXT = tagTable("nav", "header", "footer", "aside", "form");
/** A page that shows this many words of prose has something to read. */
export const MIN_PROSE_WORDS = 30;
/** Shorter blocks are labels and lines of lists, even where they end with a full stop. */
const MIN_BLOCK_WORDS = 10;
/** Blocks with more of their characters in links are menus and teasers. */
const MAX_LINK_SHARE = 0.5;
const SENTENCE_END = /[.!?…。！？।؟۔။።](?:[\p{Pe}\p{Pf}"'\s]|$)/u;

/** A page with more words shows an article besides its request for consent. */
const MAX_WALL_WORDS = 800;
/** Text of more characters has more words than that, in any language. */
const MAX_WALL_CHARACTERS = 16_000;
const MIN_CONSENT_SUBJECTS = 4;

/** The shown blocks with sentences in them, without headings, menus, notices, fields, and requests to subscribe. */
export function findProse(page: Page): readonly ProseBlock[] {
  const { document, blocks } = page;
  const isBeside = new Uint8Array(document.size);
  for (let node = 1; node < document.size; node++) {
    isBeside[node] = isBeside[document.parent[node]!]! | BESIDE_TEXT[document.tag[node]!]!;
  }
  const found: ProseBlock[] = [];
  for (let block = 0; block < blocks.count; block++) {
    const container = blocks.container[block]!;
    if (isBeside[container] === 1 || HEADING_TAGS[document.tag[container]!] === 1) continue;
    const words = countProse(page, block);
    if (words >= MIN_BLOCK_WORDS) found.push({ block, words });
  }
  return found;
}

/** The words of a block; 0 where it has no sentences, or is made of links. */
function countProse(page: Page, block: number): number {
  const { document, leaves, blocks } = page;
  let text = "";
  let words = 0;
  let linked = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) continue;
    const own = rawText(document, leaves.node[leaf]!);
    if (leaves.anchor[leaf]! >= 0) linked += own.length;
    text += own;
    words += leafWords(page, leaf);
  }
  if (linked > text.length * MAX_LINK_SHARE || !SENTENCE_END.test(text)) return 0;
  return WALL_WORDS.test(text) ? 0 : words;
}

/** Whether a page shows a request for consent and hardly anything else. */
export function showsConsent(page: Page): boolean {
  const shown = readShown(page);
  return countWordsIn(shown, 0, shown.length) <= MAX_WALL_WORDS && speaksOfConsent(shown);
}

function readShown({ document, leaves }: Page): string {
  const texts: string[] = [];
  let length = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT_LEAF) continue;
    const own = rawText(document, leaves.node[leaf]!);
    texts.push(own);
    length += own.length;
    if (length > MAX_WALL_CHARACTERS) break;
  }
  return texts.join(" ");
}

/** Whether a text names enough subjects of requests for consent. */
export function speaksOfConsent(text: string): boolean {
  const lower = text.toLowerCase();
  let named = 0;
  for (const [at, words] of CONSENT_SUBJECTS.entries()) {
    if (words.some((word) => lower.includes(word))) named++;
    // Even all the remaining subjects would be too few.
    if (named + CONSENT_SUBJECTS.length - at <= MIN_CONSENT_SUBJECTS) return false;
  }
  return named >= MIN_CONSENT_SUBJECTS;
}

/** A page that shows fewer words and runs scripts is a shell, whatever the words say. */
const MAX_SHELL_WORDS = 100;
/** This many kept words under the headline are a short article. */
const MIN_ARTICLE_WORDS = 25;
/** The types of scripts that run; data for scripts has others. */
const RUNS = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script.*)?$/i;

/** Whether scripts fill the page: it shows next to nothing, such as a request to enable them; `keptWords` are those of the answer. */
export function isShell(page: Page, keptWords: number): boolean {
  if (countShownWords(page, MAX_SHELL_WORDS) >= MAX_SHELL_WORDS) return false;
  if (keptWords >= MIN_ARTICLE_WORDS && showsHeadline(page)) return false;
  return runsScripts(page);
}

/** How many words a page shows; counting ends with the leaf that reaches `most`. */
export function countShownWords(page: Page, most = Number.POSITIVE_INFINITY): number {
  const { count: leafCount, visible } = page.leaves;
  let count = 0;
  for (let leaf = 0; leaf < leafCount && count < most; leaf++) {
    if (visible[leaf] === 1) count += leafWords(page, leaf);
  }
  return count;
}

/** Whether a heading is part of a title that the head states. */
function showsHeadline({ titleCandidates }: Page): boolean {
  const keys = (isHeading: boolean) =>
    titleCandidates
      .filter(({ source }) => (source === "h1") === isHeading)
      .map(({ text }) => headlineKey(text));
  const named = keys(false);
  return keys(true).some((heading) => heading !== "" && named.some((name) => name.includes(heading)));
}

function runsScripts({ document }: Page): boolean {
  for (let node = 0; node < document.size; node++) {
    if (document.tag[node] !== TAG.script) continue;
    if (RUNS.test(attribute(document, node, "type")?.trim() ?? "")) return true;
  }
  return false;
}
