import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { judgedTexts } from "../../../test/kept-text.ts";
import type { PageType } from "../../article/index.ts";
import { parseHtml, rawText } from "../../html/index.ts";
import { KEEP_SCORE, Page, REASONS, reasonCode } from "../../page/index.ts";
import { EXTRACTORS } from "../index.ts";
import { shippedBaseLearners, shippedFused } from "../models.ts";
import { completeText } from "./complete-text.ts";
import { makeFused } from "./index.ts";
import { isControl, judgeStructures } from "./structures.ts";

const BODY = "The night ferry to Saint Orrin returns on Saturday, after nine years.";

/** What is left of a page, and why, when the named texts have the given scores and all others .9. */
function judge(
  html: string,
  weighed: Readonly<Record<string, number>>,
  pageType: PageType = "article",
): Map<string, [boolean, string]> {
  const page = new Page(
    parseHtml(`<p>${BODY}</p>${html}<p>The band will play on the quay until midnight.</p>`),
  );
  const { document, leaves } = page;
  const texts = Array.from(leaves.node, (node) => rawText(document, node).trim());
  const given = texts.map((text, leaf) => (leaves.visible[leaf] === 0 ? 0 : (weighed[text] ?? 0.9)));
  const answer = judgeStructures(page, {
    scores: Float32Array.from(given),
    reasons: Uint8Array.from(given, (score, leaf) => {
      if (leaves.visible[leaf] === 0) return reasonCode("hidden");
      return reasonCode(score >= KEEP_SCORE ? "scored as body" : "scored as not body");
    }),
    verdict: { isArticle: Number(pageType === "article"), pageType, confidence: 0.5 },
  });
  const { scores, reasons } = completeText(page, answer);
  return new Map(
    texts.map((text, leaf) => [text, [scores[leaf]! >= KEEP_SCORE, REASONS[reasons[leaf]!] ?? ""]]),
  );
}

const KEPT = [true, "part of a kept structure"];
const DROPPED = [false, "part of a dropped structure"];

describe("a structure is judged as a whole", () => {
  test.each([
    [
      "the header row of a table",
      "<table><tr><th>Port<th>Fare<tr><td>Orrin<td>12 crowns<tr><td>Fennick<td>14 crowns</table>",
      "Fare",
    ],
    [
      "a nested list",
      "<ul><li>Tickets for the first crossing<ul><li>Deck</ul><li>Meals on board and at the quay</ul>",
      "Deck",
    ],
    [
      "a term of a definition list",
      "<dl><dt>Knot<dd>A nautical mile in an hour, as sailors count it</dl>",
      "Knot",
    ],
    [
      "the source of a quote",
      "<blockquote><p>We shall sail on whatever day it is.</p><footer><cite>Ada Brandt</cite></footer></blockquote>",
      "Ada Brandt",
    ],
    ["a line of code", "<pre><div>let ferry = open(quay);</div><div>ferry.go();</div></pre>", "ferry.go();"],
    [
      "the words before a figure's picture",
      "<figure><b>Map</b><img src=a.png><figcaption>The way from the quay to Saint Orrin.</figcaption></figure>",
      "Map",
    ],
    ["a footnote in a list", "<ol><li>See the report of the harbour board of May.<li>Ibid.</ol>", "Ibid."],
  ])("with %s", (_, html, text) => {
    expect(judge(html, { [text]: 0.4 }).get(text)).toEqual(KEPT);
  });

  test("or dropped: related links of which one was weighed high stay out", () => {
    const texts = ["Fares", "Times", "Ports", "Old quay wall falls"];
    const html = `<ul>${texts.map((text) => `<li><a href=/x>${text}</a>`).join("")}</ul>`;
    const judged = judge(html, { Fares: 0.1, Times: 0.1, Ports: 0.1, "Old quay wall falls": 0.6 });
    expect(judged.get("Old quay wall falls")).toEqual(DROPPED);
    expect(judged.get("Fares")).toEqual([false, "scored as not body"]);
  });

  test("by the words of its parts, not by their number", () => {
    const html = "<ul><li>Deck<li>Cabin<li>The first crossing leaves at nine from the old quay.</ul>";
    expect(judge(html, { Deck: 0.3, Cabin: 0.3 }).get("Cabin")).toEqual(KEPT);
  });

  test("unless it is an article's, most of it is links and it was close", () => {
    const items = (open: string) =>
      `<ul><li>${open}Deck fares<li>${open}Cabin fares<li>${open}Meals on board</ul>`;
    const weighed = { "Deck fares": 0.45, "Cabin fares": 0.52, "Meals on board": 0.55 };
    expect(judge(items(""), weighed).get("Deck fares")).toEqual(KEPT);
    expect(judge(items("<a href=/x>"), weighed).get("Meals on board")).toEqual(DROPPED);
    expect(judge(items("<a href=/x>"), weighed, "collection").get("Deck fares")).toEqual(KEPT);
  });

  test("where it holds most of the answer and is a table, or the page is not an article", () => {
    const texts = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `What the board said of the ferry in session ${at}`);
    const weighed = Object.fromEntries(texts.slice(0, 5).map((text) => [text, 0.01]));
    const table = `<table>${texts.map((text) => `<tr><td>Speaker<td>${text}`).join("")}</table>`;
    const list = `<ul>${texts.map((text) => `<li>Speaker <p>${text}</p>`).join("")}</ul>`;
    expect(judge(table, weighed).get(texts[1]!)).toEqual(KEPT);
    expect(judge(list, weighed, "collection").get(texts[1]!)).toEqual(KEPT);
    expect(judge(list, weighed).get(texts[7]!)).toEqual(DROPPED);
  });
});

