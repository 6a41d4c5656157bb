import { describe, expect, test } from "vitest";
import { extract } from "../default-extract.ts";
import { NewsError } from "../errors/index.ts";
import { refusalOf, resultOf } from "./judge-page.ts";
import { SENTENCES, storyPage } from "./made-up.testing.ts";

const URL_ASKED = "https://quay.example/2026/11/storm";

/** What is made of a page that answered for an address. */
const judge = (
  html: string,
  { url = URL_ASKED, ...range }: { url?: string; sinceMs?: number; untilMs?: number } = {},
) =>
  refusalOf(
    { article: extract(html, { url }), requestedUrl: URL_ASKED, url, ...range },
    { nowMs: 0, attempts: 0 },
  );

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
    expect(judge(html)).toMatchObject({ kind: "not-obtained", reason });
  });

  test.each(["404 Not Found", "404 - Not Found", "404 | Seite", "404", "Quay | 404", "404 | Quay"])(
    "one whose title is %j",
    (title) => {
      expect(judge(notice(title, "Sorry, we looked for it everywhere we could."))).toEqual({
        kind: "not-obtained",
        reason: "soft-404",
      });
    },
  );

  test.each(["Access denied", "Access Denied | Quay", "Attention Required! | Wall", "403: Access denied."])(
    "one for robots whose title is %j, which is tried again later as a 403 is",
    (title) => {
      expect(judge(notice(title, "You cannot go on to the page that you asked for."))).toEqual({
        kind: "not-obtained",
        reason: "blocked",
        nextTryMs: 600_000,
      });
    },
  );

  test("the home page that readers of missing pages are sent to", () => {
    expect(judge(storyPage("Storm"), { url: "https://quay.example/" })).toMatchObject({ reason: "soft-404" });
  });
});

describe("an article is stored", () => {
  test.each([
    ["whose headline is of missing pages", storyPage("Page not found: why the archive lost its maps", MORE)],
    ["of a flight with the number 404", storyPage("Flight 404 – a ferry takes its passengers")],
    ["of 404 people", storyPage("404 people wait for the ferry")],
    ["of a denied access", storyPage("Access denied to the northern basin")],
    [
      "that quotes a notice",
      storyPage("Storm", "<p>The screen at the gate said access denied, and the request was blocked.</p>"),
    ],
    ["that declares a wall, and has its text", storyPage("Storm", MORE, WALL)],
  ])("%s", (_, html) => {
    expect(judge(html)).toBeUndefined();
  });
});

test("an article of the first moment after the wanted time is refused, as a search leaves it out", () => {
  const untilMs = Date.UTC(2026, 10, 16, 8);
  expect(judge(storyPage("Storm"), { untilMs })).toMatchObject({ rule: "date-range" });
  expect(judge(storyPage("Storm"), { untilMs: untilMs + 1 })).toBeUndefined();
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
  [
    "busy for ages",
    new NewsError("HTTP_STATUS", "", { retryAfterMs: 1e25 }),
    { kind: "failed", nextTryMs: 30 * 24 * 3_600_000 },
  ],
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
