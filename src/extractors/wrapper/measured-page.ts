import {
  type Document,
  HEADING_TAGS,
  NODE_FLAG,
  NODE_KIND,
  TAG,
  type TagName,
  tagTable,
} from "../../html/index.ts";
import { DEFAULT_SCREEN, isLeafShown, MAKES_BOX } from "../../layout/index.ts";
import { headlineKey, type Layout, type Page, type Screen, siteNames, TEXT_LEAF } from "../../page/index.ts";
import { countInk, countWordsIn } from "../../text/index.ts";

/** Whether positions on the screen count ("strict", complete layouts) or only the vertical order ("soft"). */
export type Manner = "strict" | "soft";

const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.noscript | NODE_FLAG.template | NODE_FLAG.foreign;

/** Below the mean word length of any language that writes spaces. */
const MIN_WORD_INK = 3;

/** Number of screens in which bodies start and titles end. */
const SCREENS = {
  one: 1,
  two: 2,
  any: Number.POSITIVE_INFINITY,
  order: Number.POSITIVE_INFINITY,
} as const satisfies Record<ScreenChoice, number>;

/** A page as the wrapper measures it: boxes, and sums over subtrees in constant time. */
export class MeasuredPage {
  readonly page: Page;
  readonly document: Document;
  readonly layout: Layout;
  readonly settings: WrapperSettings;
  readonly manner: Manner;
  /** Bodies start and titles end above this, in pixels from the page top. */
  readonly reach: number;
  /** How many leaves come before each node. */
  readonly #leavesBefore: Int32Array;
  readonly #shown: Uint8Array;
  readonly #words: Int32Array;
  readonly #linkWords: Int32Array;
  readonly #ink: Int32Array;
  #formatting: Formatting | undefined;
  #tops: Float32Array | undefined;
  #largestFont: number | undefined;
  #stated: Stated | undefined;

  constructor(page: Page, layout: Layout, settings: WrapperSettings, manner: Manner) {
    this.page = page;
    this.document = page.document;
    this.layout = layout;
    this.settings = settings;
    this.manner = manner;
    this.reach = SCREENS[manner === "strict" ? settings.firstScreens : "any"] * layout.screen.height;
    const { count, node, anchor } = page.leaves;
    this.#leavesBefore = leavesBefore(page);
    this.#shown = new Uint8Array(count);
    this.#words = new Int32Array(count + 1);
    this.#linkWords = new Int32Array(count + 1);
    this.#ink = new Int32Array(count + 1);
    const { text, textStart, textEnd } = page.document;
    const toItself = linksToItself(page);
    for (let leaf = 0; leaf < count; leaf++) {
      const at = node[leaf]!;
      const isShown = isLeafShown(page, layout, leaf);
      const isText = isShown && page.leaves.kind[leaf] === TEXT_LEAF;
      const words = isText ? countWordsIn(text, textStart[at]!, textEnd[at]!) : 0;
      this.#shown[leaf] = Number(isShown);
      this.#words[leaf + 1] = this.#words[leaf]! + words;
      this.#linkWords[leaf + 1] =
        this.#linkWords[leaf]! + (anchor[leaf]! >= 0 && !toItself.has(anchor[leaf]!) ? words : 0);
      this.#ink[leaf + 1] = this.#ink[leaf]! + (isText ? countInk(text, textStart[at]!, textEnd[at]!) : 0);
    }
  }

  isElement(node: number): boolean {
    return this.document.kind[node] === NODE_KIND.element;
  }

  /** Whether a leaf is visible, by the markup and, for measured layouts, by its styles. */
  isShown(leaf: number): boolean {
    return this.#shown[leaf] === 1;
  }

  /** The leaves of a subtree: from `from` up to, not including, `to`. */
  leavesIn(node: number): readonly [from: number, to: number] {
    return [this.#leavesBefore[node]!, this.#leavesBefore[this.document.end[node]!]!];
  }

  wordsIn(node: number): number {
    return this.#sumIn(this.#words, node);
  }

  /** Words in links to other pages; a headline may link to its own page. */
  linkWordsIn(node: number): number {
    return this.#sumIn(this.#linkWords, node);
  }

  /** A word count for scripts without spaces too, where every character is counted as a word. */
  longWordsIn(node: number): number {
    return Math.min(this.wordsIn(node), this.inkIn(node) / MIN_WORD_INK);
  }

  /** Characters without white space. */
  inkIn(node: number): number {
    return this.#sumIn(this.#ink, node);
  }

  left(node: number): number {
    return this.layout.left[node]!;
  }

  top(node: number): number {
    return this.layout.top[node]!;
  }

  /** The width including overflow: containers of floats have no size of their own. */
  width(node: number): number {
    return Math.max(this.layout.width[node]!, this.layout.scrollWidth[node]!);
  }

  height(node: number): number {
    return Math.max(this.layout.height[node]!, this.layout.scrollHeight[node]!);
  }

  right(node: number): number {
    return this.left(node) + this.width(node);
  }

  bottom(node: number): number {
    return this.top(node) + this.height(node);
  }

  hasBox(node: number): boolean {
    return this.width(node) > 0 && this.height(node) > 0;
  }

  /** The share of text elements whose top edge is above this one's. */
  topRank(node: number): number {
    this.#tops ??= this.#findTops();
    const tops = this.#tops;
    const top = this.top(node);
    let from = 0;
    let to = tops.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (tops[middle]! < top) from = middle + 1;
      else to = middle;
    }
    return tops.length === 0 ? 0 : from / tops.length;
  }

