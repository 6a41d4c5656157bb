import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { KEEP_SCORE, Page, REASONS } from "../../page/index.ts";
import { dropCopies } from "./copies.ts";

const LEAD =
  "The night ferry to Saint Orrin returns on Saturday, after nine years in which nobody sailed at all.";
const SECOND = "It was paid for by donations.";
const THIRD =
  "The harbour master says that it will stay, and that the quay is ready for it and for all who come.";

const keptOf = (html: string, dropped = "") => {
  const page = new Page(parseHtml(html));
  const texts = Array.from(page.leaves.node, (node) =>
    page.document.text.slice(page.document.textStart[node], page.document.textEnd[node]).trim(),
  );
  const scores = Float32Array.from(texts, (text) => (text === dropped ? 0 : 1));
  const { scores: after, reasons } = dropCopies(page, { scores, reasons: new Uint8Array(scores.length) });
  return {
    texts: texts.filter((_, leaf) => after[leaf]! >= KEEP_SCORE),
    reasons: texts.filter((_, leaf) => REASONS[reasons[leaf]!] === "a copy of what was kept"),
  };
};

describe("copies", () => {
  test("of the whole article for another width are given once", () => {
    const story = `<p>${LEAD}<p>${SECOND}<p>${THIRD}`;
    expect(keptOf(`<div>${story}</div><div>${story.replaceAll(" ", "\n  ")}</div>`)).toEqual({
      texts: [LEAD, SECOND, THIRD],
      reasons: [LEAD, SECOND, THIRD].map((text) => text.replaceAll(" ", "\n  ")),
    });
  });

  test("are whole though the article repeats a line inside", () => {
    const story = `<p>${LEAD}<p>${SECOND}<p>${THIRD}<p>${SECOND}`;
    expect(keptOf(`<div>${story}</div><div>${story}</div>`).texts).toEqual([LEAD, SECOND, THIRD, SECOND]);
  });

  test("of the standfirst further down are left out, the rest stays", () => {
    expect(keptOf(`<h2>${LEAD}</h2><p>${SECOND}</p><p>${LEAD}</p><p>${THIRD}</p>`).texts).toEqual([
      LEAD,
      SECOND,
      THIRD,
    ]);
  });

  test("are only what was kept before: a dropped teaser takes nothing away", () => {
    expect(keptOf(`<p>${SECOND}</p><p>${LEAD}</p><p>${THIRD}</p><p>${SECOND}</p>`, SECOND).texts).toEqual([
      LEAD,
      THIRD,
    ]);
  });

  test("are no refrains, notes and lists that an article repeats inside", () => {
    const html = `<p>${SECOND}</p><p>${LEAD}</p><p>${THIRD}</p><p>${LEAD}</p><p>${THIRD}</p>`;
    expect(keptOf(html).texts).toEqual([SECOND, LEAD, THIRD, LEAD, THIRD]);
  });

  test("are no short lines, though the first one comes again", () => {
    expect(keptOf(`<p>${SECOND}</p><p>${LEAD}</p><p>${SECOND}</p>`).texts).toEqual([SECOND, LEAD, SECOND]);
  });
});
