import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { ownTitle } from "./own-title.ts";

const titleOf = (html: string) => ownTitle(new Page(parseHtml(html)));

test("is a heading that the head repeats with the site's name", () => {
  const head = "<title>Ferry leaves Lund - Harbour Courier</title>";
  expect(
    titleOf(`${head}<h1>Harbour Courier</h1><h1>Ferry leaves Lund at dawn</h1><h1>Ferry leaves Lund</h1>`),
  ).toBe("Ferry leaves Lund");
});

test("is else what the head states, without the site's name", () => {
  expect(titleOf("<title>Courier | Ferry leaves Lund | News</title><h1>Menu</h1>")).toBe("Ferry leaves Lund");
  const both = '<meta property="og:title" content="Ferry leaves Lund"><title>Home</title>';
  expect(titleOf(both)).toBe("Ferry leaves Lund");
});

test("is the first heading of a page without a head, and nothing on a page without either", () => {
  expect(titleOf("<h1>Ferry leaves</h1><h1>Other</h1>")).toBe("Ferry leaves");
  expect(titleOf("<p>Ferry leaves</p>")).toBeUndefined();
});