  /** The formatting elements among the children of every node. */
  get formatting(): Formatting {
    this.#formatting ??= this.#findFormatting();
    return this.#formatting;
  }

  /** What head and data state as the title, and the names of the site, as `headlineKey` folds them. */
  get stated(): Stated {
    this.#stated ??= {
      titles: this.page.titleCandidates
        .filter(({ source }) => source !== "h1")
        .map(({ text }) => headlineKey(text)),
      siteNames: siteNames(this.page).map(headlineKey),
    };
    return this.#stated;
  }

  /** The largest font of visible text above `reach`. */
  get largestFont(): number {
    this.#largestFont ??= this.#findLargestFont();
    return this.#largestFont;
  }

  #sumIn(sums: Int32Array, node: number): number {
    const [from, to] = this.leavesIn(node);
    return sums[to]! - sums[from]!;
  }

  #findTops(): Float32Array {
    const { size } = this.document;
    const tops = new Float32Array(size);
    let count = 0;
    for (let node = 1; node < size; node++) {
      if (this.isElement(node) && this.hasBox(node) && this.wordsIn(node) > 0) tops[count++] = this.top(node);
    }
    return tops.subarray(0, count).sort();
  }

  #findFormatting(): Formatting {
    const { size, tag, flags, parent } = this.document;
    const { formattingTags, paragraphs } = this.settings;
    const isFormatting = tagTable(...formattingTags);
    const isTextBox = paragraphs === "boxes" ? findTextBoxes(this) : undefined;
    const found = { count: new Int32Array(size), ink: new Int32Array(size), allCount: 0, allInk: 0 };
    for (let node = 1; node < size; node++) {
      const isOne = isFormatting[tag[node]!] === 1 || isTextBox?.[node] === 1;
      if (!isOne || (flags[node]! & UNSEEN) !== 0) continue;
      const ink = this.inkIn(node);
      found.count[parent[node]!]!++;
      found.ink[parent[node]!]! += ink;
      found.allCount++;
      found.allInk += ink;
    }
    if (formattingTags.includes("br")) this.#addBrokenLines(found);
    return found;
  }

  /** Interpretation: the content of a `br` is the text next to it, the lines that it separates. */
  #addBrokenLines(found: { readonly ink: Int32Array; allInk: number }): void {
    const { size, tag, parent } = this.document;
    const { count, node } = this.page.leaves;
    const hasBreaks = new Uint8Array(size);
    for (let at = 1; at < size; at++) if (tag[at] === TAG.br) hasBreaks[parent[at]!] = 1;
    for (let leaf = 0; leaf < count; leaf++) {
      const above = parent[node[leaf]!]!;
      if (hasBreaks[above] === 0) continue;
      const ink = this.#ink[leaf + 1]! - this.#ink[leaf]!;
      found.ink[above]! += ink;
      found.allInk += ink;
    }
  }

  #findLargestFont(): number {
    const { node, count, kind } = this.page.leaves;
    let largest = 0;
    for (let leaf = 0; leaf < count; leaf++) {
      if (kind[leaf] !== TEXT_LEAF || !this.isShown(leaf)) continue;
      const element = this.document.parent[node[leaf]!]!;
      if (this.top(element) >= this.reach) continue;
      largest = Math.max(largest, this.layout.fontSize[element]!);
    }
    return largest;
  }
}

/** Formatting elements, counted by parent and for the whole page. */
interface Formatting {
  readonly count: Int32Array;
  /** Characters inside them, without white space. */
  readonly ink: Int32Array;
  readonly allCount: number;
  readonly allInk: number;
}

/** What a page states of its title and site. */
interface Stated {
  readonly titles: readonly string[];
  readonly siteNames: readonly string[];
}

/** The anchors that link to the page itself. */
function linksToItself(page: Page): ReadonlySet<number> {
  const own = new Set([page.url, page.canonicalUrl]);
  return new Set(page.links.filter(({ href }) => own.has(href)).map(({ node }) => node));
}

