import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { ownTitle } from "./relevance.ts";

describe("the page's own title", () => {
  const titleOf = (html: string, url?: string, names = true) =>
    ownTitle(new Page(parseHtml(html), url), { names });

  test("is a heading that the head repeats with the site's name", () => {
    const head = "<title>Ferry leaves Lund - Harbour Courier</title>";
    expect(
      titleOf(`${head}<h1>Harbour Courier</h1><h1>Ferry leaves Lund at dawn</h1><h1>Ferry leaves Lund</h1>`),
    ).toBe("Ferry leaves Lund");
  });

  test("is else what the head states, without the site's name", () => {
    expect(titleOf("<title>Courier | Ferry leaves Lund | News</title><h1>Menu</h1>")).toBe(
      "Ferry leaves Lund",
    );
    const both = '<meta property="og:title" content="Ferry leaves Lund"><title>Home</title>';
    expect(titleOf(both)).toBe("Ferry leaves Lund");
  });

  test("is the first heading of a page without a head, and nothing on a page without either", () => {
    expect(titleOf("<h1>Ferry leaves</h1><h1>Other</h1>")).toBe("Ferry leaves");
    expect(titleOf("<p>Ferry leaves</p>")).toBeUndefined();
  });

  test.each([
    ["the site's name by its address", "<title>Harbour Courier</title><h1>Ferry leaves</h1>", "Ferry leaves"],
    [
      "the site's name as it states it",
      '<meta property="og:site_name" content="The Globe of Lund"><title>Ferry leaves - The Globe of Lund</title><h1>The Globe of Lund</h1>',
      "Ferry leaves",
    ],
    ["a section of the address", "<title>Local news</title><h1>Ferry leaves</h1>", "Ferry leaves"],
    [
      "a column's name",
      "<title>Ferry leaves Lund at dawn - Daily Notes - Tides</title><h1>Daily Notes</h1>",
      "Ferry leaves Lund at dawn",
    ],
    [
      "what the site says of itself",
      "<title>Ferry leaves Lund at dawn - News, tides, timetables and weather from HarbourCourier.example</title>",
      "Ferry leaves Lund at dawn",
    ],
  ])("is not %s", (_, html, title) => {
    const url = "https://www.harbourcourier.example/local-news/ferry";
    expect(titleOf(html, url)).toBe(title);
    expect(titleOf(html, url, false)).not.toBe(title);
  });

  test("may be as short as a name, and the last step of the address", () => {
    const url = "https://www.harbourcourier.example/ferry-leaves-lund/";
    expect(titleOf("<title>Ferry leaves Lund</title><h1>Ferry leaves Lund</h1>", url)).toBe(
      "Ferry leaves Lund",
    );
  });

  test("is missing where all that is stated are names", () => {
    const url = "https://www.harbourcourier.example/local-news/ferry";
    expect(
      titleOf("<title>Local news | Harbour Courier</title><h1>Harbour Courier</h1>", url),
    ).toBeUndefined();
  });
});
