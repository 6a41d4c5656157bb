import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { hashBlocks, hashName, NO_TEXT } from "./block-hashes.ts";
import { Page } from "./page.ts";
import { repeatedShare } from "./repeated-share.ts";

function pageOf(html: string): Page {
  return new Page(parseHtml(`<body>${html}</body>`));
}

function hashesOf(html: string): number[] {
  return [...hashBlocks(pageOf(html)).hashes];
}

describe("the hash of a block", () => {
  test("is the same however the words are spaced, marked up, punctuated and spelt in capitals", () => {
    const [plain, dressed] = hashesOf("<p>All rights reserved.</p><p>ALL <b>rights</b>\n reserved!</p>");
    expect(dressed).toBe(plain);
  });

  test.each([
    "<p>All rights received.</p>",
    "<p>rights All reserved.</p>",
    "<p>Alle Rechte vorbehalten.</p>",
  ])("is another for other words or another order: %s", (other) =>
    expect(hashesOf(other)).not.toEqual(hashesOf("<p>All rights reserved.</p>")),
  );

  test("is another where the same words stand elsewhere, as a teaser's on the home page", () => {
    const teaser = hashesOf("<ul><li><div><p>The ferry is back</p></div></li></ul>");
    expect(teaser).not.toEqual(hashesOf("<article><header><p>The ferry is back</p></header></article>"));
  });

  test("is the same wherever on the page the elements around the words are", () => {
    const [first, last] = hashesOf(
      "<div><ul><li>Share it<li>Print it</ul></div><div><ul><li>Share it</ul></div>",
    ).filter((_, block) => block !== 1);
    expect(last).toBe(first);
  });

  test.each(["___", "* * *", "12"])("is none for a separator or a number: %s", (text) => {
    expect(hashesOf(`<p>${text}</p>`)).toEqual([NO_TEXT]);
  });

  test.each(["記事の著作権は弊社に帰属します", "جميع الحقوق محفوظة", "สงวนลิขสิทธิ์"])(
    "tells words of every script apart: %s",
    (text) => {
      const [hash, other] = hashesOf(`<p>${text}</p><p>${text.slice(1)}</p>`);
      expect(hash).not.toBe(NO_TEXT);
      expect(other).not.toBe(hash);
    },
  );
});

describe("the share of a site's pages that hold a block", () => {
  const PAGE = pageOf("<p>All <b>rights</b> reserved.</p><p>The ferry is back.</p>");
  const [rights] = hashBlocks(PAGE).hashes;

  test("is said of every leaf of the block, and none of blocks that the profile lacks", () => {
    const shares = repeatedShare(PAGE, { pages: 8, repeated: { [hashName(rights!)]: 2 } });
    expect([...shares]).toEqual([0.25, 0.25, 0.25, 0]);
  });

  test("is whole at most, whatever a profile says", () => {
    const [share] = repeatedShare(PAGE, { pages: 2, repeated: { [hashName(rights!)]: 9 } });
    expect(share).toBe(1);
  });

  test("is nothing by a profile of no pages", () => {
    expect([...repeatedShare(PAGE, { pages: 0, repeated: {} })]).toEqual([0, 0, 0, 0]);
  });
});
