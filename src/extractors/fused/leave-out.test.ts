import { describe, expect, test } from "vitest";
import { judgedTexts } from "../../../test/kept-text.ts";
import type { PageType } from "../../article/index.ts";
import { closest, parseHtml, TAG, tagTable } from "../../html/index.ts";
import { KEEP_SCORE, Page, REASONS, type SiteProfile } from "../../page/index.ts";
import { hashBlocks, hashName, hashPlaces } from "../../profile/index.ts";
import { EXTRACTORS } from "../index.ts";
import { dropComments, dropCopies, dropOutside, dropRepeated, dropWall } from "./leave-out.ts";

describe("copies", () => {
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

  test("are not the refrains, notes and lists that an article itself repeats", () => {
    const html = `<p>${SECOND}</p><p>${LEAD}</p><p>${THIRD}</p><p>${LEAD}</p><p>${THIRD}</p>`;
    expect(keptOf(html).texts).toEqual([SECOND, LEAD, THIRD, LEAD, THIRD]);
  });

  test("are not short lines, even where the first one comes again", () => {
    expect(keptOf(`<p>${SECOND}</p><p>${LEAD}</p><p>${SECOND}</p>`).texts).toEqual([SECOND, LEAD, SECOND]);
  });
});

describe("what a site repeats", () => {
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

  /** The profile of a site where a number of its ten pages hold all blocks of this one. */
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
    const profiled = judgedTexts(EXTRACTORS.fused, html, {
      siteProfile: profileOf(`<div>${notice}</div>`, 10),
    });
    expect(alone.at(-1)).toMatchObject({ text: NOTICE, reason: "scored as body" });
    expect(profiled.at(-1)).toEqual({ text: NOTICE, score: 0, reason: "repeated on the site" });
    expect(profiled.slice(0, -1)).toEqual(alone.slice(0, -1));
  });
});

