import { describe, expect, test } from "vitest";
import { parseHtml } from "../../../html/index.ts";
import { Page } from "../../../page/index.ts";
import { findBodies } from "./find-body.ts";
import { readScripts } from "./read-scripts.ts";
import { writeText } from "./rich-text.ts";

const TITLE = "Night ferry returns to Saint Orrin";
const URL = "https://example.org/sea/night-ferry-returns.html";
const BODY = "The night ferry to Saint Orrin returns on Saturday, after nine years in which nobody sailed.";
const LONGER = `Two cranes of forty tons were delivered to the harbour on Monday. ${BODY} `.repeat(9);

const bodiesIn = (data: unknown, head = "") => {
  const script = `<script>window.s = ${JSON.stringify(data)}/*${" ".repeat(200)}*/</script>`;
  const page = new Page(parseHtml(`<title>${TITLE}</title>${head}${script}`), URL);
  const { branches, roots } = readScripts(page);
  return findBodies(page, branches, roots);
};
const first = (data: unknown, head?: string) => {
  const [body] = bodiesIn(data, head);
  return body && writeText(body.text, 10_000).replace(/\s*<\/?\w+>\s*/g, "");
};

describe("what data states beside a body", () => {
  const factsOf = (data: object) => bodiesIn({ story: { headline: TITLE, ...data, body: BODY } })[0]?.facts;

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

describe("the page's own body among others", () => {
  const other = { title: "Harbour gets two cranes", url: "/sea/cranes", body: LONGER };

  test.each([
    ["title", { title: TITLE }],
    ["title with the site's name", { title: `${TITLE} | The Quay Post` }],
    ["address", { url: URL }],
    ["path", { title: "Ferry is back", path: "/sea/night-ferry-returns.html" }],
    ["slug", { title: "Ferry is back", slug: "night-ferry-returns" }],
    ["description", { summary: "After nine years, a boat leaves the old quay at night again." }],
  ])("is known by its %s", (_, mark) => {
    const description = "After nine years, a boat leaves the old quay at night again.";
    const head = `<meta name=description content="${description}">`;
    expect(first([other, { ...mark, body: BODY }, other], head)).toBe(BODY);
  });

  test("is taken out of a list of other texts", () => {
    const notes = Array.from(
      { length: 50 },
      (_, at) => `Number ${at} of the notes is longer than the news of today.`,
    );
    expect(first([...notes.map((text) => ({ text })), { title: TITLE, text: BODY.repeat(4) }])).toBe(
      BODY.repeat(4),
    );
  });

  test("is known by a good part of the title, not by its first words", () => {
    const isOwn = (title: string) => bodiesIn({ title, body: BODY })[0]?.isOwn;
    expect(isOwn("Night ferry returns to Saint")).toBe(true);
    expect(isOwn("Night ferry returns")).toBe(false);
  });

  const sentences = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `Sentence number ${from + at} of the story has nine words.`);

  test("outweighs longer texts, but for a summary of fewer than 50 words", () => {
    const longest = sentences(100, 12).join(" ");
    const firstBeside = (own: string) =>
      first({ story: { title: TITLE, body: own }, notes: [{ body: longest }] });
    expect(firstBeside(sentences(0, 6).join(" "))).toBe(sentences(0, 6).join(" "));
    expect(firstBeside(sentences(0, 4).join(" "))).toBe(longest);
  });

  test("inside of another of its texts is the body where it has two fifths of its words", () => {
    const firstOf = (inside: number, beside: number) =>
      first({
        title: TITLE,
        content: [{ title: TITLE, content: sentences(0, inside) }, ...sentences(100, beside)],
      });
    expect(firstOf(10, 10)).toBe(sentences(0, 10).join(""));
    expect(firstOf(6, 14)).toContain(sentences(100, 1)[0]);
  });

  test("is not another article, even where nothing else is there", () => {
    expect(bodiesIn({ list: [other] })).toEqual([]);
    expect(bodiesIn({ list: [{ ...other, url: undefined }] })).not.toEqual([]);
  });

  test.each(["relatedStories", "comments", "recommendations", "authors", "translations"])(
    "is not what is under %s",
    (key) => {
      expect(first({ title: TITLE, body: BODY, [key]: [LONGER] })).toBe(BODY);
    },
  );

  test("has the title of the heading before it in a list", () => {
    const blocks = [
      { type: "heading", text: TITLE },
      { type: "p", text: BODY },
    ];
    expect(bodiesIn({ blocks })[0]?.isOwn).toBe(true);
    expect(bodiesIn({ blocks: blocks.slice(1) })[0]?.isOwn).toBe(false);
  });
});
