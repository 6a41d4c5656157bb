import { type Document, NODE_KIND, TAG } from "../html/index.ts";
import type { Page } from "../page/index.ts";
import { countWordsIn } from "../text/index.ts";
import { type Extractor, type Judgement, judgeLeaves } from "./extractor.ts";

const PAPER = { minTextShare: 0.9, ratioWeight: 0.99, sizeWeight: 0.01 } as const;

const KEEP: Judgement = { keep: true, reason: "inside the body" };
const OUTSIDE: Judgement = { keep: false, reason: "outside the body" };
const LINKS: Judgement = { keep: false, reason: "mostly links" };

/** CoreEx (Prasad and Paepcke, 2008): the node whose text-rich children hold the most text and the fewest links. */
export const coreex: Extractor = {
  id: "coreex",
  paper: "Prasad & Paepcke, CoreEx: content extraction from online news articles, CIKM 2008",
  needs: [],
  extract(page) {
    const { document } = page;
    const counts = countTextAndLinks(page);
    const best = bestNode(document, counts);
    if (best < 0) return judgeLeaves(page, () => OUTSIDE);
    const kept = keptChildren(document, counts, best);
    const verdict = judgeLeaves(page, (node) => {
      if (node <= best || node >= document.end[best]!) return OUTSIDE;
      return kept[node] === 1 ? KEEP : LINKS;
    });
    return { ...verdict, bodyRoot: best };
  },
};

interface Counts {
  /** textCnt: words, and one for each link. */
  readonly text: Int32Array;
  /** linkCnt. */
  readonly links: Int32Array;
  /** 1 where text is shown at or below the node. */
  readonly showsText: Uint8Array;
}

/** Counts of every node, children before parents: a reverse pass over document order. */
function countTextAndLinks({ document, leaves }: Page): Counts {
  const { size, tag, flags, parent, textStart, textEnd } = document;
  const text = new Int32Array(size);
  const links = new Int32Array(size);
  const showsText = new Uint8Array(size);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.visible[leaf] === 0 || document.kind[node] !== NODE_KIND.text) continue;
    showsText[node] = 1;
    text[node] = countWordsIn(document.text, textStart[node]!, textEnd[node]!);
  }
  for (let node = size - 1; node > 0; node--) {
    // A link of a picture, or of nothing, is a link too: the paper asks only for the tag.
    if (tag[node] === TAG.a && (showsText[node] === 1 || flags[node] === 0)) {
      text[node] = 1;
      links[node] = 1;
    }
    text[parent[node]!]! += text[node]!;
    links[parent[node]!]! += links[node]!;
    showsText[parent[node]!]! |= showsText[node]!;
  }
  return { text, links, showsText };
}

function isTextRich({ text, links }: Counts, node: number): boolean {
  return text[node]! > 0 && (text[node]! - links[node]!) / text[node]! > PAPER.minTextShare;
}

function bestNode({ size, tag, parent, end }: Document, counts: Counts): number {
  const setText = new Int32Array(size);
  const setLinks = new Int32Array(size);
  for (let node = 1; node < size; node++) {
    if (!isTextRich(counts, node)) continue;
    setText[parent[node]!]! += counts.text[node]!;
    setLinks[parent[node]!]! += counts.links[node]!;
  }
  const pageText = Math.max(1, counts.text[0]!);
  let best = -1;
  let bestScore = 0;
  for (let node = 1; node < size; node++) {
    if (tag[node] === TAG.a) {
      // A link is one word whatever it wraps: nothing inside it is a node of its own.
      node = end[node]! - 1;
      continue;
    }
    if (setText[node] === 0) continue;
    const ratio = (setText[node]! - setLinks[node]!) / setText[node]!;
    const score = PAPER.ratioWeight * ratio + PAPER.sizeWeight * (setText[node]! / pageText);
    if (score > bestScore) {
      best = node;
      bestScore = score;
    }
  }
  return best;
}

/** 1 for every node under a child of the best node that is in its set S or has no text (pictures between paragraphs). */
function keptChildren(document: Document, counts: Counts, best: number): Uint8Array {
  const { firstChild, nextSibling, end } = document;
  const kept = new Uint8Array(document.size);
  for (let child = firstChild[best]!; child >= 0; child = nextSibling[child]!) {
    if (counts.showsText[child] === 0 || isTextRich(counts, child)) kept.fill(1, child, end[child]!);
  }
  return kept;
}
