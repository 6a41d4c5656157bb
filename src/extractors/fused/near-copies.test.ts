import { describe, expect, test } from "vitest";
import { parseHtml, rawText } from "../../html/index.ts";
import { type Extraction, KEEP_SCORE, Page } from "../../page/index.ts";
import { dropNearCopies } from "./near-copies.ts";

const STORY = [
  "The night ferry to Saint Orrin will sail for another year, the harbour board said on Monday after a meeting of three hours in the town hall.",
  "It was paid for by 2,300 small donations and by the sale of the old quay to a firm that stores grain there in the winter.",
];
const COPY = STORY.map((text) => text.replace("2,300", "two thousand").replace("on Monday", "Monday"));
const NOTES = { otherPagesWeight: 0, threshold: 0.5 };

const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join("");

function keptOf(html: string, changes: Partial<Extraction> = {}): readonly string[] {
  const page = new Page(parseHtml(html));
  const answer = {
    scores: new Float32Array(page.leaves.count).fill(1),
    reasons: new Uint8Array(page.leaves.count),
    notes: NOTES,
    ...changes,
  };
  const { scores } = dropNearCopies(page, answer);
  return [...scores].flatMap((score, leaf) =>
    score >= KEEP_SCORE ? [rawText(page.document, page.leaves.node[leaf]!).trim()] : [],
  );
}

describe("a story that is on the page twice", () => {
  test("is given once, its headline and its short lines with it", () => {
    const copy = `<div><h2>Ferry stays</h2><div><p>${COPY[0]}</p><p>Saint Orrin</p><p>${COPY[1]}</p></div></div>`;
    expect(keptOf(`<div>${paragraphs(STORY)}</div>${copy}`)).toEqual(STORY);
  });

  test("is given once though its first line is set with a dash", () => {
    const copy = paragraphs([`– ${STORY[0]}`, ...COPY.slice(1)]);
    expect(keptOf(`<div>${paragraphs(STORY)}</div><div>${copy}</div>`)).toEqual(STORY);
  });

  test("loses none of its own short lines to the copy", () => {
    const story = [...STORY, "Signe Holm"];
    expect(keptOf(`<div>${paragraphs(story)}</div><div>${paragraphs(COPY)}</div>`)).toEqual(story);
  });
});

describe("is not a copy", () => {
  test.each([
    ["what an element says twice", `<div>${paragraphs([...STORY, ...COPY])}</div>`, 4],
    ["one paragraph", `<div>${paragraphs(STORY)}</div><div>${paragraphs(COPY.slice(0, 1))}</div>`, 3],
    [
      "a paragraph that shares half of its words",
      `<div>${paragraphs(STORY)}</div><div>${paragraphs(STORY.map((text) => `${text} ${text.split(" ").toReversed().join(" ")}`))}</div>`,
      4,
    ],
  ])("%s", (_, html, count) => {
    expect(keptOf(html)).toHaveLength(count);
  });

  test("anything on a page of another kind", () => {
    const html = `<div>${paragraphs(STORY)}</div><div>${paragraphs(COPY)}</div>`;
    expect(keptOf(html, { notes: { ...NOTES, otherPagesWeight: 0.5 } })).toHaveLength(4);
  });
});
