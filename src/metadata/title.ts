import { TAG } from "../html/index.ts";
import { headlineKey, shownText, type TitleSource } from "../page/index.ts";
import { words } from "../text/index.ts";
import { cutTitle } from "./cut-title.ts";
import type { Evidence, Rule } from "./rule.ts";
import { mapRead, metaText, webPageText } from "./stated.ts";

/** The headline that readers see. Most trusted first. */
export const TITLE_RULES: readonly Rule<string>[] = [
  ["kicker", 0.57, withoutKicker],
  ["agreed", 0.92, agreed],
  ["subheading", 0.8, agreedSubheading],
  ["alike", 0.66, alike],
  ["json-ld", 0.82, mapRead(candidate("json-ld"), cut)],
  ["extractor", 0.6, fromExtraction],
  ["og", 0.6, mapRead(candidate("og"), cut)],
  ["microdata", 0.84, mapRead(candidate("microdata"), cut)],
  ["twitter", 0.77, mapRead(candidate("twitter"), cut)],
  [
    "meta",
    0.85,
    mapRead(
      metaText("citation_title", "parsely-title", "sailthru.title", "dc.title", "dcterms.title", "headline"),
      cut,
    ),
  ],
  ["h1", 0.3, (evidence) => headlines(evidence)[0]],
  ["title", 0.3, mapRead(candidate("title"), cut)],
  ["web-page", 0.3, mapRead(webPageText("headline", "name"), cut)],
];

function candidate(source: TitleSource): Rule<string>[2] {
  return ({ page }) => page.titleCandidates.find((one) => one.source === source)?.text;
}

function fromExtraction({ page, extraction }: Evidence): string | undefined {
  if (extraction.titleNode === undefined) return undefined;
  return shownText(page.document, extraction.titleNode) || undefined;
}

/** What follows the kicker is at least this much of a heading. */
const MIN_HEADLINE_SHARE = 0.4;

/** A stated headline that ends a heading: the heading's first words are a kicker ("Storm: Harbour stays closed"). */
function withoutKicker(evidence: Evidence): string | undefined {
  const keys = headlines(evidence).map(headlineKey);
  for (const { source, text } of evidence.page.titleCandidates) {
    if (source === "h1" || source === "title") continue;
    const stated = cut(text, evidence);
    const key = headlineKey(stated);
    if (keys.some((heading) => isEndOf(heading, key))) return stated;
  }
  return undefined;
}

function isEndOf(heading: string, key: string): boolean {
  return (
    key.length < heading.length && key.length >= heading.length * MIN_HEADLINE_SHARE && heading.endsWith(key)
  );
}

/** A heading of the first level that the head or the structured data repeats. */
function agreed(evidence: Evidence): string | undefined {
  return longestStated(headlines(evidence), evidence);
}

/** Headlines stand among the first of them; pages of teasers have hundreds. */
const MAX_SUBHEADINGS = 20;

/** A heading of the second or third level that the head repeats: on old pages the first level is the site's name. */
function agreedSubheading(evidence: Evidence): string | undefined {
  const { document, landmarks } = evidence.page;
  const nodes = landmarks.headings.filter((node) => document.tag[node] !== TAG.h1).slice(0, MAX_SUBHEADINGS);
  const names = new Set(evidence.siteNames.map(headlineKey)).add("");
  const texts = nodes
    .map((node) => shownText(document, node))
    .filter((text) => !names.has(headlineKey(text)));
  return longestStated(texts, evidence);
}

/** The longest of some headings that is stated elsewhere, alone or with the site's name around it. */
function longestStated(headings: readonly string[], { page }: Evidence): string | undefined {
  const stated = page.titleCandidates.filter(({ source }) => source !== "h1");
  let longest: string | undefined;
  for (const heading of headings) {
    const key = headlineKey(heading);
    const alone: ReadonlySet<string> = new Set([key]);
    const isStated = stated.some(({ text }) => headlineKey(cutTitle(text, [], alone)) === key);
    // The longest: a site's name that the page states nowhere else stands in its title too.
    if (isStated && heading.length > (longest?.length ?? 0)) longest = heading;
  }
  return longest;
}

/** Two wordings of one headline share at least this much of the shorter one's words. */
const MIN_SHARED = 0.4;

/** A heading that says in other words what the head or the structured data say: they are written for search engines. */
function alike(evidence: Evidence): string | undefined {
  const stated = evidence.page.titleCandidates
    .filter(({ source }) => source !== "h1")
    .map(({ text }) => new Set(words(text)));
  return headlines(evidence).find((heading) =>
    stated.some((others) => shared(words(heading), others) >= MIN_SHARED),
  );
}

function shared(own: readonly string[], others: ReadonlySet<string>): number {
  const distinct = new Set(own);
  let count = 0;
  for (const word of distinct) if (others.has(word)) count++;
  return count / Math.max(1, Math.min(distinct.size, others.size));
}

/** The headings that are not the site's own name. */
function headlines({ page, siteNames }: Evidence): readonly string[] {
  const names = new Set(siteNames.map(headlineKey)).add("");
  return page.titleCandidates
    .filter(({ source, text }) => source === "h1" && !names.has(headlineKey(text)))
    .map(({ text }) => text);
}

function cut(text: string, evidence: Evidence): string {
  return cutTitle(text, evidence.siteNames, new Set(headlines(evidence).map(headlineKey)));
}
