import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { type Extraction, KEEP_SCORE, Page, reasonCode } from "../../page/index.ts";
import { keepLongText } from "./complete-text.ts";

const PROSE =
  "The night ferry to Saint Orrin sails again from Saturday, the harbour board said on Monday evening. ";
const NOTES = { otherPagesWeight: 0, threshold: 0.5 };

interface Text {
  readonly kept: number;
  readonly dropped: number;
  readonly tail?: string;
  readonly paragraph?: string;
  readonly changes?: Partial<Extraction>;
}

/** How many leaves are kept of a text whose first paragraphs the trees kept. */
function countKept({
  kept,
  dropped,
  tail = "",
  paragraph = `<p>${PROSE.repeat(2)}</p>`,
  changes,
}: Text): number {
  const page = new Page(parseHtml(`<div>${paragraph.repeat(kept + dropped)}${tail}</div>`));
  const answer = {
    scores: Float32Array.from({ length: page.leaves.count }, (_, leaf) => (leaf < kept ? 1 : 0.2)),
    reasons: new Uint8Array(page.leaves.count).fill(reasonCode("scored as not body")),
    notes: NOTES,
    ...changes,
  };
  return keepLongText(page, answer).scores.filter((score) => score >= KEEP_SCORE).length;
}

test("the rest of a long text is kept with what was kept of it", () => {
  expect(countKept({ kept: 20, dropped: 10 })).toBe(30);
  expect(countKept({ kept: 20, dropped: 20 })).toBe(40);
});

test.each([
  ["a text with few kept paragraphs", { kept: 19, dropped: 11 }],
  ["one of which next to nothing is dropped", { kept: 30, dropped: 9 }],
  ["one of which most is dropped", { kept: 20, dropped: 21 }],
  ["a list of short items", { kept: 20, dropped: 10, paragraph: `<p>${PROSE.slice(0, 99)}</p>` }],
  ["a list of links", { kept: 20, dropped: 10, paragraph: `<p><a href="/a">${PROSE.repeat(2)}</a></p>` }],
  [
    "a page of another kind",
    { kept: 20, dropped: 10, changes: { notes: { ...NOTES, otherPagesWeight: 0.5 } } },
  ],
])("%s stays as it is", (_, text) => {
  expect(countKept(text)).toBe(text.kept);
});

test("what is set otherwise is not part of the text", () => {
  const tail = `<p class="note">${PROSE.repeat(2)}</p><blockquote>${PROSE.repeat(2)}</blockquote>`;
  expect(countKept({ kept: 20, dropped: 10, tail })).toBe(30);
});

test("short lines among the paragraphs are kept, links and lines after them are not", () => {
  const last = `<p>${PROSE.repeat(2)}</p>`;
  const tail = `<p>The winter</p><p><a href="/b">The quay</a></p>${last}<p>Share this</p>`;
  expect(countKept({ kept: 20, dropped: 10, tail })).toBe(32);
});

test("hidden paragraphs stay hidden", () => {
  const reasons = new Uint8Array(30).fill(reasonCode("hidden"));
  expect(countKept({ kept: 20, dropped: 10, changes: { reasons } })).toBe(20);
});
