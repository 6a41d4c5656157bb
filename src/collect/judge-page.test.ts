import { describe, expect, test } from "vitest";
import { extract } from "../default-extract.ts";
import { NewsError } from "../errors/index.ts";
import { refusalOf, resultOf } from "./judge-page.ts";
import { SENTENCES, storyPage } from "./made-up.testing.ts";

const URL_ASKED = "https://quay.example/2026/11/storm";

/** What is made of a page that answered for an address. */
const judge = (html: string, { url = URL_ASKED, ...range }: { url?: string; sinceMs?: number } = {}) =>
  refusalOf({ article: extract(html, { url }), requestedUrl: URL_ASKED, url, ...range });

const notice = (title: string, ...lines: readonly string[]) =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join("")}</main></body></html>`;
/** As much text again as makes a page an article, whatever else it says. */
const MORE = Array.from({ length: 3 }, () => `<p>${SENTENCES.join("</p><p>")}</p>`).join("");
const WALL = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Storm","isAccessibleForFree":false}</script>`;

describe("a page in place of the article was not obtained:", () => {
  test.each([
    ["a missing page that answers 200", notice("Page not found", "Sorry, we looked everywhere."), "soft-404"],
    ["a missing page in German", notice("Hoppla", "Diese Seite wurde nicht gefunden."), "soft-404"],
    ["a missing page in Chinese", notice("提示", "您访问的页面不存在,请返回首页继续浏览。"), "soft-404"],
    [
      "a page for robots",
      notice("Just a moment", "Checking your browser before you can go on to the page."),
      "blocked",
    ],
    [
      "a teaser before a wall",
      `<html><head><title>Storm</title>${WALL}</head><body><main><article><h1>Storm closes the basin</h1><p>${SENTENCES[0]}</p><div class="paywall">Subscribe to read the whole story. Already a subscriber? Sign in.</div></article></main></body></html>`,
      "wall",
    ],
  ])("%s", (_, html, reason) => {
    expect(judge(html)).toEqual({ kind: "not-obtained", reason });
  });

  test("the home page that readers of missing pages are sent to", () => {
    expect(judge(storyPage("Storm"), { url: "https://quay.example/" })).toMatchObject({ reason: "soft-404" });
  });
});

describe("an article is stored", () => {
  test.each([
    ["whose headline is of missing pages", storyPage("Page not found: why the archive lost its maps", MORE)],
    ["that declares a wall, and has its text", storyPage("Storm", MORE, WALL)],
  ])("%s", (_, html) => {
    expect(judge(html)).toBeUndefined();
  });
});

test("an article of another time is refused by its date", () => {
  expect(judge(storyPage("Storm"), { sinceMs: Date.UTC(2026, 10, 17) })).toEqual({
    kind: "refused",
    rule: "date-range",
  });
});

test.each([
  ["gone", new NewsError("HTTP_REFUSED", "", { status: 410 }), { kind: "not-obtained", reason: "gone" }],
  ["closed", new NewsError("HTTP_REFUSED", "", { status: 451 }), { reason: "blocked", nextTryMs: 600_000 }],
  ["forbidden", new NewsError("ROBOTS_FORBIDDEN", ""), { kind: "refused", rule: "robots.txt" }],
  ["a private address", new NewsError("ADDRESS_REFUSED", ""), { kind: "refused", rule: "address" }],
  ["a film", new NewsError("NOT_HTML", ""), { kind: "refused", rule: "not-a-page" }],
  ["slow", new NewsError("FETCH_TIMEOUT", ""), { kind: "failed", nextTryMs: 600_000 }],
  ["too large", new NewsError("FETCH_TOO_LARGE", ""), { kind: "failed", nextTryMs: undefined }],
])("a page that is %s ends with its reason and its next try", (_, error, result) => {
  expect(resultOf(error, { nowMs: 0, attempts: 0 })).toMatchObject(result);
});

test("a failing page is tried ever later, and then no more; one that was not asked for is never given up", () => {
  const slow = new NewsError("FETCH_TIMEOUT", "");
  const waits = [0, 1, 2, 3, 4, 5].map((attempts) => resultOf(slow, { nowMs: 0, attempts }));
  const minutes = waits.map((wait) =>
    "nextTryMs" in wait && wait.nextTryMs ? wait.nextTryMs / 60_000 : null,
  );
  expect(minutes).toEqual([10, 20, 40, 80, 160, null]);
  expect(resultOf(new NewsError("SERVER_GONE", ""), { nowMs: 0, attempts: 99 })).toMatchObject({
    nextTryMs: 600_000,
  });
});
