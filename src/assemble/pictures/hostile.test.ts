import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { extract, toMarkdown } from "../../index.ts";

const STORY =
  "<p>The last ferry left Wexley nine years ago, with eleven passengers and a piano on board.</p>".repeat(3);
const page = (head: string, around: string) =>
  `<title>Ferry returns</title>${head}<article><h1>Ferry returns</h1>${STORY}${around}${STORY}</article>`;
const IMAGE = '<img src="/quay.jpg" width="800" height="600">';

/** Pages whose expressions once took time as the square of their length. */
const KINDS: readonly (readonly [string, (size: number) => string])[] = [
  [
    "caption of marks",
    (size) => page("", `<figure>${IMAGE}<figcaption>1${"!".repeat(size)}x</figcaption></figure>`),
  ],
  [
    "stated caption of open tags",
    (size) => page("", `<img src="/quay.jpg" data-caption="${"&lt;".repeat(size)}">`),
  ],
  [
    "stated caption of quotes",
    (size) => page("", `<img src="/quay.jpg" data-caption='x${'"'.repeat(size)}x'>`),
  ],
  ["gallery without an end", (size) => page("", `<div data-images='["/${".jpg".repeat(size / 4)} '></div>`)],
  ["style of backgrounds", (size) => page("", `<div style="${"background:".repeat(size / 11)}"></div>`)],
  [
    "stated picture of sizes",
    (size) =>
      page(
        `<meta property="og:image" content="https://b.example/quay${"-2x".repeat(size / 3)}!.jpg">`,
        IMAGE,
      ),
  ],
];

describe("time for pictures grows with the page, not with its square", () => {
  test.each(KINDS)("a %s", (_, make) => {
    const growth = timeGrowth(8_000, (size) => {
      const html = make(size);
      return () => extract(html, { url: "https://bay.example/ferry" });
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  test("code that is mostly spaces", () => {
    const growth = timeGrowth(8_000, (size) => {
      const article = extract(page("", `<pre>x${" ".repeat(size)}x</pre>`), { extractor: "everything" });
      return () => toMarkdown(article);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});

test("an address with bytes of another encoding than UTF-8 in it loses no article", () => {
  const { text, media } = extract(
    page(
      "",
      '<img width="800" height="600" src="https://cdn.example/resize?url=http%3A%2F%2Fb.example%2Fcaf%E9-am-see.jpg">',
    ),
  );
  expect(text).toContain("The last ferry");
  expect(media).toHaveLength(1);
});
