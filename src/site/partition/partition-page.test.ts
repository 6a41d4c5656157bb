import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LANGUAGES, LOOKS, makeSite } from "../../../test/newsroom/index.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { faultsOf, madeUpPage, outlineOf } from "./made-up.testing.ts";
import { partitionPage } from "./partition-page.ts";

const links = (...names: readonly string[]) =>
  names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join("");
const item = (title: string, hasPicture = false) =>
  `<article>${hasPicture ? '<img src="a.png">' : ""}<h3><a href="/a">${title}</a></h3><p>About ${title}.</p></article>`;

describe("a partition", () => {
  test("makes a group of a plain list, at the paper's threshold", () => {
    expect(outlineOf(`<ul>${links("One", "Two", "Three")}</ul>`)).toEqual([
      ["group", ["instance", "One"], ["instance", "Two"], ["instance", "Three"]],
    ]);
  });

  test("groups neighbours that cost least before others, and without cost what comes first", () => {
    const page = madeUpPage(
      `<h2>News</h2>${item("One")}${item("Two")}<h2>Sport</h2>${item("Three")}${item("Four")}`,
    );
    const groupSizes = (cost: "paper" | "none") => {
      const sizes: number[] = [];
      const open = [partitionPage(page, { cost })];
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        if (node.kind === "group") sizes.push(node.children.length);
        open.push(...node.children);
      }
      return sizes;
    };
    expect(groupSizes("paper")).toEqual([2, 2, 2]);
    expect(groupSizes("none")).toEqual([2]);
  });

  test("keeps the lists of two containers apart", () => {
    const [first, second] = [links("One", "Two", "Three"), links("Four", "Five")];
    const [outer] = outlineOf(`<div><ul>${first}</ul></div><div><ul>${second}</ul></div>`);
    expect(outer).toEqual([
      "group",
      ["instance", ["group", ["instance", "One"], ["instance", "Two"], ["instance", "Three"]]],
      ["instance", ["group", ["instance", "Four"], ["instance", "Five"]]],
    ]);
  });

  test("puts a section's label over its items, and a headline over its picture and teaser", () => {
    const html = `<section><h2><a href="/world">World</a></h2>${item("Flood", true)}${item("Vote")}</section>`;
    expect(outlineOf(html)).toEqual([
      ["group World", ["instance Flood", "image", "About Flood."], ["instance Vote", "About Vote."]],
    ]);
  });

  test("ends the scope of a label at the next one of its rank", () => {
    const html = `<p>Welcome to all.</p><h2>World</h2><ul>${links("One", "Two")}</ul><h2>Sport</h2><ul>${links("Three", "Four")}</ul>`;
    expect(outlineOf(html)).toEqual([
      "Welcome to all.",
      [
        "group",
        ["instance World", ["group", ["instance", "One"], ["instance", "Two"]]],
        ["instance Sport", ["group", ["instance", "Three"], ["instance", "Four"]]],
      ],
    ]);
  });

  test.each([
    ["capitals", "<div>WELTGESCHEHEN</div>"],
    ["capitals of another script", "<div>СПОРТ</div>"],
    ["bold type", "<div><b>スポーツ</b></div>"],
    ["a heading", "<h4>Weather</h4>"],
    ["larger type", '<div style="font-size: 22px">Weather</div>'],
    ["heavier type", '<div style="font-weight: 700">الطقس</div>'],
  ])("takes %s for emphasis", (_, label) => {
    const [whole] = outlineOf(`<div>${label}<p>Rain is on its way.</p><p>Then it snows, says Ann.</p></div>`);
    expect(whole?.[0]).toMatch(/^(?:group|part|segment) \p{L}+$/u);
  });

  test("does not take scripts without case for capitals, or emphasis inside of a line for a label", () => {
    expect(outlineOf("<div>天気</div><p>So <b>they</b> say.</p><img>")).toEqual([
      "天気",
      ["part", "So", "they", "say."],
      "image",
    ]);
  });

  test("does not take a sentence in large type for a label", () => {
    const notice = '<div style="font-size: 30px">Cookies are used to count your visits.</div>';
    expect(outlineOf(`${notice}<ul>${links("One", "Two")}</ul>`)[0]).toBe(
      "Cookies are used to count your visits.",
    );
  });

  test("joins the pieces of a heading to one label", () => {
    const html = `<div><h2>World <span>news</span></h2><ul>${links("One", "Two")}</ul></div>`;
    expect(outlineOf(html)).toEqual([["group World news", ["instance", "One"], ["instance", "Two"]]]);
  });

  test("puts a menu's entry over the menu inside of it", () => {
    const inner = `<li><a href="/sport">Sport</a><ul>${links("Rowing", "Chess")}</ul></li>`;
    expect(outlineOf(`<ul>${links("World")}${inner}</ul>`)).toEqual([
      [
        "group",
        ["instance", "World"],
        ["instance Sport", ["group", ["instance", "Rowing"], ["instance", "Chess"]]],
      ],
    ]);
  });

  test("reads terms, explained or not", () => {
    const html = "<dl><dt>Home</dt><dt>Sport</dt><dd>Rowing</dd><dt>World</dt></dl>";
    expect(outlineOf(html)).toEqual([
      ["group", ["instance", "Home"], ["instance Sport", "Rowing"], ["instance", "World"]],
    ]);
  });

  test("takes the first row of a table for the label of the rows below", () => {
    const rows = ["Flood", "Vote"].map(
      (name) => `<tr><td><b><a href="/a">${name}</a></b><br>About it.</td></tr>`,
    );
    const html = `<table><tr><td><b><a href="/w">World</a></b></td></tr>${rows.join("")}</table>`;
    expect(outlineOf(html)).toEqual([
      ["group World", ["instance Flood", "About it."], ["instance Vote", "About it."]],
    ]);
  });

  test("promotes the labels that it is given", () => {
    const html = "<div><p>Place:</p><p>Marrow</p></div><p>Rain.</p>";
    expect(outlineOf(html)[0]).toEqual(["group", ["instance", "Place:"], ["instance", "Marrow"]]);
    expect(outlineOf(html, ["place"])[0]).toEqual(["part Place:", "Marrow"]);
  });

  test("does not put the name of the site over its menu", () => {
    const html = `<header><h1><a href="/">Courier</a></h1><ul>${links("One", "Two")}</ul></header>`;
    expect(outlineOf(html)).toEqual(["Courier", ["group", ["instance", "One"], ["instance", "Two"]]]);
  });
});

