import { expect, test } from "vitest";
import { extract } from "../../src/default-extract.ts";
import { makePages } from "../newsroom/index.ts";

const VOID = new Set(["br", "hr", "img", "wbr", "source", "track"]);

/** The tags that a text leaves open or closes too much, in their order. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (VOID.has(name)) continue;
    if (slash === "") open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

test.each(["mss", "mss-simple"] as const)(
  "a block of %s that begins and ends inside tags is balanced",
  (extractor) => {
    for (const { html } of makePages({ count: 30, seed: 12 })) {
      expect(unbalanced(extract(html, { extractor }).html)).toEqual([]);
    }
    const words = "plain words of a story, one after the other, without any end. ".repeat(8);
    const cut = `<div><ul><li><b><i>x</i> ${words}</b></li><li><em>${words}</em></li></ul></div>`;
    expect(unbalanced(extract(cut, { extractor }).html)).toEqual([]);
  },
);
