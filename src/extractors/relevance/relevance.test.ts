import { describe, expect, test } from "vitest";
import { judgedTexts, keptTexts } from "../../../test/kept-text.ts";
import { nodePath, parseHtml, rawText } from "../../html/index.ts";
import { type Hints, Page } from "../../page/index.ts";
import { PAPER_OPTIONS, type RelevanceOptions } from "./options.ts";
import { makeRelevance } from "./relevance.ts";

const HINTS = { collectedTitle: "Ferry leaves Lund at dawn" };
const ONE = "The ferry to Lund left at dawn, with forty people and a dog on board.";
const TWO = "The captain of the ferry said the sea was calm and the crew rested.";
const MENU = "<ul><li><a href=a>Home</a><li><a href=b>Sport news</a></ul>";
const LONG = "Words that have nothing in common with any of it stand here in a row. ".repeat(4).trim();

const paper = (options: Partial<RelevanceOptions> = {}) => makeRelevance({ ...PAPER_OPTIONS, ...options });
const kept = (html: string, extractor = paper()) => keptTexts(extractor, html, HINTS);
const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join("");

describe("the ranges", () => {
  test("without a possible title are one: the whole page", () => {
    expect(kept(`<div>${paragraphs(ONE, TWO)}</div><div><p>Other words here.</p></div>`)).toEqual([ONE, TWO]);
  });

  test("after a possible title go first", () => {
    const before = `<div>${paragraphs(`${LONG} Ferry, ferry, ferry, Lund.`)}</div>`;
    const title = "<h2>Ferry leaves Lund at dawn</h2>";
    expect(kept(`${before}${title}<div>${paragraphs(ONE, TWO, ONE)}</div>`)).toEqual([ONE, TWO, ONE]);
    expect(kept(`${before}<div>${paragraphs(TWO)}</div>`)).toHaveLength(1);
  });

  test("between two possible titles hold no node that reaches over one", () => {
    const html = `<div><h2>Ferry leaves Lund at dawn</h2>${paragraphs(ONE, TWO)}<b>Ferry leaves Lund at dawn</b>${paragraphs(TWO)}</div>`;
    expect(kept(html)).toEqual([ONE, TWO]);
  });

  test("before the first possible title is in reserve: it wins if the rest is under the threshold and less possible", () => {
    const html = `<div>${paragraphs(ONE, TWO)}</div><h2>Ferry leaves Lund at dawn</h2><p>All rights reserved.</p>`;
    expect(kept(html)).toEqual([ONE, TWO]);
    expect(kept(html, paper({ threshold: 1 }))).toEqual(["All rights reserved."]);
  });

  test("are cut by sentences that are similar enough, as the option says", () => {
    const html = `<div>${paragraphs(TWO)}<b>Ferry leaves</b></div><div>${paragraphs(ONE)}</div>`;
    expect(judgedTexts(paper(), html, HINTS)[1]?.reason).not.toBe("a possible title");
    expect(judgedTexts(paper({ similarity: 0.4 }), html, HINTS)[1]?.reason).toBe("a possible title");
  });
});

describe("related nodes", () => {
  test("are siblings and children of sibling parents, with the links inside them", () => {
    const html = `${MENU}<div><p>${ONE} <a href=x>More</a></p><p><i>${TWO}</i> so</p></div><div><p>Far away.</p></div>`;
    expect(kept(html)).toEqual([ONE, "More", TWO, "so"]);
  });

  test("are pieces of one cell between line breaks", () => {
    expect(kept(`<table><tr><td>Menu</td><td>${ONE}<br><br><b>Lund</b> ${TWO}</td></tr></table>`)).toEqual([
      "Menu",
      ONE,
      "Lund",
      TWO,
    ]);
  });

  test("are no lists and boxes, unless the tag list has them", () => {
    const html = `<div>${paragraphs(ONE, TWO)}<ul><li>Ferry times</li></ul></div>`;
    expect(kept(html)).toEqual([ONE, TWO]);
    expect(kept(html, paper({ tags: [...PAPER_OPTIONS.tags, "ul"] }))).toContain("Ferry times");
  });

  test("never start at a link", () => {
    const teasers = `<div><p><a href=x>${ONE} ${TWO} Ferry Lund dawn ferry Lund dawn</a></p></div>`;
    expect(kept(`${teasers}<div>${paragraphs(TWO)}</div>`)).toEqual([TWO]);
  });
});

