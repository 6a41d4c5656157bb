import { describe, expect, test } from "vitest";
import { judgedTexts, keptTexts } from "../../../test/kept-text.ts";
import { parseHtml } from "../../html/index.ts";
import { IMAGE_LEAF, Page } from "../../page/index.ts";
import { EXTRACTORS } from "../index.ts";
import { shippedBaseLearners, shippedFused } from "../models.ts";
import { makeFused } from "./fused.ts";
import { packFusedModel, readFusedModel } from "./fused-model.ts";
import {
  EVIDENCE_FEATURES,
  FUSED_FEATURES,
  fusedRows,
  NAME_FEATURES,
  OTHER_NAME_FEATURES,
  readEvidence,
  readNames,
} from "./rows.ts";
import type { PackedVerdict } from "./verdict/verdict.ts";

const MENU = `<ul>${"<li><a href=/x>Other news</a></li>".repeat(12)}</ul>`;
const PARAGRAPHS = [
  "The last ferry left the quay at dawn, and nobody was there to see it go, the harbour master said.",
  "It came back late that night, with all its lamps lit and the band still playing on the upper deck.",
  "On Sunday it will leave again, if the wind allows, and this time the whole town means to be there.",
];
const STORY = `<h1>Ferry leaves</h1><div>${PARAGRAPHS.map((text) => `<p>${text}</p>`).join("<img src=a.jpg>")}</div>`;
const PAGE = `<title>Ferry leaves</title>${MENU}${STORY}${MENU}`;

function badModelWith(reason: RegExp): unknown {
  return expect.objectContaining({ code: "BAD_MODEL", message: expect.stringMatching(reason) });
}

function pageOf(html: string): Page {
  return new Page(parseHtml(html));
}

describe("the learned extractor", () => {
  test("keeps the paragraphs and drops the menus", () => {
    expect(keptTexts(EXTRACTORS.fused, PAGE)).toEqual(expect.arrayContaining(PARAGRAPHS));
    expect(keptTexts(EXTRACTORS.fused, PAGE)).not.toContain("Other news");
  });

  test("keeps a picture between kept paragraphs and none outside", () => {
    const page = pageOf(`<img src=logo.png>${PAGE}`);
    const { scores } = EXTRACTORS.fused.extract(page, {});
    const pictures = [...scores].filter((_, leaf) => page.leaves.kind[leaf] === IMAGE_LEAF);
    expect(pictures.map((score) => score >= 0.5)).toEqual([false, true, true]);
  });

  test("keeps the caption of a kept picture in its figure", () => {
    const figure = "<figure><img src=b.jpg><figcaption>The quay at dawn</figcaption></figure>";
    const html = PAGE.replace("<img src=a.jpg>", figure);
    expect(keptTexts(EXTRACTORS.fused, html)).toContain("The quay at dawn");
  });

  test("says what it weighed, in probabilities", () => {
    const texts = judgedTexts(EXTRACTORS.fused, PAGE).filter(({ text }) => text !== "");
    for (const { score, reason } of texts) {
      expect(reason).toBe(score >= 0.5 ? "scored as body" : "scored as not body");
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThan(1);
    }
  });

  test("reads the trees and names of other pages only on such a page", () => {
    const asked = new Set<string>();
    const { training, lexicon, trees, verdict, ...others } = shippedFused();
    const model = {
      training,
      lexicon,
      trees,
      verdict,
      get otherLexicon() {
        asked.add("lexicon");
        return others.otherLexicon;
      },
      get otherTrees() {
        asked.add("trees");
        return others.otherTrees;
      },
    };
    const fused = makeFused(() => model, shippedBaseLearners());
    fused.extract(pageOf(PAGE), {});
    expect([...asked]).toEqual([]);
    fused.extract(pageOf(MENU.repeat(20)), {});
    expect([...asked].sort()).toEqual(["lexicon", "trees"]);
  });

  test("weighs pages by how likely they are articles: as one, as both, as another page", () => {
    const text = `<p>${PARAGRAPHS[0]}</p>`;
    const headed = `${MENU}<h1>Ferry leaves</h1>${text.repeat(3)}`;
    const weights = [PAGE, headed, MENU, MENU + text, MENU.repeat(5) + text].map((body) => {
      const page = pageOf(`<title>Ferry leaves</title>${body}`);
      const { verdict, notes } = EXTRACTORS.fused.extract(page, {});
      const { isArticle } = verdict!;
      expect(notes?.otherPagesWeight, `${isArticle}`).toBe(isArticle >= 0.2 ? 0 : isArticle < 0.03 ? 1 : 0.5);
      return notes?.otherPagesWeight;
    });
    expect(weights).toEqual([0, 0, 1, 0.5, 0.5]);
  });

  test.each([
    [0.3, 0],
    [0.15, 0.5],
    [0.04, 0.5],
    [0.02, 1],
  ])("gives a page that is an article with a chance of %f the other trees' weight %f", (chance, weight) => {
    const { verdict, ...model } = shippedFused();
    const { article } = verdict!.types;
    const types = {
      ...verdict!.types,
      article: { ...article, slope: 0, offset: Math.log(chance / (1 - chance)) },
    };
    const fused = makeFused(() => ({ ...model, verdict: { ...verdict!, types } }), shippedBaseLearners());
    expect(fused.extract(pageOf(PAGE), {}).notes?.otherPagesWeight).toBe(weight);
  });

  test("counts the sites of its base learners' models among those it has seen", () => {
    expect(EXTRACTORS.fused.trainedOn?.()).toEqual(expect.arrayContaining([...EXTRACTORS.mss.trainedOn()]));
  });
});