describe("what is not a structure", () => {
  const CELLS = "<td>Orrin and the quay<td>Menu<tr><td>Fennick and its bay<td>Sailing times of all boats";

  test("is a layout table, of which each part is judged on its own", () => {
    expect(judge(`<table><tr>${CELLS}</table>`, { Menu: 0.4 }).get("Menu")).toEqual(KEPT);
    const layout = judge(`<table role=presentation><tr>${CELLS}</table>`, { Menu: 0.4 });
    expect(layout.get("Menu")).toEqual([false, "scored as not body"]);
  });

  test.each([
    ["a list of cards", "<ul><li><h3>Fares</h3>", ""],
    ["a list of dated entries", "<ul><li><time>1 May</time><li><time>2 May</time>", ""],
    ["the readers' comments", "<ol class=comment-list><li>", ""],
    ["a list among them", "<div id=comments><ul><li>", "</div>"],
  ])("is %s", (_, open, close) => {
    const html = (start: string, end: string) =>
      `${start}Reply<li>What a fine boat that was, I said to my sister.</ul></ol>${end}`;
    expect(judge(html("<ul><li>", ""), { Reply: 0.4 }).get("Reply")).toEqual(KEPT);
    expect(judge(html(open, close), { Reply: 0.4 }).get("Reply")).toEqual([false, "scored as not body"]);
  });

  test.each([
    "<button>Book</button>",
    "<a href=#>Book</a>",
    "<a href='/w?action=edit'>Book</a>",
    "<label>Book<input></label>",
  ])("is a control in one: %s", (control) => {
    const html = `<table><tr><th>Port<th>Fare<tr><td>Orrin, the old quay<td>${control}</table>`;
    const judged = judge(html, { Book: 0.2, Fare: 0.4 });
    expect(judged.get("Book")).toEqual([false, "scored as not body"]);
    expect(judged.get("Fare")).toEqual(KEPT);
  });
});

describe("an item that is sure beyond doubt", () => {
  const doubtful = "Sheets, towels and a breakfast of bread, eggs and tea on deck";
  const isKept = (sure: string) =>
    judge(`<ul><li>${sure}<li>${doubtful}</ul>`, { [sure]: 0.9999999, [doubtful]: 0.2 }).get(doubtful)?.[0];

  test("outweighs four times as many words, not six times", () => {
    expect(isKept("Cabins for two")).toBe(true);
    expect(isKept("Two cabins")).toBe(false);
  });
});

describe("footnotes that link back to the text", () => {
  const page = (back: string) =>
    `<p>Fares rise in May<a href="#n1" id="m1">1</a></p><ol><li id="n1">Counted by the board ${back}</ol>`;
  const unlikely = { "Counted by the board": 0.2 };

  test("are kept, however unlikely they are", () => {
    expect(judge(page('<a href="#m1">back</a>'), unlikely).get("Counted by the board")).toEqual(KEPT);
  });

  test("need links back, and an article", () => {
    expect(judge(page(""), unlikely).get("Counted by the board")?.[0]).toBe(false);
    expect(judge(page('<a href="#m1">back</a>'), unlikely, "listing").get("Counted by the board")?.[0]).toBe(
      false,
    );
  });
});

