import { describe, expect, test } from "vitest";
import { LOOKS, makePages } from "../../../test/newsroom/index.ts";
import { TOKEN, tokenise } from "../../extractors/index.ts";
import { readPage } from "../read-page.ts";
import { clothePage } from "./clothes.ts";

const SEEDS = [1, 2, 3, 4, 5, 6];

/** What a reader of the markup sees, word by word. */
function wordsOf(html: string): string[] {
  const page = readPage(html);
  const { kind, start, end } = tokenise(page);
  return Array.from(kind, (code, at) =>
    code === TOKEN.word ? page.document.text.slice(start[at], end[at]) : "",
  ).filter((word) => word !== "");
}

function clothe(html: string, seed: number): string {
  return clothePage(readPage(html), seed);
}

describe("a page in other clothes", () => {
  test("keeps its letters in their order but for buttons, whatever the dress", () => {
    for (const { html } of makePages({ count: LOOKS.length, seed: 11 })) {
      const letters = wordsOf(html.replace(/<button\b.*?<\/button>/gis, "")).join("");
      for (const seed of SEEDS) expect(wordsOf(clothe(html, seed)).join("")).toBe(letters);
    }
  });

  test("wears the same dress for the same seed and others for others", () => {
    const html = "<main><h1>Tide</h1><p>In <em>and</em> out</p><ul><li>Home</ul><div>End</div></main>";
    const dresses = SEEDS.map((seed) => clothe(html, seed));
    expect(SEEDS.map((seed) => clothe(html, seed))).toEqual(dresses);
    expect(new Set(dresses).size).toBeGreaterThan(3);
    expect(dresses.some((dress) => dress.includes("<table>"))).toBe(true);
    expect(dresses.join("")).not.toContain("</main></main>");
  });

  test("leaves out scripts, drawings and what nobody sees, and says pictures by their tag alone", () => {
    const html =
      "<p>one<script>two()</script><svg><text>three</text></svg><template>four</template><img src=five.png alt=six>";
    for (const seed of SEEDS) {
      const dress = clothe(html, seed);
      expect(wordsOf(dress)).toEqual(wordsOf(html));
      expect(dress).toContain("<img>");
      expect(dress).not.toMatch(/two|three|four|five|six/);
    }
  });

  test("has no markup that was text, and no attribute but a harmless language", () => {
    const dress = clothe(`<html lang='en"><b>'><p title=x>1 &lt; 2 &amp;amp; <i>three`, 1);
    expect(dress).toMatch(/^<html lang="enb"><body>/);
    expect(dress).toContain("1 &lt; 2 &amp;amp; ");
    expect(dress).not.toContain("title");
  });
});