describe("beyond the paper", () => {
  const title = "<h1>Ferry leaves Lund at dawn</h1>";

  test("headline: bold names and links end no range where a heading of the first level is the title", () => {
    const html = `${title}<div>${paragraphs(ONE)}<b>Ferry leaves Lund</b>${paragraphs(TWO)}</div>`;
    expect(kept(html)).toEqual([ONE]);
    expect(kept(html, paper({ headline: true }))).toEqual([ONE, "Ferry leaves Lund", TWO]);
  });

  test("inline: paragraphs that are a span each are related", () => {
    const html = `<div><p><span>${ONE}</span></p><p><span>${TWO}</span></p></div>`;
    expect(kept(html)).toHaveLength(1);
    expect(kept(html, paper({ inline: true }))).toEqual([ONE, TWO]);
  });

  test("inline: a sentence stays where it is if its wrapper holds the title too or can be related to nothing", () => {
    const inline = paper({ inline: true });
    const titled = `<b>Ferry leaves Lund at dawn</b><br>${ONE}<br>${TWO}`;
    expect(kept(`<table><tr><td><font>${titled}</font></td></tr></table>`, inline)).toEqual([ONE, TWO]);
    expect(kept(`<div><i>${ONE}</i><br><i>${TWO}</i></div>`, inline)).toEqual([ONE, TWO]);
    const unlisted = paper({ inline: true, tags: ["p"] });
    expect(kept(`<div><span>${ONE}</span><br><span>${TWO}</span></div>`, unlisted)).toEqual([ONE, TWO]);
  });

  test("boxes: the body goes on in boxes that are built alike", () => {
    const html = `<main><div>${paragraphs(ONE, TWO)}</div><aside><p>Buy a boat, cheap</p></aside><div>${paragraphs(`${LONG} Ferry.`)}</div></main>`;
    expect(kept(html)).toEqual([ONE, TWO]);
    const extractor = paper({ boxes: true });
    expect(kept(html, extractor)).toEqual([ONE, TWO, `${LONG} Ferry.`]);
    expect(
      kept(html.replaceAll("Ferry.</p></div>", "Ferry.</p></div><div><p>No.</p></div>"), extractor),
    ).not.toContain("No.");
  });

  test("lists: a list among the paragraphs is kept, a list of links is not", () => {
    const html = `<div>${paragraphs(ONE)}<ul><li>Bring a coat</li></ul>${MENU}${paragraphs(TWO)}</div>`;
    expect(kept(html, paper({ lists: true }))).toEqual([ONE, "Bring a coat", TWO]);
  });

  test("outline: a paragraph between title and body is kept whatever its style, a byline is not", () => {
    const html = `${title}<section><div><strong>${TWO} ${TWO}</strong></div></section><address>By Ada Berg</address><main><div>${paragraphs(ONE, LONG)}</div></main>`;
    expect(kept(html)).toEqual([ONE, LONG]);
    expect(kept(html, paper({ outline: true }))).toEqual([`${TWO} ${TWO}`, ONE, LONG]);
    const pictured = `${title}<img src=a.jpg><div><div><em>${TWO} ${TWO}</em></div></div>${paragraphs(ONE, LONG)}`;
    expect(kept(pictured)).toEqual(["", ONE, LONG]);
    expect(kept(pictured, paper({ outline: true }))).toEqual(["", `${TWO} ${TWO}`, ONE, LONG]);
  });

  test("flashes: ten words below the title win over a longer text that hardly speaks of it", () => {
    const flash = "Lund ferry leaves: seven aboard, says port.";
    const html = `${title}<div><p>${flash}</p></div><form><div><p>${LONG.slice(0, 210)} Dawn ferry.</p></div></form>`;
    expect(kept(html)).not.toContain(flash);
    expect(kept(html, paper({ flashes: true }))).toEqual([flash]);
    const again = html.replace(flash, "Ferry leaves Lund at dawn today");
    expect(kept(again, paper({ flashes: true, headline: true }))).toEqual(kept(again));
  });
});

