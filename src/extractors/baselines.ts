import { type Document, TAG } from "../html/index.ts";
import type { Extractor } from "./extractor.ts";
import { type Judgement, judgeLeaves } from "./verdict.ts";

const SHOWN: Judgement = { keep: true, reason: "everything is kept" };
const PARAGRAPH: Judgement = { keep: true, reason: "a paragraph" };
const OTHER: Judgement = { keep: false, reason: "not a paragraph" };

/** Keeps all that a reader sees: the recall end of the scale. */
export const everything: Extractor = {
  id: "everything",
  needs: [],
  extract: (page) => judgeLeaves(page, () => SHOWN),
};

/** Keeps what is in a `p`: the simplest guess that is often good on today's pages. */
export const paragraphs: Extractor = {
  id: "paragraphs",
  needs: [],
  extract(page) {
    const inParagraph = findInParagraph(page.document);
    return judgeLeaves(page, (node) => (inParagraph[node] === 1 ? PARAGRAPH : OTHER));
  },
};

function findInParagraph({ size, tag, parent }: Document): Uint8Array {
  const inside = new Uint8Array(size);
  for (let node = 1; node < size; node++) {
    inside[node] = tag[node] === TAG.p ? 1 : inside[parent[node]!]!;
  }
  return inside;
}
