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