describe("text in places where other pages of the site have no article", () => {
  const STORY = "<div class=story><p>The night ferry to Saint Orrin returns on Saturday.</p></div>";
  const NOTES = "<div class=notes><p>Write to the harbour desk.</p></div>";

  function pageOf(html: string): Page {
    return new Page(parseHtml(`<body>${html}</body>`));
  }

  /** The profile of a site where a share of the text in the places of this page is outside the article. */
  function profileOf(html: string, percent: number): SiteProfile {
    const outside = Object.fromEntries(
      Array.from(hashPlaces(pageOf(html)), (place) => [hashName(place), percent]),
    );
    const made = "2026-01-01T00:00:00Z";
    return {
      format: "galley-site-profile",
      version: 1,
      site: "courier.example",
      made,
      pages: 10,
      repeated: {},
      outside,
      templates: [],
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

  const REASON = "outside the site's articles";

  test("is left out of the answer unless it is surely the article's, and the reason is said", () => {
    expect(droppedOf(STORY + NOTES, 0.8, profileOf(NOTES, 100))).toEqual([undefined, REASON]);
    expect(droppedOf(STORY + NOTES, 0.9, profileOf(NOTES, 100))).toEqual([undefined, undefined]);
  });

  test("needs a higher score, the less of it is article text elsewhere", () => {
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
    const profiled = judgedTexts(EXTRACTORS.fused, html, { siteProfile: profileOf(html, 100) });
    expect(profiled).toEqual(
      alone.map((one) => (isUnsure(one) ? { ...one, score: 0, reason: REASON } : one)),
    );
  });

  test("is weighed with the rest of its block: a link in a paragraph is in a place of its own", () => {
    const linked = STORY.replace("ferry", "<a href=/ferry>ferry</a>");
    const { outside = {} } = profileOf(STORY, 100);
    const links = Object.entries(profileOf(linked, 100).outside ?? {}).filter(([name]) => !(name in outside));
    const profile = { ...profileOf(STORY, 0), outside: Object.fromEntries(links) };
    expect(droppedOf(linked + NOTES, 0.6, profile)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("the wall after a teaser", () => {
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
      scores: Float32Array.from(leaves.node, (node) =>
        Number(document.tag[document.parent[node]!] !== TAG.h2),
      ),
      reasons: new Uint8Array(leaves.count).fill(1),
    });
    return texts.filter((_, leaf) => scores[leaf]! >= KEEP_SCORE);
  }

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

  test("takes nothing with it that comes after its box, where the request was not part of the answer", () => {
    const box = "<div><h2>Subscribe to keep reading</h2><p>1 a week.</p></div>";
    expect(leftOf(`<article>${BODY}${box}<p>The band will play.</p></article>`)).toEqual([
      ...STORY,
      "The band will play.",
    ]);
  });

  test("is left out with what comes before the request in its box", () => {
    const box =
      "<div><b>The Courier</b><p>Good to see you.</p><p>Already a subscriber? <a href=/in>Log in</a></p></div>";
    expect(leftOf(`<article>${BODY}${box}</article>`)).toEqual(STORY);
  });

  test("is not a badge at the top", () => {
    const badge = "For subscribers";
    expect(leftOf(`<article><span>${badge}</span>${BODY}</article>`)).toEqual([badge, ...STORY]);
    const standfirst =
      "After nine years without any, the night ferry sails again: who paid for it, what it costs, and why the town went without for so long.";
    const top = `<p>${standfirst}</p><span>${badge}</span>`;
    expect(leftOf(`<article>${top}${BODY}</article>`)).toEqual([standfirst, badge, ...STORY]);
  });

  test("is not a sentence of an article, and not inside a long one", () => {
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

describe("comments", () => {
  const STORY = "The night ferry to Saint Orrin sails again from Saturday, the harbour board said.";
  const FIRST = "I took it to school for six years, and it was never once on time.";

  const keptOf = (html: string, isArticle: number, pageType: PageType) => {
    const page = new Page(parseHtml(html));
    const answer = {
      scores: new Float32Array(page.leaves.count).fill(1),
      reasons: new Uint8Array(page.leaves.count),
      verdict: { isArticle, pageType, confidence: 0.5 },
      notes: { otherPagesWeight: isArticle < 0.2 ? 0.5 : 0, threshold: 0.5 },
    };
    const { scores } = dropComments(page, answer);
    return [...scores].flatMap((score, leaf) => {
      const node = page.leaves.node[leaf]!;
      const text = page.document.text.slice(page.document.textStart[node], page.document.textEnd[node]);
      return score >= KEEP_SCORE ? [text] : [];
    });
  };
  const named = `<p>${STORY}</p><div id="comments">${`<p>${FIRST}</p>`.repeat(50)}</div>`;
  const entry = (day: number) =>
    `<div class="x"><b>Ann</b> <i>${day} May 2012</i><p>${FIRST}</p><a href="#">Reply</a></div>`;
  const dated = `<p>${STORY}</p><div>${[1, 2, 3].map(entry).join("")}</div>`;

  test("are left out at any length, before the story as well", () => {
    expect(keptOf(named, 0.9, "article")).toEqual([STORY]);
    expect(keptOf(named.replace(/(<p>.*?<\/p>)(<div.*)/, "$2$1"), 0.9, "article")).toEqual([STORY]);
  });

  test("without such a name are left out where the page is likely an article", () => {
    expect(keptOf(dated, 0.9, "article")).toEqual([STORY]);
    expect(keptOf(dated, 0.3, "article")).toContain(FIRST);
  });

  test("that are named are left out where the page may be an article", () => {
    expect(keptOf(named, 0.1, "article")).toEqual([STORY]);
    expect(keptOf(named, 0.3, "service")).toEqual([STORY]);
    expect(keptOf(named, 0.1, "section")).toEqual([STORY]);
    expect(keptOf(named, 0.1, "home")).toEqual([STORY]);
    expect(keptOf(named, 0.1, "product")).toContain(FIRST);
  });

  test("below a long post that looks like a forum are left out where they are named", () => {
    const long = Array(10).fill(STORY).join(" ");
    expect(keptOf(named.replace(STORY, long), 0.1, "forum")).toEqual([long]);
    expect(keptOf(dated.replace(STORY, long), 0.6, "forum")).toContain(FIRST);
  });

  test("stay in a forum without a story of its own, by the verdict or by its data", () => {
    expect(keptOf(named, 0.3, "forum")).toContain(FIRST);
    const said = '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>';
    expect(keptOf(said + named, 0.9, "article")).toContain(FIRST);
  });

  test("stay where there is no story beside them", () => {
    expect(keptOf(named.replace(STORY, "The night ferry"), 0.9, "article")).toContain(FIRST);
  });
});
