import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../test/growth.ts";
import { parsePage } from "../default-extract.ts";
import { hashText, words } from "../text/index.ts";
import { alignWords, blocksWithWords, blockWeights, labelBlocks } from "./label-blocks.ts";

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

function hashes(text: string): Int32Array {
  return Int32Array.from(words(text), hashText);
}

/** The words of the page that were matched, others as dots. */
function matched(page: string, truth: string): string {
  const found = alignWords(hashes(page), hashes(truth));
  return words(page)
    .map((word, at) => (found[at]! >= 0 ? word : "."))
    .join(" ");
}

describe("the alignment of words", () => {
  test("finds a body among other text", () => {
    expect(matched("home news the ferry left at dawn again more", "The ferry left at dawn again")).toBe(
      ". . the ferry left at dawn again .",
    );
  });

  test("goes on after a word that only one of the two has", () => {
    expect(
      matched("one two three four x five six seven eight", "one two three four five six y seven eight"),
    ).toBe("one two three four . five six seven eight");
  });

  test("finds short pieces between long ones, in their order", () => {
    const page = "a b c d e yes f g h i j";
    expect(matched(page, "a b c d e yes f g h i j")).toBe(page);
    expect(matched("yes a b c d e no f g h i j", "a b c d e yes f g h i j")).toBe(". a b c d e . f g h i j");
  });

  test("gives what is on the page twice to the longer run", () => {
    expect(matched("c d e f x x a b c d e f g h", "a b c d e f g h")).toBe(". . . . . . a b c d e f g h");
    expect(matched("a b c d e f g h x x c d e f", "a b c d e f g h")).toBe("a b c d e f g h . . . . . .");
  });

  test("gives what is in the truth twice as well to both", () => {
    const page = "a b c d e x a b c d e";
    expect(matched(page, "a b c d e a b c d e")).toBe("a b c d e . a b c d e");
  });

  test("finds runs out of order, but no single words", () => {
    expect(matched("m n o p q a b c d e f", "a b c d e f m n o p q")).toBe("m n o p q a b c d e f");
    expect(matched("q a b c d e f", "a b c d e f q")).toBe(". a b c d e f");
  });

  test("finds a truth of one word and none of none", () => {
    expect(matched("home gone news", "Gone")).toBe(". gone .");
    expect(matched("home news", "")).toBe(". .");
    expect(matched("", "gone")).toBe("");
  });

  test("gives every word of the truth to one equal word of the page at most", () => {
    const text = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 60 });
    fc.assert(
      fc.property(text, text, (page, truth) => {
        const found = alignWords(Int32Array.from(page), Int32Array.from(truth));
        const used = Array.from(found).filter((place) => place >= 0);
        expect(new Set(used).size).toBe(used.length);
        found.forEach((place, at) => {
          if (place >= 0) expect(truth[place]).toBe(page[at]);
        });
      }),
    );
  });

  test("finds all of a text in itself, also one that repeats itself a thousand times", () => {
    const chorus = Int32Array.from({ length: 40_000 }, (_, at) => at % 7);
    expect(alignWords(chorus, chorus).every((place) => place >= 0)).toBe(true);
  });

  test("takes time that grows with the texts and not faster", () => {
    const growth = timeGrowth(20_000, (length) => {
      const page = Int32Array.from({ length }, (_, at) => hashText(`${(at * at) % 3001} ${at % 17}`));
      const truth = page.filter((_, at) => at % 900 < 700);
      return () => alignWords(page, truth);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
