import { type Document, TAG } from "../../html/index.ts";
import type { Extractor } from "../extractor.ts";
import { type Judgement, judgeLeaves } from "../verdict.ts";

const KEEP: Judgement = { keep: true, reason: "a paragraph" };
const DROP: Judgement = { keep: false, reason: "not a paragraph" };

/** Keeps what stands in a `p`: the simplest guess that is often good on today's pages. */
export const paragraphs: Extractor = {
  id: "paragraphs",
  needs: [],
  extract(page) {
    const inParagraph = findInParagraph(page.document);
    return judgeLeaves(page, (node) => (inParagraph[node] === 1 ? KEEP : DROP));
  },
};

function findInParagraph({ size, tag, parent }: Document): Uint8Array {
  const inside = new Uint8Array(size);
  for (let node = 1; node < size; node++) {
    inside[node] = tag[node] === TAG.p ? 1 : inside[parent[node]!]!;
  }
  return inside;
}
