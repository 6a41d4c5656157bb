import { describe, expect, test } from "vitest";
import { ProseFinder } from "./script-prose.ts";

const BODY = "The night ferry to Saint Orrin returns on Saturday, after nine years in which nobody sailed.";

/** What is stated beside the body of a story. */
function factsOf(data: object) {
  const finder = new ProseFinder((text) => text === "Night ferry returns");
  finder.readCode(JSON.stringify({ story: { headline: "Night ferry returns", ...data, body: BODY } }));
  return finder.best?.facts;
}

describe("what code states beside a body", () => {
  test.each([
    ["a name", { author: "Ann Lee" }, ["Ann Lee"]],
    ["a person", { author: { id: "a1", name: "Ann Lee", job: "Reporter at sea" } }, ["Ann Lee"]],
    ["names", { authors: ["Ann Lee", "Bo Ek"] }, ["Ann Lee", "Bo Ek"]],
    ["people", { writers: [{ fullName: "Ann Lee" }, { fullName: "Bo Ek" }] }, ["Ann Lee", "Bo Ek"]],
    ["a byline", { byLine: "By Ann Lee" }, ["By Ann Lee"]],
    ["nobody", { editor: "Ann Lee", names: ["Bo Ek"] }, undefined],
  ])("are the authors, as %s", (_, data, authors) => {
    expect(factsOf(data)?.authors).toEqual(authors);
  });

  test.each(["datePublished", "published_at", "publishedAt", "firstPublished", "publicationDate"])(
    "is the date under %s",
    (key) => {
      expect(factsOf({ updatedAt: "2024-05-04", [key]: "2024-05-03" })?.published).toBe("2024-05-03");
    },
  );

  test("is not what is next to another body", () => {
    expect(factsOf({ related: [{ author: "Ann Lee", datePublished: "2024-05-03" }] })).toEqual({});
  });
});
