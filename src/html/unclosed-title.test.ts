import { expect, test } from "vitest";
import { rawText } from "./document.ts";
import { readHtml } from "./read-html.ts";
import { TAG } from "./tags.ts";

const BODY = `<body><p>${"The ferry left the quay at dawn. ".repeat(60)}</p></body>`;

function read(html: string) {
  const { document, warnings } = readHtml(html);
  const title = rawText(document, document.tag.indexOf(TAG.title));
  return { title, paragraphs: document.tag.filter((tag) => tag === TAG.p).length, warnings };
}

test("a title without an end ends with its line, and the page is read", () => {
  expect(read(`<title>Ferry leaves\n<script>a</script>${BODY}`)).toEqual({
    ...{ title: "Ferry leaves", paragraphs: 1 },
    warnings: ["TITLE_UNCLOSED"],
  });
});

test("a title without an end ends at the first tag where that is nearer", () => {
  expect(read(`<title>Ferry leaves</titl ${BODY}`).title).toBe("Ferry leaves");
});

test("a title that ends is left as it is, however long", () => {
  const long = "word ".repeat(400).trim();
  expect(read(`<title>${long}</title>${BODY}`)).toMatchObject({ title: long, warnings: [] });
  expect(read(`<title>one\ntwo</title>${BODY}`)).toMatchObject({ title: "one\ntwo", warnings: [] });
});
