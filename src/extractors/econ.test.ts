import { describe, expect, test } from "vitest";
import { judgedTexts, keptTexts } from "../../test/kept-text.ts";
import { nodePath, parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { hasInk } from "../text/index.ts";
import { INK, makeEcon, PUNCTUATION, TEXT_UNITS } from "./econ.ts";

const econ = makeEcon();

describe("Joint-para", () => {
  test("joins sentence pieces that fonts and links break", () => {
    const html = "<div><p>The <b>mayor</b> of <a href=x><i>Lund</i></a> said, on Monday, no.</p></div>";
    expect(keptTexts(econ, html)).toEqual(["The", "mayor", "of", "Lund", "said, on Monday, no."]);
  });

  test("prunes adjacent big-nodes that have no punctuation together", () => {
    const html =
      "<div><p>Rain fell, they said.</p><p>It stopped, too.</p><div><span>Share</span><span>Print</span></div></div>";
    expect(judgedTexts(econ, html).slice(2)).toEqual([
      { text: "Share", score: 0, reason: "no punctuation" },
      { text: "Print", score: 0, reason: "no punctuation" },
    ]);
  });

  test("keeps a heading among punctuated paragraphs", () => {
    const html = "<div><p>Rain fell, they said.</p><h2>What next</h2><p>It stopped, too.</p></div>";
    expect(keptTexts(econ, html)).toContain("What next");
  });
});

describe("Extract-news", () => {
  test("starts at the longest text-para, not at the first", () => {
    const html = `<div><p>A short note, only.</p></div><div><p>${"A long report, in full. ".repeat(5)}</p></div>`;
    expect(keptTexts(econ, html)).toEqual(["A long report, in full. ".repeat(5).trim()]);
  });

  test("goes up while punctuation grows, and stops at the first step that gains none", () => {
    const html =
      "<main><nav><a>Home</a></nav><section><div><p>One, two.</p><p>Three, four.</p></div><div><p>Five, six.</p></div></section></main>";
    expect(keptTexts(econ, html)).toEqual(["One, two.", "Three, four.", "Five, six."]);
  });

  test("notes its steps, the last one, which gains nothing, included", () => {
    const stepsOf = (html: string) => econ.extract(new Page(parseHtml(html)), {}).notes?.steps;
    const story = "<p>One, two, and then some more of it.</p>";
    expect(stepsOf(`<main><div>${story}</div></main>`)).toBe(1);
    expect(stepsOf(`<main><div>${story}<p>Three, four.</p></div></main>`)).toBe(2);
    expect(stepsOf(`<main><div><div>${story}<p>Three.</p></div><p>Four.</p></div></main>`)).toBe(3);
  });

  test("goes up through noise that has punctuation, as the paper says it does", () => {
    const html =
      "<div><div><p>One, two, three, and then some more of it.</p><p>Four.</p></div><div><p>Copyright 2010, all rights reserved.</p></div></div>";
    expect(keptTexts(econ, html)).toHaveLength(3);
  });

  test("keeps nothing on a page without punctuation", () => {
    const judged = judgedTexts(econ, "<p>No marks here</p><p>None at all</p>");
    expect(judged.map(({ reason }) => reason)).toEqual(["outside the body", "outside the body"]);
  });

  test("does not take a stray word in the body element for a text-para of the whole page", () => {
    const html = `<body>Skip. <div><p>News, news.</p><p>${"More news, here. ".repeat(4)}</p></div><div><em>Menu</em></div>`;
    expect(keptTexts(econ, html)).toEqual(["Skip.", "News, news.", "More news, here. ".repeat(4).trim()]);
  });
});

test("takes no length from the white space of the source", () => {
  const notice = `<div><p>Legal, dull.${"\n        ".repeat(40)}Contact us.</p></div>`;
  const story = "<div><p>Rain fell over the harbour all day, they said.</p></div>";
  expect(keptTexts(econ, notice + story)).toEqual(["Rain fell over the harbour all day, they said."]);
});

test("reads text that is directly in the body", () => {
  expect(keptTexts(econ, "Rain fell, they said. It stopped, too.")).toHaveLength(1);
  const withMenu = "<ul><li>Home<li>News</ul>Rain fell, they said.<hr>It stopped, too.";
  expect(keptTexts(econ, withMenu)).toEqual(["Rain fell, they said.", "It stopped, too."]);
});

test("table cells are big-nodes only where asked for", () => {
  const cell = (text: string) => `<td><div>${text}</div></td>`;
  const html = `<table><tr>${cell("<p>Menu</p>")}${cell("<p>News, all day.</p><p>More, then.</p>")}${cell("<p>Legal, dull, long.</p>")}</tr></table>`;
  expect(keptTexts(econ, html)).toEqual(["News, all day.", "More, then."]);
  expect(keptTexts(makeEcon({ tableTags: true }), html)).toEqual([
    "News, all day.",
    "More, then.",
    "Legal, dull, long.",
  ]);
});

test("a menu in a list is not the longest text, unless lists are big-nodes", () => {
  const menu = `<ul>${"<li><a>News and views from the coast</a></li>".repeat(9)}<li><a>Ports, boats</a></li></ul>`;
  const html = `<div>${menu}</div><div><p>Rain fell over the harbour all day, they said.</p></div>`;
  const story = "Rain fell over the harbour all day, they said.";
  expect(keptTexts(econ, html)).toEqual([story]);
  expect(keptTexts(makeEcon({ listTags: true }), html)).not.toContain(story);
});

describe("the marks of a page", () => {
  const story = "夜明けに、船は出た。港は静かだった。";
  const notice = "<p>Ver. 2.0, v.1.1, No. 5, U.S. Ltd., Inc., a.m., p.m.</p>";
  const html = `<div><div><p>${story.repeat(4)}</p><p>${story}</p></div><div>${notice}</div></div>`;

  test("are those of its script: Western ones do not count on a Japanese page", () => {
    expect(keptTexts(econ, html)).toEqual([story.repeat(4), story]);
  });

  test("are Western and Arabic ones on an Arabic page", () => {
    const arabic = "عند الفجر، غادروا الميناء. قال القبطان إن البحر هادئ، ولا ريح.";
    expect(keptTexts(econ, `<div><p>${arabic}</p></div><div><em>قائمة</em></div>`)).toEqual([arabic]);
  });
});

test("ignores hidden text when it looks for the longest", () => {
  const html = `<div hidden><p>${"Hidden, hidden. ".repeat(20)}</p></div><div><p>${"Shown, here. ".repeat(16)}</p></div>`;
  expect(keptTexts(econ, html)).toEqual(["Shown, here. ".repeat(16).trim()]);
});

test("says which node holds the body", () => {
  const page = new Page(parseHtml("<nav>Menu</nav><div><p>One, two.</p><p>Three.</p></div>"));
  const { bodyRoot } = econ.extract(page, {});
  expect(nodePath(page.document, bodyRoot ?? -1)).toBe("/html[1]/body[1]/div[1]");
});

const count = (text: string) =>
  Array.from(text, (unit) => TEXT_UNITS.table[unit.charCodeAt(0)]! & PUNCTUATION).filter((bit) => bit !== 0)
    .length;

test.each([
  ["English", "Dawn came, and they left.", 2],
  ["French", "À l’aube, ils sont partis.", 2],
  ["German", "Bei Tagesanbruch, so hieß es, fuhren sie ab.", 3],
  ["Italian", "All'alba, partirono.", 2],
  ["Portuguese", "Ao amanhecer, partiram.", 2],
  ["Spanish", "Al amanecer, se fueron.", 2],
  ["Russian", "На рассвете, по словам капитана, они ушли.", 3],
  ["Chinese", "黎明时分，他们离开了、走了。", 3],
  ["Chinese in full-width forms", "黎明．他们､走了｡", 3],
  ["Japanese", "夜明けに、船は出た。", 2],
  ["Arabic", "عند الفجر، غادروا.", 2],
  ["Urdu", "وہ چلے گئے۔", 1],
])("counts periods and commas in %s", (_, text, expected) => {
  expect(count(text)).toBe(expected);
});

test("counts periods inside numbers, as the paper does", () => {
  expect(count("3.5 million")).toBe(1);
});

test("counts no other marks", () => {
  expect(count("Why? Because! Yes; no: 'quoted' - done")).toBe(0);
});

test("counts as characters what has ink, and nothing else", () => {
  const inked = Array.from(TEXT_UNITS.table.keys()).filter((unit) => hasInk(String.fromCharCode(unit), 0, 1));
  expect(Array.from(TEXT_UNITS.table.keys()).filter((unit) => TEXT_UNITS.table[unit]! & INK)).toEqual(inked);
});
