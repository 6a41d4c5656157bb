import { describe, expect, test } from "vitest";
import { makeSite } from "../../test/newsroom/index.ts";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import {
  collectRepeated,
  hashBlocks,
  hashName,
  NO_TEXT,
  RepeatedBlocks,
  repeatedShare,
} from "./repeated-blocks.ts";

const MAX_HEADING = 40;
const FOOT = "All rights reserved by the Courier.";

function pageOf(html: string): Page {
  return new Page(parseHtml(`<body>${html}</body>`));
}

function hashesOf(html: string): number[] {
  return [...hashBlocks(pageOf(html)).hashes];
}

describe("the hash of a block", () => {
  test("is the same however the words are spaced, marked up, punctuated and spelt in capitals", () => {
    const [plain, marked] = hashesOf("<p>All rights reserved.</p><p>ALL <b>rights</b>\n reserved!</p>");
    expect(marked).toBe(plain);
  });

  test.each([
    "<p>All rights received.</p>",
    "<p>rights All reserved.</p>",
    "<p>Alle Rechte vorbehalten.</p>",
  ])("is another for other words or another order: %s", (other) =>
    expect(hashesOf(other)).not.toEqual(hashesOf("<p>All rights reserved.</p>")),
  );

  test("differs where the same words are elsewhere, as a teaser's on the home page", () => {
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

/** A page with an article of its own, long enough to be no copy of another. */
function storyOf(name: string, ...paragraphs: readonly string[]): Page {
  const story = `${name} `.repeat(60);
  const texts = [story, ...paragraphs].map((text) => `<p>${text}</p>`);
  return pageOf(texts.join(""));
}

/** The name of a paragraph in profiles. */
function nameOf(text: string): string {
  const { hashes } = hashBlocks(storyOf("story", text));
  return hashName(hashes[1]!);
}

describe("blocks that a site repeats", () => {
  test("are those on two pages and more, each counted once a page", () => {
    const blocks = new RepeatedBlocks();
    blocks.add(storyOf("quay", FOOT, FOOT, "Once only."));
    blocks.add(storyOf("ferry", FOOT));
    blocks.add(storyOf("harbour"));
    expect(blocks.result()).toEqual({ pages: 3, repeated: { [nameOf(FOOT)]: 2 } });
  });

  test("are not made of copies of one page, at another address or with another date on it", () => {
    const blocks = new RepeatedBlocks();
    blocks.add(storyOf("quay", "Printed on Monday."));
    blocks.add(storyOf("quay", "Printed on Monday."));
    blocks.add(storyOf("quay", "Printed on Tuesday."));
    expect(blocks.result()).toEqual({ pages: 1, repeated: {} });
  });

  test("are named up to a bound, those of most pages first", () => {
    const blocks = new RepeatedBlocks({ maxRepeated: 1 });
    for (const name of ["quay", "ferry"]) blocks.add(storyOf(name, FOOT, "Share it."));
    blocks.add(storyOf("harbour", FOOT));
    expect(blocks.result().repeated).toEqual({ [nameOf(FOOT)]: 3 });
  });

  test("are remembered where a site has more blocks than memory may hold", () => {
    const blocks = new RepeatedBlocks({ maxRemembered: 50 });
    for (let page = 0; page < 40; page++) {
      const own = Array.from({ length: 10 }, (_, block) => `Paragraph ${block} of page ${page}`);
      blocks.add(storyOf(`story${page}`, FOOT, ...own));
    }
    expect(blocks.result()).toEqual({ pages: 40, repeated: { [nameOf(FOOT)]: 40 } });
  });

  test("are none on no page", async () => {
    expect(await collectRepeated([])).toEqual({ pages: 0, repeated: {} });
  });

  test("hold no paragraph of any article of a made-up site, though its front pages show the first", async () => {
    const site = makeSite({ look: "tables-2005", language: "de", seed: 5, articles: 8, hardCases: [] });
    const read = site.pages.map(({ html, truth }) => ({ page: new Page(parseHtml(html)), truth }));
    const { repeated } = await collectRepeated(read);
    expect(Object.keys(repeated).length).toBeGreaterThan(10);
    for (const { page, truth } of read) {
      // The stories of a made-up site have headings in common.
      const paragraphs = new Set(
        (truth.body ?? "").split("\n\n").filter((text) => text.length > MAX_HEADING),
      );
      const { hashes } = hashBlocks(page);
      const inBody = [...hashes].filter((_, block) => paragraphs.has(textOf(page, block)));
      expect(inBody.filter((hash) => Object.hasOwn(repeated, hashName(hash)))).toEqual([]);
    }
  });
});

function textOf({ document, leaves, blocks }: Page, block: number): string {
  const nodes = leaves.node.subarray(blocks.firstLeaf[block], blocks.firstLeaf[block + 1]);
  const texts = Array.from(nodes, (node) =>
    document.text.slice(document.textStart[node], document.textEnd[node]),
  );
  return texts.join("").trim();
}
