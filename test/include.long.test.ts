import { describe, expect, test } from "vitest";
import { type Article, extract } from "../src/index.ts";
import { dataPlaces, findData, findSet, type LabelledPage, readSet } from "../src/sets/index.ts";
import { words } from "../src/text/index.ts";

/** Pages of each set; enough for shares, few enough for a test. */
const MAX_PAGES = 40;
const PARTS = ["headline", "standfirst", "byline", "captions", "embeds"] as const;
type Part = (typeof PARTS)[number];

/** On how many of the pages a part adds words, and on how many of those with a label the text then holds what it says. */
interface Shares {
  readonly adds: number;
  readonly holds: number;
}

/** A little under what was measured on 2026-11-17. Old pages have no captions in figures, and most standfirsts are kept anyway. */
const FLOORS: Readonly<Record<string, Readonly<Partial<Record<Part, Partial<Shares>>>>>> = {
  "fundus-a": {
    headline: { adds: 0.97, holds: 0.8 },
    byline: { adds: 0.97, holds: 0.9 },
    standfirst: { adds: 0.15 },
    captions: { adds: 0.6 },
    embeds: { adds: 0.02 },
  },
  "wcxb-dev": {
    headline: { adds: 0.97, holds: 0.9 },
    byline: { adds: 0.82, holds: 0.85 },
    standfirst: { adds: 0.12 },
    captions: { adds: 0.2 },
  },
  "l3s-gn1-a": { headline: { adds: 0.9, holds: 0.8 }, byline: { adds: 0.78 }, standfirst: { adds: 0.05 } },
};

describe("on real pages, a part that is asked for", () => {
  test.for(Object.entries(FLOORS))("adds its words: %s", async ([set, floors], context) => {
    context.skip(findData() === undefined, "needs the labelled pages (GALLEY_DATA)");
    const shares = await measure(set);
    for (const part of PARTS) {
      const { adds = 0, holds = 0 } = floors[part] ?? {};
      expect(shares[part].adds, `${part} adds words`).toBeGreaterThanOrEqual(adds);
      expect(shares[part].holds, `${part} holds the label`).toBeGreaterThanOrEqual(holds);
    }
  });
});

async function measure(set: string): Promise<Record<Part, Shares>> {
  const tallies = Object.fromEntries(
    PARTS.map((part) => [part, { pages: 0, adds: 0, labelled: 0, holds: 0 }]),
  ) as Record<Part, { pages: number; adds: number; labelled: number; holds: number }>;
  let pages = 0;
  for await (const page of readSet(
    await findSet(
      set,
      dataPlaces(() => {}),
    ),
  )) {
    if (page.label.pageType !== null && page.label.pageType !== "article") continue;
    const plain = articleOf(page);
    if (plain.wordCount === 0) continue;
    if (++pages > MAX_PAGES) break;
    for (const part of PARTS) {
      const article = articleOf(page, part);
      const holds = holdsLabel(page, part, article);
      const tally = tallies[part];
      tally.pages++;
      tally.adds += Number(article.wordCount > plain.wordCount);
      tally.labelled += Number(holds !== undefined);
      tally.holds += Number(holds === true);
    }
  }
  return Object.fromEntries(
    PARTS.map((part) => {
      const { pages: all, adds, labelled, holds } = tallies[part];
      return [part, { adds: adds / all, holds: labelled === 0 ? 0 : holds / labelled }];
    }),
  ) as Record<Part, Shares>;
}

function articleOf({ label, html }: LabelledPage, part?: Part): Article {
  return extract(html, {
    url: label.url ?? undefined,
    encoding: label.encoding ?? undefined,
    ...(part && { include: { [part]: true } }),
  });
}

const flat = (text: string) => words(text).join(" ");

/** Whether a text holds what a label says of a part; undefined where the label says nothing of it. */
function holdsLabel({ label }: LabelledPage, part: Part, { text }: Article): boolean | undefined {
  const { title, authors } = label.truth;
  if (part === "headline" && title !== null) return flat(text).includes(flat(title));
  if (part !== "byline" || authors.length === 0) return undefined;
  return authors.every((name) => flat(text).includes(flat(name)));
}