describe("the rows", () => {
  test("hold features, names and evidence in the order of their names", () => {
    const page = pageOf(PAGE);
    const parts = { lexicon: shippedFused().lexicon, baseLearners: shippedBaseLearners() };
    const row = new Float32Array(FUSED_FEATURES.length + 2).fill(7);
    fusedRows(page, {}, parts).write(3, row, 1);
    expect([row[0], row.at(-1)]).toEqual([7, 7]);
    const evidence = readEvidence(page, {}, parts.baseLearners);
    const width = EVIDENCE_FEATURES.length;
    const end = row.length - 1 - OTHER_NAME_FEATURES.length;
    expect([...row.slice(end - width, end)]).toEqual([...evidence.slice(3 * width, 4 * width)]);
    expect([...row.slice(end, -1)]).toEqual(OTHER_NAME_FEATURES.map(() => Number.NaN));
    expect(new Set(FUSED_FEATURES).size).toBe(FUSED_FEATURES.length);
  });

  test("say how much of a block a method keeps, and how far from what it keeps", () => {
    const page = pageOf("<p>a</p><p>b</p><p>c</p><p>d</p>");
    const only = (leaf: number) => ({
      ...EXTRACTORS.everything,
      extract: () => ({
        scores: Float32Array.from({ length: 4 }, (_, at) => Number(at === leaf)),
        reasons: new Uint8Array(4).fill(1),
      }),
    });
    const evidence = readEvidence(page, {}, { ...shippedBaseLearners(), mss: only(1) });
    const column = (name: string) => {
      const at = EVIDENCE_FEATURES.indexOf(name);
      return Array.from({ length: 4 }, (_, block) => evidence[block * EVIDENCE_FEATURES.length + at]);
    };
    expect(column("mss kept")).toEqual([0, 1, 0, 0]);
    expect(column("mss distance")).toEqual([-1, 0, 1, 2]);
  });

  test("have scores of names by the lexicon of all pages where that is added", () => {
    const page = pageOf(PAGE);
    const parts = { ...shippedFused(), baseLearners: shippedBaseLearners() };
    const row = new Float32Array(FUSED_FEATURES.length);
    fusedRows(page, {}, parts).withOtherNames(page, parts.otherLexicon).write(3, row, 0);
    const width = OTHER_NAME_FEATURES.length;
    const names = readNames(page, parts.otherLexicon!);
    expect([...row.slice(-width)]).toEqual([...names.slice(3 * width, 4 * width)]);
  });

  test("read class names by the lexicon: a story's above a footer's", () => {
    const page = pageOf('<div class="article-body"><p>a</p></div><div class="footer related"><p>b</p></div>');
    const names = readNames(page, shippedFused().lexicon);
    expect(names[0]).toBeGreaterThan(names[NAME_FEATURES.length]!);
  });
});

