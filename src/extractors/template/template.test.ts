import { describe, expect, test } from "vitest";
import { EXTRACTOR_CONTRACT } from "../../../test/contract/extractor.ts";
import { judgedTexts, keptTexts } from "../../../test/kept-text.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { fitProfile, hashBlocks, hashName } from "../../profile/index.ts";
import { placeOf, profileWith } from "../../profile/site-profile.testing.ts";
import { CORE_EXTRACTORS } from "../core-extractors.ts";
import { makeTemplate } from "./index.ts";

const { paragraphs } = CORE_EXTRACTORS;
const template = makeTemplate(paragraphs);
const PROFILE = profileWith([
  placeOf("html/body/h1", "title", 8),
  placeOf("html/body/div.story/p"),
  placeOf("html/body/div.story/p.more", "beside", 5),
  placeOf("html/body/ul.next/li/a", "beside"),
]);
const STORY = `<h1>Ferry leaves</h1><div class="story"><p>The ferry left at dawn.<p class="more">Read more<ul><li>It was full.</ul>
<div><a href="/x">Twelve things that ferries have in common with buses</a></div><img src="a.png"></div>
<ul class="next"><li><a href="/y">Another</a></ul><p>All rights reserved</p>`;

describe("reading by a template", () => {
  test("keeps what is in places of the body, and lists and pictures among them, but no links", () => {
    expect(
      judgedTexts(template, STORY, { siteProfile: PROFILE }).map(({ text, reason }) => [text, reason]),
    ).toEqual([
      ["Ferry leaves", "outside the template's body"],
      ["The ferry left at dawn.", "inside the template's body"],
      ["Read more", "outside the template's body"],
      ["It was full.", "inside the template's body"],
      ["Twelve things that ferries have in common with buses", "mostly links"],
      ["", "media of the body"],
      ["Another", "outside the template's body"],
      ["All rights reserved", "outside the template's body"],
    ]);
  });

  test("names the element of the headline", () => {
    const page = new Page(parseHtml(STORY));
    const { titleNode = -1 } = template.extract(page, { siteProfile: PROFILE });
    expect(page.landmarks.headings).toContain(titleNode);
  });

  test("drops what the site repeats, also on places of the body", () => {
    const html = `<div class="story"><p>The ferry left at dawn.<p>Follow us everywhere.</div>`;
    const { hashes } = hashBlocks(new Page(parseHtml(html)));
    const siteProfile = profileWith(
      [placeOf("html/body/div.story/p")],
      {},
      { repeated: { [hashName(hashes[1]!)]: 2 } },
    );
    expect(keptTexts(template, html, { siteProfile })).toEqual(["The ferry left at dawn."]);
  });

  test("takes the template that fits best, and one by names alone only where none by classes fits", () => {
    const templates = [
      ...profileWith([placeOf("html/body/p")], { steps: "names" }).templates,
      ...profileWith([placeOf("html/body/main/p")]).templates,
      ...PROFILE.templates,
    ];
    const siteProfile = { ...PROFILE, templates };
    expect(keptTexts(template, STORY, { siteProfile })).toContain("The ferry left at dawn.");
    expect(keptTexts(template, `<p class="other">Only this.</p>`, { siteProfile })).toEqual(["Only this."]);
  });

  test("falls back where there is no template, and says so", () => {
    const page = new Page(parseHtml(STORY));
    for (const hints of [{}, { siteProfile: { ...PROFILE, templates: [] } }]) {
      const { scores, warnings } = template.extract(page, hints);
      expect(warnings).toEqual(["NO_SITE_PROFILE"]);
      expect(scores).toEqual(paragraphs.extract(page, {}).scores);
    }
  });

  test.each([
    ["of another template", `<div class="text"><p>The ferry left at dawn.</div>`],
    ["that was saved half", `<h1>Ferry leaves</h1><div class="story">`],
    [
      "whose story is elsewhere",
      `<div class="story"><p>Advertisement</div><main>${"The ferry left at dawn. ".repeat(9)}`,
    ],
    ["without any text", `<img src="a.png">`],
    [
      "whose text is hidden",
      `<div class="story"><p hidden>The ferry left.</p></div><p>${"Shown text. ".repeat(50)}`,
    ],
  ])("falls back on a page %s", (_, html) => {
    const page = new Page(parseHtml(html));
    expect(template.extract(page, { siteProfile: PROFILE }).warnings).toEqual(["SITE_PROFILE_STALE"]);
    expect(fitProfile(page, PROFILE)?.isStale).toBe(true);
  });

  test("does not take what a template has nothing of for a place that is too deep to be one", () => {
    const siteProfile = profileWith([placeOf("div/".repeat(150)), placeOf("html/body/main/p")]);
    const page = new Page(parseHtml(`<p>${"The ferry left at dawn. ".repeat(9)}`));
    expect(fitProfile(page, siteProfile)).toMatchObject({ isStale: true, share: 0, coverage: 0, places: 1 });
  });

  test("tells what of a template is missing on a page that does not fit", () => {
    const page = new Page(parseHtml(`<p>${"The ferry left at dawn. ".repeat(9)}`));
    expect(fitProfile(page, PROFILE)).toEqual({
      site: PROFILE.site,
      made: PROFILE.made,
      isStale: true,
      share: 0,
      coverage: 0,
      places: 1,
      missing: ["html/body/div.story/p"],
    });
  });
});

describe("template with a profile keeps the extractor contract", () => {
  const siteProfile = profileWith([placeOf("html/body/p"), placeOf("html/body/div/p")], { steps: "names" });
  const profiled = { ...template, extract: (page: Page) => template.extract(page, { siteProfile }) };
  // `test/contract` measures how long large pages take for all extractors; here it would be most of the suite's time.
  const promises = EXTRACTOR_CONTRACT.filter(({ name }) => !/time|5 MB/.test(name));
  test.each(promises.map((promise) => [promise.name, promise] as const))("%s", (_, promise) => {
    promise.check(() => profiled);
  });
});
