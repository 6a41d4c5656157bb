import { type Document, TAG } from "../html/index.ts";
import { makeEcon } from "./econ.ts";
import { type Extractor, type Judgement, judgeLeaves } from "./extractor.ts";

export { ECON_PAPER, type EconOptions, makeEcon } from "./econ.ts";

const SHOWN: Judgement = { keep: true, reason: "everything is kept" };
const PARAGRAPH: Judgement = { keep: true, reason: "a paragraph" };
const OTHER: Judgement = { keep: false, reason: "not a paragraph" };

/** Keeps all visible text: the upper bound of recall. */
const everything: Extractor = {
  id: "everything",
  needs: [],
  extract: (page) => judgeLeaves(page, () => SHOWN),
};

/** Keeps what is in a `p`: the simplest guess that is often good on today's pages. */
const paragraphs: Extractor = {
  id: "paragraphs",
  needs: [],
  extract(page) {
    const inParagraph = findInParagraph(page.document);
    return judgeLeaves(page, (node) => (inParagraph[node] === 1 ? PARAGRAPH : OTHER));
  },
};

/** The extractors of the small core: no model, no word tables, little code. */
export const CORE_EXTRACTORS = {
  econ: makeEcon(),
  paragraphs,
  everything,
} as const satisfies Record<string, Extractor>;

/** The id of an extractor of the small core. */
export type CoreExtractorId = keyof typeof CORE_EXTRACTORS;

/** The extractor that the core uses where none is named and it is given no model. */
export const CORE_DEFAULT = "econ" satisfies CoreExtractorId;

function findInParagraph({ size, tag, parent }: Document): Uint8Array {
  const inside = new Uint8Array(size);
  for (let node = 1; node < size; node++) {
    inside[node] = tag[node] === TAG.p ? 1 : inside[parent[node]!]!;
  }
  return inside;
}