test("names the title, the node that holds the body, and the pictures among the paragraphs", () => {
  const html = `<h1>Ferry leaves Lund at dawn</h1><main><div>${paragraphs(ONE)}<img src=a.jpg>${paragraphs(TWO)}</div></main><img src=b.jpg>`;
  const page = new Page(parseHtml(html));
  const { titleNode, bodyRoot, scores } = makeRelevance().extract(page, HINTS);
  expect(rawText(page.document, titleNode ?? -1)).toBe("Ferry leaves Lund at dawn");
  expect(nodePath(page.document, bodyRoot ?? -1)).toBe("/html[1]/body[1]/main[1]/div[1]");
  expect([...scores]).toEqual([0, 1, 1, 1, 0]);
});

test.each([
  ["similarity", "null"],
  ["threshold", "-1"],
  ["tags", '["P"]'],
])("refuses a senseless %s", (name, value) => {
  expect(() => makeRelevance(JSON.parse(`{"${name}":${value}}`))).toThrow(
    expect.objectContaining({ code: "BAD_OPTION", message: expect.stringContaining(`option ${name} `) }),
  );
});

describe("titles that do not help", () => {
  const html = `<title>Ferry leaves Lund - Courier</title><h1>Ferry leaves Lund</h1><div>${paragraphs(ONE, TWO)}</div><aside><section>${paragraphs(LONG)}</section></aside>`;
  const extractor = makeRelevance();
  const titled = (collectedTitle: string | undefined, markup = html) => {
    const page = new Page(parseHtml(markup));
    return extractor.extract(page, collectedTitle === undefined ? {} : { collectedTitle });
  };

  test.each([
    ["none", undefined, ["TITLE_FROM_PAGE"]],
    ["an empty one", "", ["TITLE_FROM_PAGE"]],
    ["spaces", " \n\t ", ["TITLE_FROM_PAGE"]],
    ["signs", "…!?", ["TITLE_UNUSABLE"]],
    ["one stop word", "the", ["TITLE_UNUSABLE"]],
    ["another script", "渡轮离开港口", ["TITLE_UNUSABLE"]],
    [
      "ten thousand words of which none is there",
      "zebra ".repeat(10_000),
      ["TITLE_TOO_LONG", "TITLE_UNUSABLE"],
    ],
    ["ten thousand words", "ferry dawn ".repeat(5_000), ["TITLE_TOO_LONG"]],
    ["a good one", "Ferry leaves Lund", []],
  ])("%s: the article is found, and the warning says why", (_, title, warnings) => {
    const { scores, warnings: given } = titled(title);
    expect(given).toEqual(warnings);
    expect([...scores].slice(1)).toEqual([1, 1, 0]);
  });

  test("of several, the one most like the page's own is taken, whichever list was first", () => {
    const box = `<section><h2>Words that have nothing in common</h2>${paragraphs(LONG)}</section>`;
    const page = new Page(parseHtml(`${html}${box}`));
    const other = "Words that have nothing in common";
    const scoresOf = (hints: Hints) => [...extractor.extract(page, hints).scores];
    const right = scoresOf({ collectedTitle: "Ferry leaves Lund" });
    expect(scoresOf({ collectedTitle: other })).not.toEqual(right);
    const announced = [{ title: other }, { title: null }, { title: "Ferry leaves Lund at dawn" }];
    expect(scoresOf({ collectedTitle: other, announced })).toEqual(right);
    expect(scoresOf({ announced: announced.toReversed() })).toEqual(right);
  });

  const untitled = `<div>${paragraphs(ONE)}</div><section>${paragraphs(LONG)}</section>`;

  test.each([
    ["no title anywhere", untitled, undefined, ["NO_TITLE"]],
    [
      "no word of any title on the page",
      `<title>Zebra</title>${untitled}`,
      "zoo",
      ["TITLE_UNUSABLE", "NO_TITLE"],
    ],
  ])("%s: the longest text is taken, and the warnings say so", (_, markup, title, warnings) => {
    const { scores, warnings: given } = titled(title, markup);
    expect(given).toEqual(warnings);
    expect([...scores]).toEqual([0, 1]);
  });
});

