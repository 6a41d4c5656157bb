import { describe, expect, test } from "vitest";
import { CodeReader } from "./read-code.ts";
import { TextReader, writeText } from "./rich-text.ts";

const START = "The night ferry to ";
const LINK = "Saint Orrin";
const END = " returns on Saturday, after nine years without any.";
const LINKED = `<p>${START}<a href="/orrin">${LINK}</a>${END}</p>`;

/** The markup of data, on one line. */
const markup = (data: unknown) => {
  const root = new CodeReader().read(JSON.stringify(data));
  const text = new TextReader(() => false).textOf(root.values[0]);
  return text && writeText(text, 100_000).replaceAll("\n", "");
};

describe("rich text", () => {
  test.each([
    [
      "ProseMirror",
      {
        type: "paragraph",
        content: [
          { type: "text", text: START },
          { type: "text", text: LINK, marks: [{ type: "link", attrs: { href: "/orrin" } }] },
          { type: "text", text: END },
        ],
      },
    ],
    [
      "Slate",
      {
        type: "paragraph",
        children: [
          { text: START },
          { type: "link", url: "/orrin", children: [{ text: LINK }] },
          { text: END },
        ],
      },
    ],
    [
      "Contentful",
      {
        nodeType: "paragraph",
        content: [
          { nodeType: "text", value: START },
          { nodeType: "hyperlink", data: { uri: "/orrin" }, content: [{ nodeType: "text", value: LINK }] },
          { nodeType: "text", value: END },
        ],
      },
    ],
    [
      "Portable Text",
      {
        _type: "block",
        style: "normal",
        markDefs: [{ _key: "k1", _type: "link", href: "/orrin" }],
        children: [
          { _type: "span", text: START },
          { _type: "span", text: LINK, marks: ["k1"] },
          { _type: "span", text: END },
        ],
      },
    ],
    [
      "elements",
      ["$", "p", null, { children: [START, ["$", "a", null, { href: "/orrin", children: LINK }], END] }],
    ],
    ["HTML in a block", { type: "paragraph", data: { text: `${START}<a href="/orrin">${LINK}</a>${END}` } }],
  ])("joins the runs of a paragraph: %s", (_, block) => {
    expect(markup([block])).toBe(LINKED);
  });

  const sentence = START + LINK + END;

  test.each([
    ["level", { type: "heading", attrs: { level: 3 }, content: [{ type: "text", text: "Tickets" }] }, "h3"],
    ["tag", { type: "heading", tag: "h4", children: [{ text: "Tickets" }] }, "h4"],
    ["style", { _type: "block", style: "h3", children: [{ _type: "span", text: "Tickets" }] }, "h3"],
    ["name", { type: "header-two", text: "Tickets" }, "h2"],
    ["number", { nodeType: "heading-5", content: [{ nodeType: "text", value: "Tickets" }] }, "h5"],
    ["data", { type: "header", data: { text: "Tickets", level: 4 } }, "h4"],
  ])("keeps headings by their %s", (_, heading, tag) => {
    expect(markup([heading, { type: "p", text: sentence }])).toBe(
      `<${tag}>Tickets</${tag}><p>${sentence}</p>`,
    );
  });

  test.each([
    [
      "tree",
      {
        type: "bulletList",
        content: ["One", "Two"].map((text) => ({
          type: "listItem",
          content: [{ type: "paragraph", content: [{ type: "text", text }] }],
        })),
      },
      "ul",
    ],
    ["block", { type: "list", data: { style: "ordered", items: ["One", "Two"] } }, "ol"],
    [
      "numbered tree",
      {
        type: "ordered-list",
        children: ["One", "Two"].map((text) => ({ type: "list-item", children: [{ text }] })),
      },
      "ol",
    ],
    [
      "element",
      ["$", "ol", null, { children: ["One", "Two"].map((text) => ["$", "li", null, { children: text }]) }],
      "ol",
    ],
  ])("keeps lists: %s", (_, list, tag) => {
    expect(markup([{ type: "p", text: sentence }, list])).toBe(
      `<p>${sentence}</p><${tag}><li>One</li><li>Two</li></${tag}>`,
    );
  });

  test("puts items that no list holds into one", () => {
    const items = ["One", "Two"].map((text) => ({ type: "ULI", text }));
    expect(markup([{ type: "P", text: sentence }, ...items])).toBe(
      `<p>${sentence}</p><ul><li>One</li><li>Two</li></ul>`,
    );
  });

  test("keeps paragraphs apart that are not cut inside of sentences", () => {
    expect(markup([{ text: sentence }, { text: sentence }])).toBe(`<p>${sentence}</p>`.repeat(2));
  });

  test.each(["image", "core/embed", "related-links", "advert"])("leaves out what is called %s", (type) => {
    expect(
      markup([
        { type: "p", text: sentence },
        { type, text: sentence },
      ]),
    ).toBe(`<p>${sentence}</p>`);
  });

  test.each([
    ["once", "&lt;p&gt;", "&lt;/p&gt;"],
    ["twice", "&amp;lt;p&amp;gt;", "&amp;lt;/p&amp;gt;"],
    ["by backslashes", "\\u003cp\\u003e", "\\u003c/p\\u003e"],
  ])("reads tags that are escaped %s", (_, open, close) => {
    expect(markup({ body: open + sentence + close })).toBe(`<div><p>${sentence}</p></div>`);
  });

  test("escapes what is text", () => {
    const text = `${START}<3 "x" returns on Saturday.`;
    expect(markup([{ type: "p", text }])).toBe(
      "<p>The night ferry to &lt;3 &quot;x&quot; returns on Saturday.</p>",
    );
  });
});
