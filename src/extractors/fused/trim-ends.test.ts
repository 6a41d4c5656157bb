import { describe, expect, test } from "vitest";
import { parseHtml, rawText } from "../../html/index.ts";
import { type Extraction, KEEP_SCORE, Page } from "../../page/index.ts";
import { trimEnds } from "./trim-ends.ts";

const STORY = [
  "The night ferry to Saint Orrin sails again from Saturday, the harbour board said on Monday evening.",
  "It was paid for by 2,300 small donations, and by the sale of the old quay to a firm that stores grain.",
];

function keptOf(html: string, changes: Partial<Extraction> = {}): readonly string[] {
  const page = new Page(parseHtml(html));
  const answer = {
    scores: new Float32Array(page.leaves.count).fill(1),
    reasons: new Uint8Array(page.leaves.count),
    ...changes,
  };
  const { scores } = trimEnds(page, answer);
  return [...scores].flatMap((score, leaf) =>
    score >= KEEP_SCORE ? [rawText(page.document, page.leaves.node[leaf]!).trim()] : [],
  );
}

const story = STORY.map((text) => `<p>${text}</p>`).join("");
const withLines = (...lines: readonly string[]) =>
  `${story}${lines.map((line) => `<p>${line}</p>`).join("")}`;

describe("after a story are left out", () => {
  test.each([
    "© 2008 Agence Nord. All rights reserved. This material may not be published or rewritten.",
    "(c) Agence Nord",
    "Copyright 2008 Agence Nord.",
    "（© 北方通讯社）",
    "Copyright: Agence Nord",
  ])("a mark of copyright: %s", (line) => {
    expect(keptOf(withLines(line))).toEqual(STORY);
  });

  test.each([
    "holm@courier.example",
    "To contact the editor of this story: Signe Holm at holm@courier.example.",
    "Följ @signeholm",
    "来源：http://www.courier.example/news/2012",
    `Source: https://www.courier.example/${"a/".repeat(30)}`,
    "La suite est réservée aux abonnés.",
  ])("an address, or what asks to subscribe: %s", (line) => {
    expect(keptOf(withLines(line))).toEqual(STORY);
  });

  test.each([
    ["转载并不代表本网赞同其观点，您若对该稿件有任何疑问，请即与本网联系。"],
    [
      "All rights reserved. No part of this may be reproduced.",
      "Call 000 123 or write to us at any time of the day.",
    ],
    ["Żaden tekst nie może być rozpowszechniany bez zgody wydawcy."],
  ])("whose the text is, and one line below: %s", (...lines) => {
    expect(keptOf(withLines(...lines))).toEqual(STORY);
  });

  test("several such lines, with the label above them", () => {
    expect(keptOf(withLines("Write to:", "holm@courier.example", "© Agence Nord"))).toEqual(STORY);
  });

  test("links below a label or a heading", () => {
    const links = '<p><a href="/a">A boat for the winter</a> | <a href="/b">Why the quay was sold</a></p>';
    expect(keptOf(`${story}<p>Zobacz także:</p>${links}`)).toEqual(STORY);
    expect(keptOf(`${story}<h3>More from Orrin</h3>${links}`)).toEqual(STORY);
  });
});

describe("after a story stay", () => {
  test.each([
    "Copyright is what the board sold with the quay, and nobody asked what else was in the papers.",
    `The plans are at www.orrin.example/plans, ${"and so they will be ".repeat(6)}until May.`,
    "The tickets cost 12 pounds; he did not say for how long.",
  ])("sentences: %s", (line) => {
    expect(keptOf(withLines(line))).toEqual([...STORY, line.trim()]);
  });

  test("links that nothing announces, which may be sources", () => {
    expect(keptOf(`${story}<p><a href="/plan">The whole plan</a></p>`)).toEqual([...STORY, "The whole plan"]);
  });

  test("a label and links that more of the story comes after", () => {
    const html = `<p>${STORY[0]}</p><p>See:</p><p><a href="/a">A boat</a></p><p>${STORY[1]}</p>`;
    expect(keptOf(html)).toEqual([STORY[0], "See:", "A boat", STORY[1]]);
  });

  test("a long text on rights, a long one below a notice, and a second line below", () => {
    for (const lines of [
      [`All rights reserved, ${"they wrote ".repeat(60)}`.trim()],
      ["All rights reserved.", `And ${"so on ".repeat(20)}`.trim()],
      ["All rights reserved.", "One line.", "And one more."],
    ])
      expect(keptOf(withLines(...lines))).toEqual([...STORY, ...lines]);
  });

  test("an address above a last short line", () => {
    expect(keptOf(withLines("holm@courier.example", "They wait."))).toHaveLength(4);
  });

  test("a label that nothing was below", () => {
    expect(keptOf(withLines("They said this:"))).toEqual([...STORY, "They said this:"]);
  });
});