describe("a model file", () => {
  const file = () => JSON.parse(JSON.stringify(packFusedModel(shippedFused()))) as Record<string, unknown>;

  test("gives the same model back, whole", () => {
    expect(packFusedModel(readFusedModel(file()))).toEqual(file());
    expect(Object.keys(file())).toEqual(expect.arrayContaining(["trees", "otherTrees", "verdict"]));
  });

  test("may lack the verdict and the trees of other pages", () => {
    const { verdict, otherTrees, otherLexicon, ...articles } = file();
    const model = readFusedModel({ ...articles, verdict: null, otherTrees: null, otherLexicon: null });
    expect(packFusedModel(model)).toEqual(articles);
    const extraction = makeFused(() => model, shippedBaseLearners()).extract(pageOf(PAGE), {});
    expect(extraction.verdict).toBeUndefined();
    expect(extraction.scores.some((score) => score >= 0.5)).toBe(true);
  });

  test.each([
    ["of another method", { method: "mss" }, /method mss/],
    ["of other features", { features: ["moon"] }, /features are moon/],
    ["with damaged trees", { trees: "AAAA" }, /trees are damaged/],
    ["with a damaged lexicon", { lexicon: { size: 3 } }, /lexicon of names is damaged/],
    ["with a damaged lexicon of other pages", { otherLexicon: 7 }, /lexicon of names is damaged/],
    ["with damaged trees of other pages", { otherTrees: "AAAA" }, /trees are damaged/],
    ["with trees of other pages that are no text", { otherTrees: 7 }, /trees are damaged/],
    ["with a verdict that is none", { verdict: [] }, /verdict is of other features/],
    ["with a verdict of other features", { verdict: { features: ["moon"] } }, /verdict is of other features/],
  ])("%s is refused", (_, change, reason) => {
    expect(() => readFusedModel({ ...file(), ...change })).toThrow(badModelWith(reason));
  });

  test.each([
    [
      "a kind of page",
      (verdict: PackedVerdict) => ({ ...verdict, types: { ...verdict.types, home: undefined } }),
    ],
    ["the confidence", (verdict: PackedVerdict) => ({ ...verdict, confidence: undefined })],
    [
      "a number",
      (verdict: PackedVerdict) => ({ ...verdict, confidence: { ...verdict.confidence, slope: "1" } }),
    ],
    [
      "the end of its trees",
      (verdict: PackedVerdict) => ({
        ...verdict,
        confidence: { ...verdict.confidence, trees: verdict.confidence.trees.slice(0, -8) },
      }),
    ],
  ])("whose verdict lacks %s is refused", (_, damage) => {
    const { verdict } = packFusedModel(shippedFused());
    const damaged = { ...file(), verdict: damage(verdict!) };
    expect(() => readFusedModel(damaged)).toThrow(badModelWith(/trees of its verdict are damaged/));
  });

  test("with trees of blocks in its verdict is refused", () => {
    const { trees, verdict } = packFusedModel(shippedFused());
    const confidence = { ...verdict!.confidence, trees };
    const foreign = { ...file(), verdict: { ...verdict, confidence } };
    expect(() => readFusedModel(foreign)).toThrow(badModelWith(/trees of its verdict are damaged/));
  });
});