describe("the notes", () => {
  const notesOf = (html: string, extractor = makeRelevance(), hints: Hints = HINTS) =>
    extractor.extract(new Page(parseHtml(html)), hints).notes?.title;
  const TITLE = "Ferry leaves Lund at dawn";
  const STORY = `<div>${paragraphs(ONE, TWO, ONE)}</div>`;
  const HEAD = `<title>${TITLE} - Courier</title>`;
  const OTHER_HEAD = "<title>Why the harbour was empty this morning</title>";

  test.each([
    ["no possible title", 0, `${HEAD}${STORY}`],
    ["one, the headline", 1, `${HEAD}<h2>${TITLE}</h2>${STORY}`],
    ["one, the headline", 1, `${OTHER_HEAD}<h1>${TITLE}</h1>${STORY}`],
    ["one, not the headline", 1, `${OTHER_HEAD}<b>${TITLE}</b>${STORY}`],
    ["several, one the headline", 2, `${HEAD}<h1>${TITLE}</h1>${STORY}<a href=a>Ferry leaves Lund</a>`],
    ["several, none the headline", 2, `${OTHER_HEAD}<b>${TITLE}</b>${STORY}<a href=a>${TITLE}</a>`],
  ] as const)("say of the title's situation: %s", (situation, possibleTitles, html) => {
    const notes = { source: "collected", situation, possibleTitles, reserveRange: false };
    expect(notesOf(html)).toEqual(notes);
    // What an option makes of the titles does not change what was found.
    expect(notesOf(html, paper())).toEqual(notes);
  });

  test("say whether the reserve range was used", () => {
    const html = `${HEAD}${STORY}<h2>${TITLE}</h2><p>All rights reserved.</p>`;
    expect(notesOf(html)?.reserveRange).toBe(true);
    expect(notesOf(html, paper({ threshold: 1 }))?.reserveRange).toBe(false);
    expect(notesOf(STORY)?.reserveRange).toBe(false);
  });

  test("say whose title was looked for", () => {
    const page = `${HEAD}<h1>${TITLE}</h1>${STORY}`;
    expect(notesOf(page, makeRelevance(), {})).toMatchObject({
      source: "page",
      situation: "one, the headline",
    });
    expect(notesOf(page, makeRelevance(), { collectedTitle: "渡轮" })?.source).toBe("page");
    expect(notesOf(STORY, makeRelevance(), {})).toMatchObject({
      source: "none",
      situation: "no possible title",
    });
    expect(notesOf("", makeRelevance(), {})).toMatchObject({ source: "none", possibleTitles: 0 });
  });
});

test("an answer does not depend on the pages before, however large", () => {
  const extractor = makeRelevance();
  const page = `<h1>Ferry leaves Lund at dawn</h1><div>${paragraphs(ONE, TWO)}</div>${MENU}`;
  const first = keptTexts(extractor, page, HINTS);
  expect(first).toEqual([ONE, TWO]);
  keptTexts(extractor, `<h1>${ONE}</h1><div>${paragraphs(...Array<string>(20_000).fill(TWO))}</div>`, HINTS);
  expect(keptTexts(extractor, page, HINTS)).toEqual(first);
});
