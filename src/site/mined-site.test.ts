import { expect, test } from "vitest";
import { type MinedSite, siteToXml } from "./mined-site.ts";
import type { Concept } from "./taxonomy/taxonomy.ts";

const concept = (id: string, text: string, broader?: string): Concept => ({
  id,
  labels: [{ text, sites: ["harbour.example"], urls: [`https://harbour.example/${id}/`] }],
  sites: ["harbour.example"],
  related: [],
  joins: [],
  ...(broader !== undefined && { broader }),
});
const article = (title: string, inConcept: string | null) => ({
  url: `https://harbour.example/${title.length}?a=1&b=2`,
  title,
  section: null,
  foundOn: [],
  concept: inConcept,
});
const made = "2026-03-12T07:30:00.000Z";
const MINED: MinedSite = {
  format: "galley-site",
  version: 1,
  site: "harbour.example",
  home: "https://harbour.example/",
  made,
  sections: [],
  articles: [article("Ferry <late> \u0001& full", "tennis"), article("Storm", null)],
  taxonomy: {
    format: "galley-taxonomy",
    version: 1,
    sites: ["harbour.example"],
    relations: [],
    concepts: [
      concept("sport", 'Sport "live"'),
      concept("tennis", "Tennis", "sport"),
      concept("world", "World"),
    ],
  },
  profile: {
    format: "galley-site-profile",
    version: 1,
    site: "harbour.example",
    made,
    pages: 0,
    repeated: {},
    templates: [],
  },
  warnings: [],
  failures: [],
};

test("a site as XML nests its concepts with their articles, and escapes any text", () => {
  const xml = siteToXml(MINED);
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<site name="harbour.example" url="https://harbour.example/" made="2026-03-12T07:30:00.000Z">
  <concept label="Sport &quot;live&quot;" url="https://harbour.example/sport/">
    <concept label="Tennis" url="https://harbour.example/tennis/">
      <article url="https://harbour.example/20?a=1&amp;b=2">Ferry &lt;late&gt; &amp; full</article>
    </concept>
  </concept>
  <concept label="World" url="https://harbour.example/world/"/>
  <article url="https://harbour.example/5?a=1&amp;b=2">Storm</article>
</site>
`);
});
