import { describe, expect, test } from "vitest";
import { LOOKS, makePages } from "../../test/newsroom/index.ts";
import { parsePage } from "../default-extract.ts";
import { TOKEN, tokenise } from "../extractors/index.ts";
import { augmentPage } from "./augment-page.ts";

const SEEDS = [1, 2, 3, 4, 5, 6];

/** What a reader of the markup sees, word by word. */
function wordsOf(html: string): string[] {
  const page = parsePage(html);
  const { kind, start, end } = tokenise(page);
  return Array.from(kind, (code, at) =>
    code === TOKEN.word ? page.document.text.slice(start[at], end[at]) : "",
  ).filter((word) => word !== "");
}

function augment(html: string, seed: number): string {
  return augmentPage(parsePage(html), seed);
}

describe("an augmented page", () => {
  test("keeps its letters in their order but for buttons, whatever the style", () => {
    for (const { html } of makePages({ count: LOOKS.length, seed: 11 })) {
      const letters = wordsOf(html.replace(/<button\b.*?<\/button>/gis, "")).join("");
      for (const seed of SEEDS) expect(wordsOf(augment(html, seed)).join("")).toBe(letters);
    }
  });

  test("has lines of its time around an article whose place is known, before and after its paragraphs", () => {
    const html = "<ul><li>Menu</ul><div><p>The ferry left.</p><p>It came back.</p></div><p>Share</p>";
    const page = parsePage(html);
    const [, first = 0, last = 0] = page.leaves.node;
    const copies = Array.from({ length: 40 }, (_, seed) =>
      wordsOf(augmentPage(page, seed, { first, last })).join(" "),
    );
    for (const copy of copies) expect(copy).toMatch(/^Menu .*\bThe ferry left It came back\b.* Share$/);
    expect(copies.some((copy) => /Menu .*20\d\d.* The ferry/.test(copy))).toBe(true);
    expect(copies.some((copy) => /back .*All rights reserved .*Share/.test(copy))).toBe(true);
    expect(copies.join()).not.toMatch(/\b(?:agency|minute)\b/);
  });

  test("keeps to the language of the page in its lines", () => {
    const page = parsePage('<html lang="de"><body><p>Die Fähre legte ab.</p><p>Sie kam zurück.</p>');
    const [first = 0, last = 0] = page.leaves.node;
    const copies = Array.from({ length: 40 }, (_, seed) => augmentPage(page, seed, { first, last })).join();
    expect(copies).toContain("Alle Rechte vorbehalten");
    expect(copies).not.toContain("All rights reserved");
  });

  test("has the same style for the same seed and others for others", () => {
    const html = "<main><h1>Tide</h1><p>In <em>and</em> out</p><ul><li>Home</ul><div>End</div></main>";
    const copies = SEEDS.map((seed) => augment(html, seed));
    expect(SEEDS.map((seed) => augment(html, seed))).toEqual(copies);
    expect(new Set(copies).size).toBeGreaterThan(3);
    expect(copies.some((copy) => copy.includes("<table>"))).toBe(true);
    expect(copies.join("")).not.toContain("</main></main>");
  });

  test("leaves out scripts, drawings and what nobody sees, and says pictures by their tag alone", () => {
    const html =
      "<p>one<script>two()</script><svg><text>three</text></svg><template>four</template><img src=five.png alt=six>";
    for (const seed of SEEDS) {
      const copy = augment(html, seed);
      expect(wordsOf(copy)).toEqual(wordsOf(html));
      expect(copy).toContain("<img>");
      expect(copy).not.toMatch(/two|three|four|five|six/);
    }
  });

  test("has no markup that was text, and no attribute but a harmless language", () => {
    const copy = augment(`<html lang='en"><b>'><p title=x>1 &lt; 2 &amp;amp; <i>three`, 1);
    expect(copy).toMatch(/^<html lang="enb"><body>/);
    expect(copy).toContain("1 &lt; 2 &amp;amp; ");
    expect(copy).not.toContain("title");
  });
});
