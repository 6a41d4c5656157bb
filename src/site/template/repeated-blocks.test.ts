import { describe, expect, test } from "vitest";
import { makeSite } from "../../../test/newsroom/index.ts";
import { parseHtml } from "../../html/index.ts";
import { hashBlocks, hashName, Page } from "../../page/index.ts";
import { collectRepeated, RepeatedBlocks } from "./repeated-blocks.ts";

const MAX_HEADING = 40;
const FOOT = "All rights reserved by the Courier.";

/** A page with an article of its own, long enough to be no copy of another. */
function pageOf(name: string, ...paragraphs: readonly string[]): Page {
  const story = `${name} `.repeat(60);
  const texts = [story, ...paragraphs].map((text) => `<p>${text}</p>`);
  return new Page(parseHtml(`<body>${texts.join("")}</body>`));
}

/** The name of a paragraph in profiles. */
function nameOf(text: string): string {
  const { hashes } = hashBlocks(pageOf("story", text));
  return hashName(hashes[1]!);
}

describe("blocks that a site repeats", () => {
  test("are those on two pages and more, each counted once a page", () => {
    const blocks = new RepeatedBlocks();
    blocks.add(pageOf("quay", FOOT, FOOT, "Once only."));
    blocks.add(pageOf("ferry", FOOT));
    blocks.add(pageOf("harbour"));
    expect(blocks.result()).toEqual({ pages: 3, repeated: { [nameOf(FOOT)]: 2 } });
  });

  test("are not made of copies of one page, at another address or with another date on it", () => {
    const blocks = new RepeatedBlocks();
    blocks.add(pageOf("quay", "Printed on Monday."));
    blocks.add(pageOf("quay", "Printed on Monday."));
    blocks.add(pageOf("quay", "Printed on Tuesday."));
    expect(blocks.result()).toEqual({ pages: 1, repeated: {} });
  });

  test("are named up to a bound, those of most pages first", () => {
    const blocks = new RepeatedBlocks({ maxRepeated: 1 });
    for (const name of ["quay", "ferry"]) blocks.add(pageOf(name, FOOT, "Share it."));
    blocks.add(pageOf("harbour", FOOT));
    expect(blocks.result().repeated).toEqual({ [nameOf(FOOT)]: 3 });
  });

  test("are remembered where a site has more blocks than memory may hold", () => {
    const blocks = new RepeatedBlocks({ maxRemembered: 50 });
    for (let page = 0; page < 40; page++) {
      const own = Array.from({ length: 10 }, (_, block) => `Paragraph ${block} of page ${page}`);
      blocks.add(pageOf(`story${page}`, FOOT, ...own));
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
