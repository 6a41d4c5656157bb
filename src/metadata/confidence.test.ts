import { expect, test } from "vitest";
import type { Metadata } from "./index.ts";
import { read, script } from "./read.testing.ts";

const article = (more: object) => script({ "@type": "NewsArticle", headline: "Tide rises again", ...more });
const confidence = (field: keyof Metadata, html: string) => read(html)[field].confidence;

test("a title that everything states is surer than one beside other wordings, and that than one that nothing states", () => {
  const heading = `${article({})}<h1>Tide rises again</h1>`;
  const sure = confidence("title", `<title>Tide rises again | Paper</title>${heading}`);
  const contested = confidence("title", `<meta property="og:title" content="What the sea does">${heading}`);
  const alone = confidence("title", "<title>Why the sea rises</title><h1>Tide rises on the coast</h1>");
  expect([sure, contested, alone].toSorted((a, b) => b - a)).toEqual([sure, contested, alone]);
  expect(new Set([sure, contested, alone]).size).toBe(3);
});

test("one author is surer than several", () => {
  const one = confidence("authors", article({ author: { name: "Ann Lee" } }));
  const two = confidence("authors", article({ author: [{ name: "Ann Lee" }, { name: "Ben Ode" }] }));
  expect(one).toBeGreaterThan(two + 0.1);
});

test("a date of publication is less sure where the page was changed months later", () => {
  const dates = { datePublished: "2024-05-03", dateModified: "2024-05-04" };
  const early = confidence("published", article(dates));
  const late = confidence("published", article({ ...dates, dateModified: "2024-09-04" }));
  expect(early).toBeGreaterThan(late + 0.1);
});

test("a field that nothing states has no confidence", () => {
  expect(
    ["title", "authors", "published"].map((field) => confidence(field as keyof Metadata, "<p>")),
  ).toEqual([0, 0, 0]);
});

test("the stated title is what the head and the data say, without the site's name, beside the shown one", () => {
  const html = `<meta property="og:site_name" content="The Paper"><title>Sea levels 2024 | The Paper</title>
    <meta property="og:title" content="Sea levels in 2024: what to know | The Paper"><h1>What sea levels did in 2024</h1>`;
  expect(read(html)).toMatchObject({
    title: { value: "What sea levels did in 2024" },
    statedTitle: { value: "Sea levels in 2024: what to know", source: "og" },
  });
  expect(read("<title>Paper</title><h1>Tide rises again</h1>").statedTitle.value).toBeNull();
});
