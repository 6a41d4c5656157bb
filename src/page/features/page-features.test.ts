import { describe, expect, test } from "vitest";
import { featureTable, pick } from "./feature-table.testing.ts";

const LONG = "word ".repeat(29);

describe("page features", () => {
  test("are the same in every row", () => {
    const table = featureTable(
      `<h1>Head</h1><article><p>one ${LONG}, <a href=x>link</a>.<img src=x></article><ul><li>two</ul><table><td>cell</table>`,
    );
    const expected = {
      "page.blocks": 4,
      "page.words": 34,
      "page.paragraphs": 1,
      "page.medianWords": 1,
      "page.meanWords": 8.5,
      "page.mostWords": 31,
      "page.longBlocks": 1,
      "page.headings": 1,
      "page.media": 1,
      "page.articles": 1,
      "page.linkShare": 0.0294,
      "page.paragraphShare": 0.9191,
      "page.listShare": 0.0221,
      "page.tableShare": 0.0294,
      "page.punctuation": 1.4706,
      "page.hiddenShare": 0,
      "page.unspacedShare": 0,
      "page.hasArticleData": 0,
    };
    for (const block of ["Head", "two"])
      expect(pick(table, block, ...Object.keys(expected))).toEqual(expected);
  });
});

const TITLED = `<title>Old quay shut again | Paper</title>
  <div><a href=/>Paper</a></div>
  <main><header><h2>Old quay shut again</h2></header><div><p>Body text about the quay.</p></div></main>`;

describe("title features", () => {
  test("find the block that shows a stated title", () => {
    const table = featureTable(TITLED);
    expect(["Paper", "Old", "Body"].map((one) => table(one, "title.isTitle"))).toEqual([0, 1, 0]);
  });

  test("tell how much of a block is the title", () => {
    expect(pick(featureTable(TITLED), "Old", "title.similarity", "title.overlap")).toEqual({
      "title.similarity": 0.8889,
      "title.overlap": 1,
    });
    expect(featureTable(TITLED)("Body", "title.overlap")).toBeCloseTo(0.2);
  });

  test("measure the signed way from the title", () => {
    const table = featureTable(TITLED);
    const names = ["blocksAfter", "wordsAfter", "charactersAfter"].map((name) => `title.${name}`);
    expect(Object.values(pick(table, "Paper", ...names))).toEqual([-1, -1, -0.119]);
    expect(Object.values(pick(table, "Body", ...names))).toEqual([1, 4, 0.381]);
  });

  test("measure the way up to what a block shares with the title", () => {
    const table = featureTable(TITLED);
    const names = ["commonDepth", "stepsUp", "titleStepsUp"].map((name) => `title.${name}`);
    expect(Object.values(pick(table, "Body", ...names))).toEqual([3, 2, 2]);
    expect(Object.values(pick(table, "Paper", ...names))).toEqual([2, 1, 3]);
  });

  test("prefer the heading among blocks that show the title", () => {
    const table = featureTable("<title>Quay shut</title><p>quay shut</p><h1>Quay shut</h1>");
    expect(table("Quay", "title.isTitle")).toBe(1);
    expect(table("quay", "title.isTitle")).toBe(0);
  });

  test("take the first h1 where no block shows a stated title", () => {
    expect(featureTable("<title>Paper</title><h1>Quay shut</h1><p>a")("Quay", "title.isTitle")).toBe(1);
  });

  test("take a block for the title from half of their words in common on", () => {
    const isTitle = (text: string) =>
      featureTable(`<title>Old quay shut again</title><p>${text}</p>`)("Quay", "title.isTitle");
    expect(isTitle("Quay shut again, says mayor")).toBe(1);
    expect(isTitle("Quay shut early, mayor of Lund says")).not.toBe(1);
  });

  test("are absent where a page shows no title", () => {
    expect(featureTable("<p>one two")("one", "title.blocksAfter")).toBeNaN();
  });
});

describe("stated features", () => {
  test("tell the share of words and pairs that the description has", () => {
    const table = featureTable("<meta name=description content='The quay is shut'><p>Now the quay opens");
    expect(pick(table, "Now", "stated.descriptionOverlap", "stated.descriptionPairs")).toEqual({
      "stated.descriptionOverlap": 0.5,
      "stated.descriptionPairs": 0.3333,
    });
  });

  test("tell the share of runs of four words that the stated body has", () => {
    const table = featureTable(
      `<script type="application/ld+json">{"@type":"Article","articleBody":"The old quay is shut for good."}</script>
       <p>The old quay is shut today<p>Short text`,
    );
    expect(table("The", "stated.bodyFours")).toBeCloseTo(2 / 3);
    expect(table("Short", "stated.bodyFours")).toBeNaN();
    expect(table("The", "page.hasStatedBody")).toBe(1);
  });

  test("are absent where the page states nothing", () => {
    expect(featureTable("<p>one")("one", "stated.descriptionOverlap")).toBeNaN();
    expect(featureTable("<p>one two three four")("one", "stated.bodyFours")).toBeNaN();
  });
});
