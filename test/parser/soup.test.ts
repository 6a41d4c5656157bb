import { expect, test } from "vitest";
import { makeRandom } from "../newsroom/random.ts";
import { makePlainTagSoup } from "./tag-soup.ts";
import { ourLines, parse5Lines } from "./tree-lines.ts";

/** `npm run compare:parsers` tries a million. */
const DOCUMENTS = 20_000;

test("tag soup of every kind gives the tree that parse5 builds", () => {
  const random = makeRandom("soup");
  const different: string[] = [];
  for (let at = 0; at < DOCUMENTS && different.length < 5; at++) {
    const soup = makePlainTagSoup(random);
    if (ourLines(soup).join("\n") !== parse5Lines(soup).join("\n")) different.push(soup);
  }
  expect(different).toEqual([]);
});

test("a page cut at every character gives the tree that parse5 builds", () => {
  const random = makeRandom("cut");
  let page = "";
  while (page.length < 2048) page += makePlainTagSoup(random).replaceAll(/<plaintext[^>]*>/gi, "");
  const different: number[] = [];
  for (let end = 0; end <= page.length; end++) {
    const cut = page.slice(0, end);
    if (ourLines(cut).join("\n") !== parse5Lines(cut).join("\n")) different.push(end);
  }
  expect(different).toEqual([]);
});
