import { describe, expect, test } from "vitest";
import { inspect, parsePage } from "../../../default-extract.ts";
import { EXTRACTORS } from "../../../extractors/index.ts";
import { contentHash, type Label } from "../../../sets/index.ts";
import { SAMPLES } from "../samples.data.ts";
import { reportLeaf } from "./bug-report.ts";
import { comparePages, decide, segmentPage, whyLeaf, whyPage } from "./judge-leaves.ts";
import type { StudioPage } from "./open-page.ts";

function openSample(at: number): StudioPage {
  const { html, url } = SAMPLES[at]!;
  const truth = {
    title: null,
    authors: [],
    published: null,
    body: null,
    bodyIsPrefix: false,
    with: [],
    without: [],
  };
  const label: Label = {
    id: "sample",
    set: "samples",
    site: null,
    url,
    language: null,
    pageType: null,
    era: null,
    source: { html },
    encoding: null,
    truth,
  };
  return { label, page: parsePage(html, { url }), hash: contentHash(html), saved: undefined };
}

const opened = openSample(1);

describe("a comparison", () => {
  test("has a score of every method for every leaf, and measures only with a truth", () => {
    const { leaves, judged } = comparePages(opened, ["fused", "econ", "everything"], undefined);
    expect(leaves).toHaveLength(opened.page.leaves.count);
    for (const { scores, kept, metrics } of judged) {
      expect([scores.length, kept.length, metrics]).toEqual([leaves.length, leaves.length, null]);
    }
    expect(judged[2]!.words).toBeGreaterThan(judged[0]!.words);
  });

  test("is measured against labels", () => {
    const { leaves } = comparePages(opened, [], undefined);
    const longest = leaves.toSorted((a, b) => b.text.length - a.text.length)[0]!;
    const made = { pageHash: opened.hash, labels: [{ node: longest.element, role: "body" }] } as const;
    const { judged } = comparePages(opened, ["everything"], made);
    expect(judged[0]?.metrics).toMatchObject({ recall: 1 });
    expect(judged[0]?.metrics?.precision).toBeLessThan(0.5);
  });
});

describe("why", () => {
  test("tells for every leaf what the article has of it", () => {
    const { leaves } = whyPage(opened, "fused");
    const { article } = inspect({ page: opened.page });
    const body = leaves.filter(({ kept, reason }) => kept && !/only|picture/.test(reason));
    expect(body.length).toBeGreaterThan(3);
    for (const { text } of body) expect(article.text).toContain(text.slice(0, 60));
  });

  test("of a leaf lists the steps that led to its score, and contributions that add up to it", () => {
    const { page } = opened;
    const scores = EXTRACTORS.fused.extract(page, {}).scores;
    for (const { node } of whyPage(opened, "fused").leaves.slice(0, 40)) {
      const { steps, score, contributions } = whyLeaf(opened, "fused", node);
      expect(steps.at(-1)).toMatchObject({ name: "assembly", score });
      expect(steps.at(-2)?.score).toBe(score);
      const leaf = page.leaves.node.indexOf(node);
      if (contributions.length === 0) continue;
      const sum = contributions.reduce((all, { weight }) => all + weight, 0);
      expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(scores[leaf]!, 1);
    }
  });

  test("of a method without steps is its own score", () => {
    const [first] = whyPage(opened, "econ").leaves;
    expect(whyLeaf(opened, "econ", first!.node).steps.map(({ name }) => name)).toEqual(["econ", "assembly"]);
  });

  test("of a node that is no leaf is refused", () => {
    expect(() => whyLeaf(opened, "fused", 1)).toThrow(/no text and no picture/);
    expect(() => whyLeaf(opened, "nobody", 1)).toThrow(/no text|no extractor/);
  });
});

describe("a bug report", () => {
  const { leaves } = whyPage(opened, "fused");
  const dropped = leaves.find(({ kept, text }) => !kept && text.split(" ").length > 5)!;
  const kept = leaves.find((leaf) => leaf.kept && leaf.text.split(" ").length > 10)!;

  test.each([
    ["dropped", dropped],
    ["kept", kept],
  ])("is a smaller page on which the text is still %s", (_, { node, text, kept: isKept }) => {
    const request = { extractor: "fused", node, anonymise: false, version: "0.0.0" };
    const { html, markdown, nodesBefore, nodesAfter } = reportLeaf(opened, request);
    expect(nodesAfter).toBeLessThan(nodesBefore / 3);
    const page = parsePage(html, { url: opened.label.url });
    const again = decide(page, EXTRACTORS.fused);
    const leaf = whyPage({ ...opened, page }, "fused").leaves.findIndex((one) => one.text === text);
    expect(again.kept[leaf] === 1).toBe(isKept);
    expect(html).not.toContain("data-galley");
    expect(markdown).toContain(html);
  });

  test("holds no word and no address of the page on request", () => {
    const request = { extractor: "fused", node: dropped.node, anonymise: true, version: "0.0.0" };
    const { html } = reportLeaf(opened, request);
    const shown = parsePage(html).document.text.toLowerCase();
    const words = new Set(opened.page.document.text.toLowerCase().match(/\p{L}{5,}/gu));
    expect([...words].filter((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "u").test(shown))).toEqual(
      [],
    );
    expect(html).not.toContain(new URL(opened.label.url!).hostname);
  });
});

test("segments are boxes of elements, outer ones first", () => {
  const segments = segmentPage(opened);
  expect(segments.length).toBeGreaterThan(3);
  expect(segments[0]?.depth).toBe(0);
  const { document } = opened.page;
  for (const { node } of segments) expect(document.kind[node]).toBe(1);
  for (const { node, first, last } of segments) {
    expect(first <= last && last < document.end[node]!).toBe(true);
    for (const child of [first, last]) expect([node, document.parent[child]]).toContain(node);
  }
  // Neighbours in one element are told apart.
  expect(new Set(segments.map(({ first, last }) => `${first} ${last}`)).size).toBeGreaterThan(
    new Set(segments.map(({ node }) => node)).size / 2,
  );
});