function leavesBefore({ document, leaves }: Page): Int32Array {
  const before = new Int32Array(document.size + 1);
  let leaf = 0;
  for (let node = 0; node <= document.size; node++) {
    before[node] = leaf;
    if (leaf < leaves.count && leaves.node[leaf] === node) leaf++;
  }
  return before;
}

/**
 * The elements that look like paragraphs, whatever their tag: boxes with lines of text and no other box with text, and
 * boxes around exactly one such box. Headings and boxes that are half links do not count.
 */
export function findTextBoxes(page: MeasuredPage): Uint8Array {
  const { document, layout } = page;
  const { size, parent, tag } = document;
  const isTextBox = new Uint8Array(size);
  // The nearest text boxes below each node: their count, their text, and whether the last one has only lines.
  const count = new Int32Array(size);
  const ink = new Int32Array(size);
  const isPlain = new Uint8Array(size);
  for (let node = size - 1; node > 0; node--) {
    const words = page.wordsIn(node);
    if (words === 0 || !page.isElement(node)) continue;
    const above = parent[node]!;
    if (MAKES_BOX[layout.display[node]!] === 1) {
      const isAroundOne = count[node] === 1 && isPlain[node] === 1 && ink[node] === page.inkIn(node);
      const holdsLines = HEADING_TAGS[tag[node]!] === 0 && (count[node] === 0 || isAroundOne);
      isTextBox[node] = Number(holdsLines && page.linkWordsIn(node) * 2 < words);
      count[above]! += 1;
      ink[above]! += page.inkIn(node);
      isPlain[above] = Number(holdsLines);
    } else if (count[node]! > 0) {
      count[above]! += count[node]!;
      ink[above]! += ink[node]!;
      isPlain[above] = isPlain[node]!;
    }
  }
  return isTextBox;
}

/** The feature families of the paper's tables 3 and 4. */
export const FEATURE_CHOICES = ["all", "spatial", "content"] as const;
/** Which features a wrapper uses. */
export type FeatureChoice = (typeof FEATURE_CHOICES)[number];

/** What counts as a formatting element: only the named tags, as in the paper, or boxes that look like paragraphs too. */
export const PARAGRAPH_CHOICES = ["boxes", "tags"] as const;
/** What counts as a formatting element. */
export type ParagraphChoice = (typeof PARAGRAPH_CHOICES)[number];

/**
 * In how many screens of a complete layout bodies start and titles end; the paper uses one. With `order` complete layouts are
 * read as all others are, by the vertical order.
 */
export const SCREEN_CHOICES = ["one", "two", "any", "order"] as const;
/** In how many screens bodies start and titles end. */
export type ScreenChoice = (typeof SCREEN_CHOICES)[number];

/** How titles are chosen: of the candidates that the page states as its title where there are some, or by look and place alone, as in the paper. */
export const TITLE_CHOICES = ["stated", "looks"] as const;
/** How titles are chosen. */
export type TitleChoice = (typeof TITLE_CHOICES)[number];

/** How candidates are chosen and measured; a model stores the settings of its training. */
export interface WrapperSettings {
  /** The screen that pages are laid out for. */
  readonly screen: Screen;
  /** Deviation: on many pages menus and pictures fill the screens above the story. */
  readonly firstScreens: ScreenChoice;
  /** Minimum area of a body in square pixels: the paper's BigEnough. */
  readonly minBodyArea: number;
  /** Minimum words of a body. Deviation: not in the paper; it skips thousands of empty boxes. */
  readonly minBodyWords: number;
  /** The paper's MaxWordNum. Deviation: longer texts are excluded, not only unlikely. */
  readonly maxTitleWords: number;
  readonly formattingTags: readonly TagName[];
  /** Deviation: paragraphs are often `div`s or custom elements, which the paper's tags miss. */
  readonly paragraphs: ParagraphChoice;
  /** Deviation: the paper does not read the `title` element, because it holds more than the headline. */
  readonly titles: TitleChoice;
  readonly features: FeatureChoice;
}

/** Default settings. Words and tags are the paper's; the area is ours; the screens are measured in docs/experiments/wrapper.md. */
export const WRAPPER_DEFAULTS: WrapperSettings = {
  screen: DEFAULT_SCREEN,
  firstScreens: "order",
  minBodyArea: 10_000,
  minBodyWords: 10,
  maxTitleWords: 60,
  formattingTags: ["p", "br", "i", "b", "strong"],
  paragraphs: "boxes",
  titles: "stated",
  features: "all",
};

/** The paper's settings where they are not the default; the trees for noise and verdict are ours too. */
export const WRAPPER_PAPER: WrapperSettings = {
  ...WRAPPER_DEFAULTS,
  firstScreens: "one",
  paragraphs: "tags",
  titles: "looks",
};