describe("a form in an article", () => {
  const words = "Get our news every morning";
  const form = (fields: string, text = words) => `<form><p>${text}</p>${fields}<button>Go</button></form>`;

  test("is dropped if it is small and has a field", () => {
    expect(judge(form('<input type="email">'), {}).get(words)).toEqual(DROPPED);
    expect(judge(form("<input>", `${words}</p><p>${"word ".repeat(45)}`), {}).get(words)).toEqual(DROPPED);
  });

  test.each([
    ["has no field", form(""), "article"],
    ["is on a page that is not an article", form("<input>"), "listing"],
    ["is around a part of the page", form("<input>", `${words}</p><p>${BODY} `.repeat(8)), "article"],
    ["has seventy words", form("<input>", `${words}</p><p>${"word ".repeat(64)}`), "article"],
  ] as const)("is kept if it %s", (_, html, pageType) => {
    expect(judge(html, {}, pageType).get(words)?.[0]).toBe(true);
  });
});

describe("notes that kept text refers to", () => {
  const MARKS =
    "<p>It sank<sup><a href=#n1>1</a></sup> and rose<sup><a href=#n2>[12]</a></sup> within a year.</p>";
  const notes = (first: string, second: string) =>
    `${MARKS}<div><p id=n1>${first}</p><p><a id=n2></a>${second}</p></div>`;

  test("are kept as one", () => {
    const html = notes("Harbour board, report of the year, page nine.", "Ibid.");
    expect(judge(html, { "Ibid.": 0.4 }).get("Ibid.")).toEqual(KEPT);
  });

  test("are not notes where they have more than sixty texts", () => {
    const first = (texts: number) => `Harbour board ${"<b>page</b> <i>nine</i> ".repeat(texts / 2)}`;
    expect(judge(notes(first(50), "Ibid."), { "Ibid.": 0.4 }).get("Ibid.")).toEqual(KEPT);
    expect(judge(notes(first(70), "Ibid."), { "Ibid.": 0.4 }).get("Ibid.")?.[0]).toBe(false);
  });

  test("are dropped as one", () => {
    const html = notes("Harbour board, report of the year, page nine.", "Ibid.");
    const judged = judge(html, { "Harbour board, report of the year, page nine.": 0.2, "Ibid.": 0.6 });
    expect(judged.get("Ibid.")).toEqual(DROPPED);
    expect(judged.get("and rose")).toEqual([true, "scored as body"]);
  });
});

describe("kept text is complete", () => {
  test("with the lines between its line breaks", () => {
    const html = "<div>The ferry was sold.<br><br>Twice.<br><br>Nobody knew to whom.</div>";
    expect(judge(html, { "Twice.": 0.3 }).get("Twice.")).toEqual([true, "inside kept text"]);
    const gas =
      "<div>The ferry was sold.<br><br>No CO<sub>2</sub> x<sup>3</sup><br><br>Nobody knew to whom.</div>";
    const judged = judge(gas, { "No CO": 0.3, "2": 0.3, x: 0.3, "3": 0.3 });
    for (const text of ["No CO", "2", "x", "3"]) expect(judged.get(text)?.[0]).toBe(true);
    const end = "<div>The ferry was sold.<br><br>Share this</div>";
    expect(judge(end, { "Share this": 0.3 }).get("Share this")?.[0]).toBe(false);
  });

  test("with its formulas, but not their source", () => {
    const html =
      "<p>Where <math><mi>v</mi><annotation>\\\\v</annotation></math> is the speed.</p><div><math><mi>w</mi></math></div>";
    const judged = judge(html, {});
    expect(judged.get("v")).toEqual([true, "inside kept text"]);
    expect(judged.get("w")).toEqual([true, "inside kept text"]);
    expect(judged.get("\\\\v")?.[0]).toBe(false);
  });

  test("also with formulas of nineteen letters between its paragraphs, not of longer ones", () => {
    const formula = (letters: number) => {
      const names = Array.from({ length: letters }, (_, at) => `<mi>v${at}</mi>`);
      return judge(`<div><math>${names.join("")}</math></div>`, {}).get("v0")?.[0];
    };
    expect([formula(19), formula(21)]).toEqual([true, false]);
  });

  test("and a dropped paragraph has none", () => {
    expect(judge("<p>Where <math><mi>v</mi></math></p>", { Where: 0.2 }).get("v")?.[0]).toBe(false);
  });

  test("with its headings, even those that link to themselves", () => {
    const section = (heading: string) =>
      `<div>${heading}<h3>By day</h3><p>The first boat leaves at nine.</p></div>`;
    const weighed = { Times: 0.4, "By day": 0.4 };
    const judged = judge(section("<h2><a href=#times>Times</a></h2>"), weighed);
    expect(judged.get("Times")).toEqual([true, "heading of kept text"]);
    expect(judged.get("By day")).toEqual([true, "heading of kept text"]);
    expect(judge(section("<h2><a href=/times>Times</a></h2>"), weighed).get("Times")?.[0]).toBe(false);
  });

  test.each([
    ["surely none", "<div><h2>Times</h2><p>The first boat leaves at nine.</p></div>", { Times: 0.1 }],
    ["hardly one", "<div><h2>Times</h2><p>The first boat leaves at nine.</p></div>", { Times: 0.29 }],
    ["above dropped text", "<div><h2>Times</h2><p>Sign up</p></div>", { Times: 0.4, "Sign up": 0.1 }],
    [
      "of a box that is over",
      "<div><h2>Times</h2></div><p>The first boat leaves at nine.</p>",
      { Times: 0.4 },
    ],
  ])("without a heading that is %s", (_, html, weighed) => {
    expect(judge(html, weighed).get("Times")?.[0]).toBe(false);
  });
});

