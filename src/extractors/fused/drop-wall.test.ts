import { describe, expect, test } from "vitest";
import { parseHtml, TAG } from "../../html/index.ts";
import { KEEP_SCORE, Page } from "../../page/index.ts";
import { dropWall } from "./drop-wall.ts";

const STORY = [
  "The night ferry to Saint Orrin returns on Saturday, after nine years in which nobody sailed from the old quay.",
  "It was paid for by 2,300 donations, and the harbour master says that it will stay for good.",
];
const BODY = STORY.map((text) => `<p>${text}</p>`).join("");

/** The texts that are left of a page of which everything was kept but headings. */
function leftOf(html: string): string[] {
  const page = new Page(parseHtml(html));
  const { document, leaves } = page;
  const texts = Array.from(leaves.node, (node) =>
    document.text.slice(document.textStart[node], document.textEnd[node]),
  );
  const { scores } = dropWall(page, {
    scores: Float32Array.from(leaves.node, (node) => Number(document.tag[document.parent[node]!] !== TAG.h2)),
    reasons: new Uint8Array(leaves.count).fill(1),
  });
  return texts.filter((_, leaf) => scores[leaf]! >= KEEP_SCORE);
}

describe("the wall behind a teaser", () => {
  test.each([
    "Subscribe to continue reading",
    "Artikel lesen mit Courier Plus",
    "Cet article est réservé aux abonnés",
    "Suscríbete para seguir leyendo",
    "この記事は有料会員限定です",
  ])("is left out with its offers: %s", (request) => {
    const offer = "<p>All stories for 1 a week.</p>";
    expect(leftOf(`<article>${BODY}<p>${request}</p>${offer}</article>`)).toEqual(STORY);
    expect(leftOf(`<article>${BODY}<div><h2>${request}</h2>${offer}</div></article>`)).toEqual(STORY);
  });

  test("takes nothing with it that stands behind its box, where the request was no part of the answer", () => {
    const box = "<div><h2>Subscribe to keep reading</h2><p>1 a week.</p></div>";
    expect(leftOf(`<article>${BODY}${box}<p>The band will play.</p></article>`)).toEqual([
      ...STORY,
      "The band will play.",
    ]);
  });

  test("is left out with what stands in its box before the request", () => {
    const box =
      "<div><b>The Courier</b><p>Good to see you.</p><p>Already a subscriber? <a href=/in>Log in</a></p></div>";
    expect(leftOf(`<article>${BODY}${box}</article>`)).toEqual(STORY);
  });

  test("is no badge at the top", () => {
    const badge = "For subscribers";
    expect(leftOf(`<article><span>${badge}</span>${BODY}</article>`)).toEqual([badge, ...STORY]);
    const standfirst =
      "After nine years without any, the night ferry sails again: who paid for it, what it costs, and why the town went without for so long.";
    const top = `<p>${standfirst}</p><span>${badge}</span>`;
    expect(leftOf(`<article>${top}${BODY}</article>`)).toEqual([standfirst, badge, ...STORY]);
  });

  test("is no sentence of an article, and none stands in a long one", () => {
    const sentence = `${STORY[0]} Readers had to subscribe to read about it, which many did not like at all.`;
    expect(leftOf(`${BODY}<p>${sentence}</p>`)).toEqual([...STORY, sentence]);
    const request = "Subscribe to continue reading";
    expect(leftOf(`${BODY.repeat(15)}<p>${request}</p>`)).toContain(request);
  });

  test("ends a teaser of 2,300 characters as well", () => {
    const long = [...STORY, STORY[0]!.repeat(19)];
    const html = `${long.map((text) => `<p>${text}</p>`).join("")}<p>Subscribe to continue reading</p>`;
    expect(leftOf(html)).toEqual(long);
  });

  test("may ask in a whole sentence, under a headline of its own", () => {
    const headline =
      "The Courier has reported from the harbour and from the islands since 1871. Help us to go on.";
    const request =
      "Subscribe to continue reading this story and all others of the past nine years, on paper and on every screen, for 1 a week.";
    expect(leftOf(`<article>${BODY}<div><b>${headline}</b><p>${request}</p></div></article>`)).toEqual(STORY);
  });
});
