import { describe, expect, test } from "vitest";
import { judgedTexts } from "../../../test/kept-text.ts";
import { closest, parseHtml, tagTable } from "../../html/index.ts";
import { KEEP_SCORE, Page, REASONS, type SiteProfile } from "../../page/index.ts";
import { hashBlocks, hashName } from "../../profile/index.ts";
import { EXTRACTORS } from "../index.ts";
import { dropRepeated } from "./drop-repeated.ts";

const ASIDE = tagTable("aside");
const STORY = [
  "The night ferry to Saint Orrin returns on Saturday, after nine years in which nobody sailed from the old quay.",
  "It was paid for by 2,300 donations, and the harbour master says that it will stay for good.",
];
const BODY = STORY.map((text) => `<p>${text}</p>`).join("");
const NOTICE = "The Courier is a member of the board of complaints and keeps its code of good practice.";

function pageOf(html: string): Page {
  return new Page(parseHtml(`<body>${html}</body>`));
}

/** The profile of a site where so many of ten pages hold all blocks of this one. */
function profileOf(html: string, pages: number): SiteProfile {
  const names = Array.from(hashBlocks(pageOf(html)).hashes, hashName);
  const repeated = Object.fromEntries(names.map((name) => [name, pages]));
  const made = "2026-01-01T00:00:00Z";
  return {
    format: "galley-site-profile",
    version: 1,
    site: "courier.example",
    made,
    pages: 10,
    repeated,
    templates: [],
  };
}

/** Every leaf of a page of which everything was kept but asides: its text, or why it was dropped. */
function leftOf(html: string, siteProfile?: SiteProfile): string[] {
  const page = pageOf(html);
  const { document, leaves } = page;
  const isAside = (leaf: number) => closest(document, leaves.node[leaf]!, ASIDE) >= 0;
  const keep = Float32Array.from({ length: leaves.count }, (_, leaf) => (isAside(leaf) ? 0 : 1));
  const all = { scores: keep, reasons: new Uint8Array(leaves.count) };
  const { scores, reasons } = dropRepeated(page, all, siteProfile ? { siteProfile } : {});
  return Array.from(leaves.node, (node, leaf) =>
    scores[leaf]! >= KEEP_SCORE
      ? document.text.slice(document.textStart[node], document.textEnd[node])
      : REASONS[reasons[leaf]!]!,
  );
}

describe("what a site repeats", () => {
  const notice = `<p>${NOTICE}</p>`;

  test("is left out of the answer, and the reason is said", () => {
    expect(leftOf(BODY + notice, profileOf(notice, 10))).toEqual([...STORY, "repeated on the site"]);
  });

  test("stays in a table most of which stays, and takes along the rest of one most of which goes", () => {
    const head = "<tr><th>Place</th><th>Points</th></tr>";
    const row = "<tr><td>Saint Orrin</td><td>48</td></tr>";
    const repeated = profileOf(`<table>${head}</table>`, 10);
    expect(leftOf(`${BODY}<table>${head}${row}</table>`, repeated)).toEqual([
      ...STORY,
      "Place",
      "Points",
      "Saint Orrin",
      "48",
    ]);
    const table = `<table>${head}${row}</table>`;
    const reason = "repeated on the site";
    expect(leftOf(BODY + table, profileOf(table, 10))).toEqual([...STORY, reason, reason, reason, reason]);
  });

  test("stays without a profile, and with one that lacks it", () => {
    expect(leftOf(BODY + notice)).toEqual([...STORY, NOTICE]);
    expect(leftOf(BODY + notice, profileOf("<p>Something else</p>", 10))).toEqual([...STORY, NOTICE]);
  });

  test.each([
    { held: 9, pages: 100 },
    { held: 2, pages: 10 },
  ])("stays where $held of $pages pages hold it", ({ held, pages }) => {
    expect(leftOf(BODY + notice, { ...profileOf(notice, held), pages })).toEqual([...STORY, NOTICE]);
  });

  test.each([
    { held: 10, pages: 100 },
    { held: 3, pages: 10 },
    { held: 3, pages: 19 },
    { held: 2, pages: 5 },
  ])("is left out where $held of $pages pages hold it", ({ held, pages }) => {
    expect(leftOf(BODY + notice, { ...profileOf(notice, held), pages })).not.toContain(NOTICE);
  });

  test("stays where it is most of the answer and on few pages: those hold the same article", () => {
    expect(leftOf(BODY + notice, profileOf(BODY, 4))).toEqual([...STORY, NOTICE]);
  });

  test("goes where it is most of the answer and on most pages, but never all of the answer", () => {
    const dialog = "<p>You are reading on another device.</p>".repeat(9);
    const left = leftOf(BODY + dialog, profileOf(dialog, 6));
    expect(left.filter((text) => text !== "repeated on the site")).toEqual(STORY);
    expect(leftOf(notice, profileOf(notice, 10))).toEqual([NOTICE]);
  });

  test("stays where it is a heading over text of the answer, unless half of the pages have it", () => {
    const heading = "<h2>What comes next</h2>";
    const html = `${heading}${BODY}`;
    expect(leftOf(html, profileOf(heading, 4))).toEqual(["What comes next", ...STORY]);
    expect(leftOf(html, profileOf(heading, 5))).toEqual(["repeated on the site", ...STORY]);
    expect(leftOf(BODY + heading, profileOf(heading, 4))).toEqual([...STORY, "repeated on the site"]);
    const parted = leftOf(`${heading}<aside>Sail cheaper</aside>${BODY}`, profileOf(heading, 4));
    expect(parted).toEqual(["What comes next", expect.anything(), ...STORY]);
  });

  test("stays where it is a picture's credit, as does the picture beside repeated words", () => {
    const figure = "<figure><img src=a.jpg><figcaption>The Courier</figcaption></figure>";
    expect(leftOf(BODY + figure, profileOf(figure, 10))).toEqual([...STORY, "", "The Courier"]);
    const advert = "<p><img src=b.jpg>Read the Courier at sea</p>";
    expect(leftOf(BODY + advert, profileOf(advert, 10))).toEqual([...STORY, "", "repeated on the site"]);
  });

  test("is dropped by the learned extractor, whose other judgements stay what they are", () => {
    const html = `<title>Ferry</title><h1>Ferry</h1><div>${BODY}${BODY.replaceAll("ferry", "boat")}${notice}</div>`;
    const alone = judgedTexts(EXTRACTORS.fused, html);
    const told = judgedTexts(EXTRACTORS.fused, html, { siteProfile: profileOf(`<div>${notice}</div>`, 10) });
    expect(alone.at(-1)).toMatchObject({ text: NOTICE, reason: "scored as body" });
    expect(told.at(-1)).toEqual({ text: NOTICE, score: 0, reason: "repeated on the site" });
    expect(told.slice(0, -1)).toEqual(alone.slice(0, -1));
  });
});
