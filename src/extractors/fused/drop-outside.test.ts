import { describe, expect, test } from "vitest";
import { judgedTexts } from "../../../test/kept-text.ts";
import { parseHtml } from "../../html/index.ts";
import { KEEP_SCORE, Page, REASONS, type SiteProfile } from "../../page/index.ts";
import { hashName, hashPlaces } from "../../profile/index.ts";
import { EXTRACTORS } from "../index.ts";
import { dropOutside } from "./drop-outside.ts";

const STORY = "<div class=story><p>The night ferry to Saint Orrin returns on Saturday.</p></div>";
const NOTES = "<div class=notes><p>Write to the harbour desk.</p></div>";

function pageOf(html: string): Page {
  return new Page(parseHtml(`<body>${html}</body>`));
}

/** The profile of a site where so much of what stands in the places of this page is no article's. */
function profileOf(html: string, percent: number): SiteProfile {
  const outside = Object.fromEntries(
    Array.from(hashPlaces(pageOf(html)), (place) => [hashName(place), percent]),
  );
  const made = "2026-01-01T00:00:00Z";
  return {
    ...{ format: "galley-site-profile", version: 1, site: "courier.example", made, pages: 10 },
    ...{ repeated: {}, outside, templates: [] },
  };
}

/** Why each text of a page was dropped, where it was, of which all had this score. */
function droppedOf(html: string, score: number, siteProfile?: SiteProfile): (string | undefined)[] {
  const page = pageOf(html);
  const { count } = page.leaves;
  const all = { scores: new Float32Array(count).fill(score), reasons: new Uint8Array(count) };
  const { scores, reasons } = dropOutside(page, all, siteProfile ? { siteProfile } : {});
  return Array.from(scores, (own, leaf) => (own >= KEEP_SCORE ? undefined : REASONS[reasons[leaf]!]));
}

describe("what stands where other pages of the site have no article", () => {
  const REASON = "outside the site's articles";

  test("is left out of the answer unless it is surely the article's, and the reason is said", () => {
    expect(droppedOf(STORY + NOTES, 0.8, profileOf(NOTES, 100))).toEqual([undefined, REASON]);
    expect(droppedOf(STORY + NOTES, 0.9, profileOf(NOTES, 100))).toEqual([undefined, undefined]);
  });

  test("must be the surer the more of it is no article's elsewhere", () => {
    expect(droppedOf(STORY + NOTES, 0.6, profileOf(NOTES, 50))).toEqual([undefined, REASON]);
    expect(droppedOf(STORY + NOTES, 0.7, profileOf(NOTES, 50))).toEqual([undefined, undefined]);
  });

  test("stays without a profile, and with one that says nothing of places or of this one", () => {
    const { outside: _, ...silent } = profileOf(NOTES, 100);
    for (const profile of [undefined, silent, profileOf("<p>Elsewhere</p>", 100)]) {
      expect(droppedOf(STORY + NOTES, 0.6, profile)).toEqual([undefined, undefined]);
    }
  });

  test("stays where it is all of the answer: the page is made in another way", () => {
    expect(droppedOf(NOTES, 0.6, profileOf(NOTES, 100))).toEqual([undefined]);
  });

  test("stays where it is a picture's caption", () => {
    const figure = "<figure><img src=a.jpg><figcaption>The old quay</figcaption></figure>";
    expect(droppedOf(STORY + figure, 0.6, profileOf(figure, 100))).toEqual([undefined, undefined, undefined]);
  });

  test("is dropped by the learned extractor where it is unsure, whose other judgements stay what they are", () => {
    const story = (ship: string) =>
      `<p>The night ${ship} to Saint Orrin returns on Saturday, after nine years in which nobody sailed from the old quay.</p>
      <p>It was paid for by 2,300 donations, and the harbour master says that the ${ship} will stay for good.</p>`;
    const html = `<title>Ferry</title><h1>Ferry</h1><div>${story("ferry")}${story("boat")}</div>`;
    const alone = judgedTexts(EXTRACTORS.fused, html);
    const isUnsure = ({ score }: { score: number }) => score >= KEEP_SCORE && score < 0.85;
    const unsure = alone.filter(isUnsure);
    const kept = alone.filter(({ score }) => score >= KEEP_SCORE);
    expect(unsure.length).toBeGreaterThan(0);
    expect(unsure.length).toBeLessThan(kept.length);
    const told = judgedTexts(EXTRACTORS.fused, html, { siteProfile: profileOf(html, 100) });
    expect(told).toEqual(alone.map((one) => (isUnsure(one) ? { ...one, score: 0, reason: REASON } : one)));
  });

  test("is weighed with the rest of its block: a link in a paragraph stands in a place of its own", () => {
    const linked = STORY.replace("ferry", "<a href=/ferry>ferry</a>");
    const { outside = {} } = profileOf(STORY, 100);
    const links = Object.entries(profileOf(linked, 100).outside ?? {}).filter(([name]) => !(name in outside));
    const profile = { ...profileOf(STORY, 0), outside: Object.fromEntries(links) };
    expect(droppedOf(linked + NOTES, 0.6, profile)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
