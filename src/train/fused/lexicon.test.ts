import { describe, expect, test } from "vitest";
import { parsePage } from "../../default-extract.ts";
import { ClassTokens, type Page } from "../../page/index.ts";
import { labelBlocks } from "../label-blocks.ts";
import { fitLogistic, readLexiconPage, type SparseRows, trainLexicon } from "./lexicon.ts";

describe("a lexicon of names", () => {
  const STORY = "The ferry left at dawn and by noon the harbour was empty again, the keeper said.";

  const SITES = Array.from("abcdefghijkl", (letter) => `paper${letter}.example`);

  function htmlOf(site: string): string {
    return `<div class="sidebar teaser"><p class="item">Other boats that left in ${site} this year and last</p></div>
    <div class="story-body"><p class="item ${site.replace(".", "")}">${STORY}</p></div>`;
  }

  function pageOf(site: string): ReturnType<typeof readLexiconPage> {
    const page = parsePage(htmlOf(site));
    const truth = { title: null, authors: [], published: null, body: STORY };
    return readLexiconPage(page, labelBlocks(page, truth.body), site);
  }

  function weightOf(lexicon: ReturnType<typeof trainLexicon>, names: string): number {
    const page: Page = parsePage(`<p class="${names}">text</p>`);
    const tokens = new ClassTokens(page);
    return lexicon.scoreTokens(tokens.hashes, tokens.read(page.blocks.container[0]!));
  }

  const pages = SITES.map(pageOf);

  test("learns which names hold the article", () => {
    const lexicon = trainLexicon(pages, { l2: 1e-3 });
    expect(weightOf(lexicon, "story-body")).toBeGreaterThan(0.5);
    expect(weightOf(lexicon, "teaser")).toBeLessThan(-0.5);
    expect(Math.abs(weightOf(lexicon, "item"))).toBeLessThan(0.2);
    expect(weightOf(lexicon, "unheard-of")).toBe(0);
  });

  test("ignores names of fewer sites than the minimum", () => {
    expect(weightOf(trainLexicon(pages, { l2: 1e-3 }), "paperaexample")).toBe(0);
    expect(weightOf(trainLexicon(pages.slice(0, 3), { l2: 1e-3 }), "story")).toBe(0);
    expect(weightOf(trainLexicon(pages.slice(0, 3), { l2: 1e-3, minDomains: 3 }), "story")).not.toBe(0);
  });

  test("counts a site once, however many pages it has", () => {
    const oneSite = Array.from({ length: 6 }, () => pageOf("paperb.example"));
    expect(trainLexicon(oneSite).size).toBe(0);
  });

  test("keeps the strongest names only", () => {
    const small = trainLexicon(pages, { l2: 1e-3, maxTokens: 3 });
    expect(small.size).toBe(3);
    expect(weightOf(small, "item")).toBe(0);
  });

  test("is the same each time", () => {
    expect(trainLexicon(pages).encode()).toEqual(trainLexicon(pages).encode());
  });
});

describe("logistic regression", () => {
  /** Rows of one column each, and how often they were seen with 0 and with 1. */
  function countedRows(
    counts: readonly (readonly [column: number, zeros: number, ones: number])[],
  ): SparseRows {
    const column = counts.flatMap(([at]) => [at, at]);
    return {
      columns: Math.max(...column) + 1,
      firstEntry: Int32Array.from({ length: column.length + 1 }, (_, row) => row),
      column: Int32Array.from(column),
      value: new Float32Array(column.length).fill(1),
      target: Float32Array.from(column, (_, row) => row % 2),
      weight: Float32Array.from(counts.flatMap(([, zeros, ones]) => [zeros, ones])),
    };
  }

  const FREE = { l2: 0, maxIterations: 200 };

  test("finds the log odds of what it counts", () => {
    // Without a cost each column's own odds come out: 1 to 3 and 4 to 1.
    const [first, second, bias] = fitLogistic(
      countedRows([
        [0, 3, 1],
        [1, 2, 8],
      ]),
      FREE,
    );
    expect(first! + bias!).toBeCloseTo(Math.log(1 / 3), 2);
    expect(second! + bias!).toBeCloseTo(Math.log(4), 2);
  });

  test("keeps weights small where they cost, and the bias free", () => {
    const rows = countedRows([
      [0, 30, 10],
      [1, 5, 15],
    ]);
    const penalised = fitLogistic(rows, { l2: 1000, maxIterations: 200 });
    expect(Math.abs(penalised[0]!)).toBeLessThan(0.001);
    // 25 ones to 35 zeros in all.
    expect(penalised[2]).toBeCloseTo(Math.log(25 / 35), 2);
  });

  test("stays finite where a column separates the classes", () => {
    const fitted = fitLogistic(
      countedRows([
        [0, 0, 10],
        [1, 10, 0],
      ]),
      { l2: 1e-3, maxIterations: 200 },
    );
    expect(fitted.every(Number.isFinite)).toBe(true);
    expect(fitted[0]).toBeGreaterThan(1);
    expect(fitted[1]).toBeLessThan(-1);
  });

  test("has no weights without rows", () => {
    const none = countedRows([[0, 0, 0]]);
    expect(Array.from(fitLogistic(none, { l2: 1e-3, maxIterations: 5 }))).toEqual([0, 0]);
  });
});