test("a text is a control if a button is around it, at most six elements up", () => {
  const isInButton = (spans: number) => {
    const document = parseHtml(`<ul><li><button>${"<span>".repeat(spans)}Vote`);
    return isControl(document, document.size - 1);
  };
  expect([0, 5, 6].map(isInButton)).toEqual([true, true, false]);
});

test.each([
  ["tables side by side", "<table><tr><th>a<td>b<tr><td>c<td>d</table>", ""],
  ["lists in lists that are layout", "<ul><li>word <b>x</b>", "<h2>a</h2>"],
  ["letters of one formula", "<math><mi>x</mi></math>", ""],
])("takes time as a page grows: %s", (_, part, end) => {
  const growth = timeGrowth(1_000, (count) => {
    const page = new Page(parseHtml(`<div>${part.repeat(count)}${end}`));
    const scores = Float32Array.from(page.leaves.node, (_, leaf) => (leaf % 3 === 0 ? 0.4 : 0.7));
    const reasons = Uint8Array.from(scores, () => reasonCode("scored as body"));
    const verdict = { isArticle: 0, pageType: "collection", confidence: 0.5 } as const;
    return () => void completeText(page, judgeStructures(page, { scores, reasons, verdict }));
  });
  expect(growth).toBeLessThan(MOST_GROWTH);
});

describe("the learned extractor", () => {
  const PARAGRAPHS = Array.from(
    { length: 6 },
    (_, at) =>
      `<p>In year ${at} the last ferry left the quay at dawn, and nobody was there to see it go, the master said.</p>`,
  ).join("");
  const row = (port: string, at: number) =>
    `<tr><td>${port}<td>${at} crowns<td>${at} miles from the old quay by night`;
  const TABLE = `<table><tr><th>Port<th>Fare<th>Way${["Orrin", "Fennick", "Marrow", "Holm"].map(row).join("")}</table>`;
  const HTML = `<title>Ferry</title><h1>Ferry</h1><div>${PARAGRAPHS}${TABLE}${PARAGRAPHS}</div>`;

  test("does not explain by the trees what a structure decided", () => {
    const page = new Page(parseHtml(HTML));
    // The context alone may make a table whole.
    const extractor = makeFused(shippedFused, shippedBaseLearners(), { off: ["context"] });
    const whole = extractor.extract(page, {});
    const contributions = extractor.explain!(page, {}, whole);
    const leaves = [...whole.reasons.keys()].filter((leaf) =>
      / structure$/.test(REASONS[whole.reasons[leaf]!]!),
    );
    expect(leaves).not.toEqual([]);
    for (const leaf of leaves) expect(contributions(leaf)).toEqual([]);
  });

  test("can judge leaf by leaf", () => {
    const apart = makeFused(shippedFused, shippedBaseLearners(), { off: ["wholes", "complete text"] });
    const fatesOf = (extractor: typeof apart) =>
      new Set(
        judgedTexts(extractor, HTML)
          .filter(({ text }) => /^(?:\d|Port|Fare|Way)/.test(text))
          .map(({ score }) => score >= KEEP_SCORE),
      );
    expect(fatesOf(apart).size).toBe(2);
    expect(fatesOf(EXTRACTORS.fused).size).toBe(1);
  });
});
