import { expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { KEEP_SCORE, Page, shownText } from "../page/index.ts";
import { PAPER_EXTRACTOR_IDS, type PaperExtractorId } from "./extractor-ids.ts";
import { EXTRACTORS, makeBiasedExtractors, makePaperExtractors } from "./index.ts";
import { tinyModelFile } from "./mss/made-up-models.testing.ts";

const STORY = "The tide came in, slowly, and the boats of the bay went out before the morning was over.";
const MENU = "<li><a href=a>Boats, nets</a></li>".repeat(30);

const keptBy = (extractor: (typeof EXTRACTORS)[PaperExtractorId], html: string): string => {
  const page = new Page(parseHtml(html));
  const { scores } = extractor.extract(page, {});
  const kept = [...page.leaves.node].filter((_, leaf) => scores[leaf]! >= KEEP_SCORE);
  return kept.map((node) => shownText(page.document, node)).join(" ");
};

test("the extractors with their papers' settings keep their ids and papers", () => {
  const made = makePaperExtractors();
  expect(Object.keys(made)).toEqual([...PAPER_EXTRACTOR_IDS]);
  for (const id of PAPER_EXTRACTOR_IDS) {
    expect(made[id].id).toBe(id);
    expect(made[id].paper).toBe(EXTRACTORS[id].paper);
  }
});

test("econ reads lists as paragraphs, as its paper does", () => {
  const page = `<div><ul>${MENU}</ul></div><div><p>${STORY}</p></div>`;
  expect(keptBy(EXTRACTORS.econ, page)).toBe(STORY);
  expect(keptBy(makePaperExtractors().econ, page)).toContain("Boats, nets Boats, nets");
});

test("relevance leaves the outline out, as its paper does", () => {
  const outline =
    "Forty boats, two ferries and seven small yachts left Wexley harbour early, before wind and rain arrived";
  const page = `<title>The tide of the bay</title><h1>The tide of the bay</h1><section>${outline}</section><main><div>${`<p>${STORY}</p>`.repeat(4)}</div></main>`;
  expect(keptBy(EXTRACTORS.relevance, page)).toContain(outline);
  expect(keptBy(makePaperExtractors().relevance, page)).not.toContain(outline);
});

test("mss has the model that is given, and mss-hr ends at the first rule", () => {
  const page = `<p>${STORY}</p><hr><p>Buy a boat.</p>`;
  const { mss, "mss-hr": untilRule } = makePaperExtractors(tinyModelFile(["bay.example"]));
  expect(mss.trainedOn?.()).toEqual(["bay.example"]);
  expect(keptBy(mss, page)).toBe(`${STORY} Buy a boat.`);
  expect(keptBy(untilRule, page)).toBe(STORY);
});

test("what is no model of mss is refused before the first page", () => {
  expect(() => makePaperExtractors({ name: "galley" })).toThrow(
    expect.objectContaining({ code: "BAD_MODEL" }),
  );
});

test("a bias makes the articles of mss longer, or shorter until nothing is left", () => {
  const page = `<h1>Boats</h1><ul><li>Nets</li></ul><p>${STORY}</p><ul><li>Ropes and more</li></ul>`;
  const model = tinyModelFile(["bay.example"]);
  const kept = (bias: number) => keptBy(makeBiasedExtractors({ bias, model }).mss, page);
  expect(makeBiasedExtractors({ bias: 0.14, model }).mss.trainedOn?.()).toEqual(["bay.example"]);
  expect(kept(1)).toContain("Ropes and more");
  expect(kept(-1)).toBe("");
});

test("the bias of the CleanEval variant gives what its settings give", () => {
  const page = `<ul>${MENU}</ul><p>${STORY}</p><p>Buy a boat.</p>`;
  const model = tinyModelFile(["bay.example"]);
  const biased = makeBiasedExtractors({ bias: 0.14, settings: "paper", model })["mss-unigram"];
  expect(keptBy(biased, page)).toBe(keptBy(makePaperExtractors(model)["mss-unigram"], page));
});