describe("the tree of any page nests, keeps the order and has every visible leaf once", () => {
  test.each(LOOKS)("%s", (look) => {
    const language = LANGUAGES[LOOKS.indexOf(look) % LANGUAGES.length]!;
    const { html, url } = makeSite({ look, language, seed: 5, articles: 6 }).pages[0]!;
    const page = new Page(parseHtml(html), url);
    expect(faultsOf(page, partitionPage(page))).toEqual([]);
  });

  test("made-up markup", () => {
    const markup = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        fc.constantFrom("text", "<img>", "TEXT", "<p hidden>x</p>", "<br>", "<b>bold</b>"),
        fc
          .tuple(
            fc.constantFrom(
              "div",
              "ul",
              "li",
              "h2",
              "a href=x",
              "b",
              "table",
              "tr",
              "td",
              "dl",
              "dt",
              "dd",
              "p",
            ),
            fc.array(tie("node"), { maxLength: 6 }),
          )
          .map(([tag, inside]) => `<${tag}>${inside.join("")}</${tag.split(" ")[0]}>`),
      ),
    })).node as fc.Arbitrary<string>;
    fc.assert(
      fc.property(fc.array(markup, { maxLength: 12 }), (parts) => {
        const page = madeUpPage(parts.join(""));
        expect(faultsOf(page, partitionPage(page))).toEqual([]);
      }),
      { numRuns: 100, seed: 20 },
    );
  });

  test("a page of nothing", () => {
    expect(partitionPage(madeUpPage(""))).toEqual({ kind: "page", from: 0, to: 0, children: [] });
  });

  test("a page that is nested deeper than real ones", () => {
    const page = madeUpPage("<div>a<b>b</b>".repeat(1_000));
    const tree = partitionPage(page);
    expect(faultsOf(page, tree)).toEqual([]);
  });

  test("a list that is longer than the dynamic program takes at once", () => {
    const page = madeUpPage(`<ul>${links(...Array.from({ length: 500 }, (_, at) => `n${at}`))}</ul>`);
    expect(partitionPage(page).children.map(({ kind, children }) => [kind, children.length])).toEqual([
      ["group", 500],
    ]);
  });
});
