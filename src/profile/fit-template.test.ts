import { describe, expect, test } from "vitest";
import { readSiteProfile } from "./fit-template.ts";
import { placeOf, profileWith } from "./site-profile.testing.ts";

const PROFILE = profileWith(
  [placeOf("html/body/div.story/p")],
  { labels: ["Photo:"] },
  { repeated: { ab12: 3 }, outside: { cd34: 80 } },
);

/** The profile as JSON with other fields in it, and in its template. */
function changed(fields: object, template: object = {}): unknown {
  const templates = [{ ...PROFILE.templates[0], ...template }];
  return JSON.parse(JSON.stringify({ ...PROFILE, templates, ...fields }));
}

describe("reading a site profile", () => {
  test("gives back what was written, without fields that nobody knows", () => {
    expect(readSiteProfile(changed({ owner: "nobody" }))).toEqual(PROFILE);
  });

  test.each<[string, unknown, string]>([
    ["nothing", null, "it is not a JSON object"],
    ["a list", [], "it is not a JSON object"],
    ["a model", { format: "galley model", version: 1 }, "it is not a site profile of galley"],
    ["a later one", changed({ version: 2 }), "it is of version 2, and this galley reads version 1"],
    ["one without a date", changed({ made: "yesterday" }), "it does not say when it was made"],
    ["one without a site", changed({ site: 7 }), "its site is not a text, or too long"],
    ["one of half a page", changed({ pages: 0.5 }), "its pages are not a whole number"],
    ["one of endless pages", changed({ pages: 1e300 }), "its pages are not a whole number"],
    [
      "one whose blocks are words",
      changed({ repeated: { constructor: 1 } }),
      "constructor is not the hash of a block",
    ],
    [
      "one whose places are paths",
      changed({ outside: { "html/p": 1 } }),
      "html/p is not the hash of a place",
    ],
    [
      "one with half a per cent",
      changed({ outside: { ab: 0.5 } }),
      "the per cents of a place are not a whole number",
    ],
    ["one with endless templates", changed({ templates: Array(11).fill({}) }), "its templates are over 10"],
    ["one with unknown steps", changed({}, { steps: "ids" }), "a template's steps are classes or names"],
    [
      "one with endless places",
      changed({}, { paths: Array(1001).fill({}) }),
      "a template's paths are over 1000",
    ],
    [
      "one with an endless path",
      changed({}, { paths: [placeOf("a/".repeat(9000))] }),
      "a path is not a text, or too long",
    ],
    [
      "one with an unknown role",
      changed({}, { paths: [{ path: "html", role: "x" }] }),
      "a path's role is one of body, title, beside",
    ],
    ["one with labels of no text", changed({}, { labels: [1] }), "a label is not a text, or too long"],
  ])("refuses %s", (_, json, problem) => {
    expect(() => readSiteProfile(json)).toThrow(
      expect.objectContaining({
        code: "BAD_SITE_PROFILE",
        message: `The site profile cannot be used: ${problem}.`,
      }),
    );
  });

  test("refuses more repeated blocks than any site has", () => {
    const repeated = Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [at.toString(16), 2]));
    expect(() => readSiteProfile(changed({ repeated }))).toThrow("it names over 50000 blocks as repeated");
  });

  test("cuts a long error message", () => {
    expect(() => readSiteProfile(changed({ version: "x".repeat(5000) }))).toThrow(/^.{0,260}…\.$/);
  });
});
