import { contains, rawText } from "../../html/index.ts";
import {
  type Extraction,
  LEAF_KINDS,
  leafWords,
  type Page,
  type Reason,
  reasonCode,
} from "../../page/index.ts";
import { words } from "../../text/index.ts";
import type { PageTree } from "./label-tree.ts";
import type { Fit } from "./pattern.ts";

const TEXT = LEAF_KINDS.indexOf("text");
const KEPT: ReadonlySet<Reason> = new Set(["inside the body", "media of the body"]);

/** The answer for a page whose passages are known: title and body by simple rules. */
export function judgePassages(page: Page, passages: Passages): Extraction {
  const title = findTitle(page, passages);
  const body = findBody(page, passages, title);
  return {
    ...judgeLeaves(page, (leaf) => reasonOf(page, leaf, { passages, title, body })),
    ...(title >= 0 && { titleNode: page.blocks.container[title]! }),
    ...(body && { bodyRoot: body.root }),
  };
}

/** The answer for a page of no known template: nothing, and a warning. */
export function judgeUnknown(page: Page): Extraction {
  return { ...judgeLeaves(page, () => "outside the body"), warnings: ["UNKNOWN_TEMPLATE"] };
}

interface Found {
  readonly passages: Passages;
  readonly title: number;
  readonly body: Body | undefined;
}

function reasonOf(
  { document, leaves, blocks }: Page,
  leaf: number,
  { passages, title, body }: Found,
): Reason {
  const block = blocks.ofLeaf[leaf]!;
  if (block === title) return "likeliest title";
  if (body === undefined || !contains(document, body.root, leaves.node[leaf]!)) return "outside the body";
  if (passages.isOwn[leaf] === 0) return "repeated on the site";
  if (leaves.kind[leaf] !== TEXT) return "media of the body";
  return body.isPassage[block] === 1 ? "inside the body" : "mostly links";
}

function judgeLeaves(
  { leaves }: Page,
  reasonFor: (leaf: number) => Reason,
): Pick<Extraction, "scores" | "reasons"> {
  const scores = new Float32Array(leaves.count);
  const reasons = new Uint8Array(leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const reason = leaves.visible[leaf] === 0 ? "hidden" : reasonFor(leaf);
    reasons[leaf] = reasonCode(reason);
    scores[leaf] = KEPT.has(reason) ? 1 : 0;
  }
  return { scores, reasons };
}

/** What of every block of a page is not of its template. Parallel arrays over the page's blocks. */
interface Passages {
  readonly words: Int32Array;
  /** How many of the words are links. */
  readonly linkWords: Int32Array;
  /** 1 for every leaf of the page that is shown and not of the template. */
  readonly isOwn: Uint8Array;
}

/**
 * Finds the text passages of a page that fits a pattern: what its wildcards stand for. Deviation: what the pattern does not
 * foresee is a passage too, since a template changes less than what is said in it.
 */
export function findPassages(page: Page, tree: PageTree, { isFixed }: Fit): Passages {
  const { leaves, blocks } = page;
  const isOwn = leaves.visible.slice();
  let at = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    while (tree.node[at]! < leaves.node[leaf]!) at++;
    if (isFixed[at] === 1) isOwn[leaf] = 0;
  }
  const words = new Int32Array(blocks.count);
  const linkWords = new Int32Array(blocks.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isOwn[leaf] === 0) continue;
    const block = blocks.ofLeaf[leaf]!;
    const count = leafWords(page, leaf);
    words[block]! += count;
    if (leaves.anchor[leaf]! >= 0) linkWords[block]! += count;
  }
  return { words, linkWords, isOwn };
}

/** The body holds this share of what the passages weigh; the rest is comments, teasers and notices that differ from page to page. */
const BODY_SHARE = 0.7;
/** A passage with more of its words in links is a list of them. */
const MAX_LINK_SHARE = 0.5;

/** The passages of the body. */
interface Body {
  /** The smallest element that holds nearly all of the long passages. */
  readonly root: number;
  /** 1 for every block that is one of its passages. */
  readonly isPassage: Uint8Array;
}

/** Finds the body: the place of the longest passages, links and title aside; undefined where there are none. */
function findBody(page: Page, passages: Passages, title: number): Body | undefined {
  const isPassage = Uint8Array.from(page.blocks.container, (_, block) =>
    Number(block !== title && passages.linkWords[block]! <= MAX_LINK_SHARE * passages.words[block]!),
  );
  const root = findRoot(page, passages, isPassage);
  return root === 0 ? undefined : { root, isPassage };
}

/** The smallest element with `BODY_SHARE` of the weight; 0 where nothing weighs. */
function findRoot({ document, blocks }: Page, { words, linkWords }: Passages, isPassage: Uint8Array): number {
  const weight = new Float64Array(document.size);
  for (let block = 0; block < blocks.count; block++) {
    if (isPassage[block] === 0) continue;
    // Squares: one paragraph says more than ten lines of a box beside it.
    weight[blocks.container[block]!]! += (words[block]! - linkWords[block]!) ** 2;
  }
  for (let node = document.size - 1; node > 0; node--) weight[document.parent[node]!]! += weight[node]!;
  const least = Math.max(1, BODY_SHARE * weight[0]!);
  // More than half of the weight is at one place on every level, so that these nodes hold each other.
  return Math.max(
    0,
    weight.findLastIndex((own) => own >= least),
  );
}

/** A headline and the page's title, which often names the site and the section too, are at least so alike. */
const MIN_LIKENESS = 0.4;

/** The passage nearest to the page's own title in words, as a block; -1 where none comes near. */
function findTitle(page: Page, passages: Passages): number {
  const { document, landmarks, blocks } = page;
  const node = landmarks.titles[0];
  const title = node === undefined ? [] : words(rawText(document, node));
  const known = new Set(title);
  let best = -1;
  let most = MIN_LIKENESS;
  for (let block = 0; block < blocks.count; block++) {
    const count = passages.words[block]!;
    // No passage is more alike than one whose words are all in the title, or the other way round.
    if (likeness(Math.min(count, title.length), count, title.length) <= most) continue;
    const shared = passageWords(page, passages, block).filter((word) => known.has(word)).length;
    const alike = likeness(shared, count, title.length);
    if (alike > most) [best, most] = [block, alike];
  }
  return best;
}

/** The share of the words of two texts that is shared. */
function likeness(shared: number, one: number, other: number): number {
  return (2 * shared) / Math.max(1, one + other);
}

function passageWords({ document, leaves, blocks }: Page, { isOwn }: Passages, block: number): string[] {
  const first = blocks.firstLeaf[block]!;
  const nodes = Array.from(leaves.node.subarray(first, blocks.firstLeaf[block + 1]));
  return nodes
    .filter((_, at) => isOwn[first + at] === 1)
    .flatMap((node) => words(document.text.slice(document.textStart[node], document.textEnd[node])));
}
