import { describe, expect, test } from "vitest";
import { hasTruth, parseLabel } from "./label.ts";

const parse = (record: unknown, set = "harbour") =>
  parseLabel(
    typeof record === "string" ? record : JSON.stringify(record),
    { set, lineNumber: 7 },
    (path) => `/sets/${path}`,
  );

describe("a label", () => {
  test("keeps what it knows and reads null as absent", () => {
    const label = parse({
      id: "a",
      htmlPath: "html/a.html",
      lang: "pt-BR",
      title: null,
      body: "Text.",
      colour: 5,
    });
    expect(label).toEqual({
      id: "a",
      set: "harbour",
      site: null,
      url: null,
      language: "pt",
      pageType: null,
      era: null,
      source: { path: "/sets/html/a.html" },
      encoding: null,
      truth: {
        title: null,
        authors: [],
        published: null,
        body: "Text.",
        bodyIsPrefix: false,
        with: [],
        without: [],
      },
    });
  });

  test("keeps the paths of nodes that were pointed at", () => {
    const label = parse({ id: "a", html: "<p>x", titlePath: null, bodyPath: "/html[1]/body[1]" });
    expect(label.nodes).toEqual({ body: "/html[1]/body[1]" });
  });

  test("may carry the markup itself, and a number as its id", () => {
    expect(parse({ id: 12, html: "<p>x" })).toMatchObject({ id: "12", source: { html: "<p>x" } });
  });

  test.each([
    ["{", "is not JSON"],
    ["[1]", "no JSON object"],
    [{ htmlPath: "a" }, "has no id"],
    [{ id: "a" }, "neither htmlPath nor html"],
    [{ id: "a", html: "", title: 5 }, "title is no text"],
    [{ id: "a", html: "", authors: "Ana" }, "authors is no list"],
    [{ id: "a", html: "", with: [1] }, "with is no list"],
    [{ id: "a", html: "", encoding: "klingon" }, "no charset is called"],
  ])("that is broken (%j) is refused with its line", (record, problem) => {
    expect(() => parse(record)).toThrow(
      expect.objectContaining({
        code: "BAD_RECORD",
        message: expect.stringMatching(`line 7 of harbour.*${problem}`),
      }),
    );
  });

  test("says something as soon as one field does, even that there is no article", () => {
    expect(hasTruth(parse({ id: "a", html: "" }))).toBe(false);
    expect(hasTruth(parse({ id: "a", html: "", authors: [] }))).toBe(false);
    expect(hasTruth(parse({ id: "a", html: "", body: "" }))).toBe(true);
    expect(hasTruth(parse({ id: "a", html: "", title: "T" }))).toBe(true);
  });

  test("loses a date that is known to be the crawl's", () => {
    expect(
      parse({ id: "a", html: "", published: "2011-11-21" }, "daniel-en-zh-pl").truth.published,
    ).toBeNull();
    expect(parse({ id: "a", html: "", published: "2011-11-21" }).truth.published).toBe("2011-11-21");
  });
});
