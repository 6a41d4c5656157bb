import { describe, expect, test } from "vitest";
import { parsePage } from "../default-extract.ts";
import { blocksWithWords, blockWeights, labelBlocks } from "./label-blocks.ts";

const STORY = [
  "The ferry left at dawn with nineteen people on board, and by noon the harbour was empty again, as it had been for years.",
  "Nobody on the quay could say when the next one would come, or whether the island would still have a shop by then.",
];

const BODY = STORY.map((line) => `<p>${line}</p>`).join("");

const TRUTH = STORY.join("\n");

function sharesOf(html: string): number[] {
  return Array.from(labelBlocks(parsePage(html), TRUTH).share);
}

describe("the share of a block that is the body's", () => {
  test("is all of a paragraph, none of a menu, and part of a mixed block", () => {
    const html = `<nav>Home</nav><p>${STORY[0]}</p><p>${STORY[1]} ${"Share this with all your friends. ".repeat(6)}</p>`;
    const shares = sharesOf(html);
    expect(shares.slice(0, 2)).toEqual([0, 1]);
    expect(shares[2]).toBeGreaterThan(0.2);
    expect(shares[2]).toBeLessThan(0.5);
  });

  test("is none for a pull quote and a teaser that repeat the body", () => {
    const quote = "nobody on the quay could say when the next one would come";
    const html = `<h3>${STORY[0]!.slice(0, 50)}</h3><aside>Menu</aside>${BODY}<blockquote>${quote}</blockquote>`;
    expect(sharesOf(html)).toEqual([0, 0, 1, 1, 0]);
    expect(sharesOf(`<p>${STORY[0]}</p><blockquote>${quote}</blockquote><p>${STORY[1]}</p>`)).toEqual([
      1, 0, 1,
    ]);
  });

  test("is there once for an article that is on its page twice", () => {
    const shares = sharesOf(`<div>${BODY}</div><div>${BODY}</div>`);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(2);
  });

  test("sees words that are marked up letter by letter, and words that a line break parts", () => {
    expect(sharesOf(`<p><b>T</b>${STORY[0]!.slice(1).replace(" at dawn ", "<br>at dawn ")}</p>`)).toEqual([
      1,
    ]);
  });

  test("counts hidden text only where the body is nowhere else", () => {
    const hidden = `<div style="display:none">${BODY}</div>`;
    const menu = "<p>Home and news and much more of it for everybody who likes to read menus</p>".repeat(20);
    const shown = labelBlocks(parsePage(`${menu}${hidden}${BODY}`), TRUTH);
    expect([shown.scope, shown.share.at(-3), shown.share.at(-1)]).toEqual(["visible", 0, 1]);
    const revealed = labelBlocks(parsePage(`${menu}${hidden}`), TRUTH);
    expect([revealed.scope, revealed.share.at(-1), revealed.found]).toEqual(["revealed", 1, 1]);
  });

  test("tells how much of the body the page has", () => {
    const half = labelBlocks(parsePage(`<p>${STORY[0]}</p>`), TRUTH);
    expect(half.found).toBeGreaterThan(0.4);
    expect(half.found).toBeLessThan(0.6);
    expect(half.words[0]).toBe(24);
    expect(labelBlocks(parsePage("<p>Gone</p>"), TRUTH).found).toBe(0);
    expect(labelBlocks(parsePage("<p>Gone</p>"), null).found).toBe(0);
    expect(labelBlocks(parsePage("<p>"), TRUTH).share).toHaveLength(0);
  });
});

describe("block weights", () => {
  function labelsOf(words: readonly number[], share: readonly number[]) {
    return {
      scope: "visible" as const,
      found: 1,
      words: Int32Array.from(words),
      share: Float32Array.from(share),
    };
  }

  test("blocks without words do not count", () => {
    expect(blocksWithWords(labelsOf([3, 0, 5], [1, 0, 0]))).toEqual([0, 2]);
  });

  test("articles of 150 and of 600 words weigh alike, paragraph for paragraph", () => {
    const sum = (words: readonly number[]) =>
      blockWeights(
        labelsOf(
          words,
          words.map(() => 1),
        ),
        [...words.keys()],
      ).reduce((total, own) => total + own, 0);
    expect(sum([50, 50, 50])).toBeCloseTo(sum([200, 200, 200]), 3);
  });

  test("one block counts 100 words of a page of 300 at most, and never nothing", () => {
    const [long, short] = blockWeights(labelsOf([1000, 1], [1, 0]), [0, 1]);
    expect(long).toBeCloseTo(100.3, 3);
    expect(short).toBeCloseTo(0.6, 3);
  });
});
