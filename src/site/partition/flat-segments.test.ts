import { describe, expect, test } from "vitest";
import { flatSegments } from "./flat-segments.ts";
import { madeUpPage } from "./made-up.testing.ts";

/** The segments of a page, each as the texts of its leaves. */
function segmentsOf(body: string, threshold?: number): string[] {
  const page = madeUpPage(body);
  const { document, leaves } = page;
  return flatSegments(page, threshold === undefined ? {} : { threshold }).map(({ from, to }) =>
    Array.from(leaves.node.subarray(from, to), (node) =>
      document.text.slice(document.textStart[node], document.textEnd[node]),
    ).join(""),
  );
}

const items = (texts: string) => Array.from(texts, (text) => `<li>${text}</li>`).join("");

describe("flat segments", () => {
  test("end where few links cross in relation to those inside", () => {
    expect(segmentsOf(`<ul>${items("abc")}</ul><div><p>1</p><p>2</p><p>3</p></div>`)).toEqual(["abc", "123"]);
  });

  test("are not closed while they hold no link", () => {
    expect(segmentsOf(`<h1>n</h1><h2>m</h2><ul>${items("abc")}</ul>`)).toEqual(["nmabc"]);
  });

  test("cut a long list after the fourth item, where one link in three crosses", () => {
    expect(segmentsOf(`<ul>${items("abcdefgh")}</ul>`)).toEqual(["abcd", "efgh"]);
    expect(segmentsOf(`<ul>${items("abcdefgh")}</ul>`, 0.25)).toEqual(["abcdef", "gh"]);
  });

  test("leave no rest of a container without a link", () => {
    expect(segmentsOf(`<ul>${items("abcde")}</ul>`)).toEqual(["abcde"]);
  });

  test("cut through no item", () => {
    const pair = (name: string) => `<li><b>${name}</b><i>${name}</i></li>`;
    const segments = segmentsOf(`<ul>${Array.from("abcdefghij", pair).join("")}</ul>`);
    expect(segments.length).toBeGreaterThan(1);
    expect(segments.every((text) => text[0] === text[1] && text.at(-1) === text.at(-2))).toBe(true);
  });

  test("leave out what nobody sees", () => {
    expect(segmentsOf(`<p hidden>x</p><p>${"long ".repeat(60)}</p><p hidden>y</p>`)).toEqual([
      "long ".repeat(60),
    ]);
    expect(segmentsOf("")).toEqual([]);
  });
});