describe("the limits of what is left out:", () => {
  const words = (count: number) => "word ".repeat(count).trim();
  const links = '<p><a href="/a">A boat for the winter</a> | <a href="/b">Why the quay was sold</a></p>';

  test("80 words on copyright, 160 characters that ask to subscribe", () => {
    const wall = (rest: number) => `La suite est réservée aux abonnés, ${"mot ".repeat(rest)}`.trim();
    for (const line of [`© 2008 Agence Nord ${words(60)}`, wall(25)])
      expect(keptOf(withLines(line))).toEqual(STORY);
    for (const line of [`© 2008 Agence Nord ${words(100)}`, wall(40)])
      expect(keptOf(withLines(line))).toEqual([...STORY, line]);
  });

  test("8 words of a label above links", () => {
    expect(keptOf(`${story}<p>${words(8)}:</p>${links}`)).toEqual(STORY);
    expect(keptOf(`${story}<p>${words(10)}:</p>${links}`)).toHaveLength(STORY.length + 4);
  });

  test("nine tenths of a line in links", () => {
    const line = (rest: string) => `<p>${"<a href=/a>0123456789</a> ".repeat(9)}${rest}</p>`;
    expect(keptOf(`${story}<p>See also:</p>${line("01234")}`)).toEqual(STORY);
    expect(keptOf(`${story}<p>See also:</p>${line("word ".repeat(10))}`).length).toBeGreaterThan(
      STORY.length,
    );
  });

  test("30 words of the story that stay", () => {
    const short =
      "The night ferry to Saint Orrin sails again from Saturday, said the board, and it will not stop.";
    expect(keptOf(`<p>${short}</p><p>© Agence Nord</p>`)).toEqual([short, "© Agence Nord"]);
  });
});

describe("before a story", () => {
  test.each([
    "Last updated: 2:52 pm March 12, 2009",
    "2008-01-14 03:50:02 -",
    "6.3.2013",
    "2012年01月11日 15:29:18",
  ])("a date is left out: %s", (line) => {
    expect(keptOf(`<p>${line}</p>${story}`)).toEqual(STORY);
  });

  test.each([
    "Budget 2009",
    "In 2009 the board counted 41 sailings, 12 of them at night.",
    "2012年1月17日晚间公布业绩预告，预计公司净利润亏损。",
  ])("a line with a year in it stays: %s", (line) => {
    expect(keptOf(`<p>${line}</p>${story}`)).toEqual([line, ...STORY]);
  });
});

describe("who wrote a story", () => {
  test.each([
    "By SIGNE HOLM and Peter Lund, Harbour Post",
    "von Peter Müller und Anna Graf",
    "Por: María de la Cruz",
    "作者：何信仪",
    "Автор: Иван Петров",
  ])("is left out before it: %s", (line) => {
    expect(keptOf(`<p>${line}</p>${story}`)).toEqual(STORY);
    expect(keptOf(`<h2>Saint Orrin</h2><p>${line}</p><p>6.3.2013</p>${story}`)).toEqual([
      "Saint Orrin",
      ...STORY,
    ]);
  });

  test.each([
    "By Monday evening nobody was left",
    "By Monday",
    "Von der Leyen reist nach Orrin",
    "By A B C D E F G H I J K",
    "Signe Holm",
  ])("is not what another line says: %s", (line) => {
    expect(keptOf(`<p>${line}</p>${story}`)).toEqual([line, ...STORY]);
  });

  test("is looked for in the first lines alone", () => {
    const heads = "<p>A</p><p>B</p><p>C</p><p>D</p>";
    expect(keptOf(`${heads}<p>By Signe Holm</p>${story}`)).toContain("By Signe Holm");
    expect(keptOf(`<p>${"Long ".repeat(25)}</p><p>By Signe Holm</p>${story}`)).toContain("By Signe Holm");
  });
});

test("words of a figure hide no notice above them", () => {
  const figure = "<figure><img src=a.png><figcaption>The quay</figcaption></figure>";
  expect(keptOf(`${withLines("© Agence Nord")}${figure}`)).not.toContain("© Agence Nord");
});

test("a page that is not an article, or has no story beside its lines, is left as it is", () => {
  const lines = "<p>Signe Holm</p><p>holm@courier.example</p>";
  expect(keptOf(lines)).toHaveLength(2);
  const notes = { otherPagesWeight: 0.5, threshold: 0.5 };
  expect(keptOf(withLines("© Agence Nord"), { notes })).toHaveLength(3);
});
