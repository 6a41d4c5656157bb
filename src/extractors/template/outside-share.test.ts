import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { hashName, Page } from "../../page/index.ts";
import { outsideShare } from "./outside-share.ts";
import { hashPlaces } from "./place-hashes.ts";

const PAGE = pageOf(
  '<div class="story"><p>The ferry is back.</p></div><div class="notes"><p>Share it</p></div>',
);

function pageOf(html: string): Page {
  return new Page(parseHtml(`<body>${html}</body>`));
}

/** The place of every leaf. */
function placesOf(page: Page): string[] {
  return Array.from(hashPlaces(page), hashName);
}

describe("the place of a leaf", () => {
  test("is the same whatever stands there, and whatever numbers its names have", () => {
    const other = pageOf(
      '<div class="story"><p>Nobody sailed.</p></div><div class="notes"><p>Print</p></div>',
    );
    expect(placesOf(other)).toEqual(placesOf(PAGE));
    const [first, second] = placesOf(pageOf('<p id="part1">One</p><p id="part22">Two</p>'));
    expect(second).toBe(first);
  });

  test("is another where any element around it has another name or class", () => {
    const [story, notes] = placesOf(PAGE);
    expect(notes).not.toBe(story);
    expect(placesOf(pageOf('<div class="story"><h2>The ferry</h2></div>'))).not.toContain(story);
  });
});

describe("the share that is no article's", () => {
  const [, notes] = placesOf(PAGE);

  test("is that of the leaf's place, none where the profile lacks it", () => {
    expect([...outsideShare(PAGE, { outside: { [notes!]: 50 } })]).toEqual([0, 0.5]);
  });

  test("is whole at most, and none by a profile that says nothing of places", () => {
    expect([...outsideShare(PAGE, { outside: { [notes!]: 900 } })]).toEqual([0, 1]);
    expect([...outsideShare(PAGE, {})]).toEqual([0, 0]);
  });
});
