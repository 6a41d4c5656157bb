import { attribute, TAG } from "../html/index.ts";
import { headlineKey, shownText } from "../page/index.ts";
import { words } from "../text/index.ts";
import { cutTitle, longPieces } from "./cut-title.ts";
import type { Evidence, Rule } from "./rule.ts";
import { followsLinks, isForMachines, withoutMarkedKicker } from "./shown-headline.ts";
import { mapRead, metaText, webPageText } from "./stated.ts";
import { cutStated, statedBy, statedTexts, titleFrom } from "./stated-titles.ts";

/** The headline that readers see. Most trusted first. */
export const TITLE_RULES: readonly Rule<string>[] = [
  ["stated-whole", 0.9, statedWhole],
  ["shown", 0.86, shownHeadline],
  ["marked-kicker", 0.9, withoutKickerMarkup],
  ["kicker", 0.9, withoutKicker],
  ["witnesses", 0.9, witnesses],
  ["agreed", 0.94, agreed],
  ["subheading", 0.84, agreedSubheading],
  ["alike", 0.62, alike],
  ["json-ld", 0.82, mapRead(titleFrom("json-ld"), cutStated)],
  ["extractor", 0.6, fromExtraction],
  ["og", 0.7, mapRead(titleFrom("og"), cutStated)],
  ["microdata", 0.84, mapRead(titleFrom("microdata"), cutStated)],
  ["twitter", 0.77, mapRead(titleFrom("twitter"), cutStated)],
  [
    "meta",
    0.85,
    mapRead(
      metaText("citation_title", "parsely-title", "sailthru.title", "dc.title", "dcterms.title", "headline"),
      cutStated,
    ),
  ],
  ["block", 0.8, statedBlock],
  ["near", 0.7, nearHeading],
  ["h1", 0.3, ({ headlines }) => headlines.find(({ text }) => words(text).length > 1)?.text],
  ["title", 0.3, mapRead(titleFrom("title"), (text, evidence) => longPieces(cutStated(text, evidence)))],
  ["web-page", 0.3, mapRead(webPageText("headline", "name"), cutStated)],
];

function fromExtraction({ page, extraction }: Evidence): string | undefined {
  if (extraction.titleNode === undefined) return undefined;
  return shownText(page.document, extraction.titleNode) || undefined;
}

/** What follows the kicker is at least this much of a heading. */
const MIN_HEADLINE_SHARE = 0.4;

function isEndOf(whole: string, end: string): boolean {
  return whole.endsWith(end) && isMostOf(whole, end);
}

function isMostOf(whole: string, part: string): boolean {
  return part.length < whole.length && part.length >= whole.length * MIN_HEADLINE_SHARE;
}

/** A heading that OpenGraph and the structured data both say more of: no statement goes without it. */
function statedWhole(evidence: Evidence): string | undefined {
  const stated = evidence.statedTwice;
  const key = headlineKey(stated ?? "");
  return [...evidence.headlineKeys].some((heading) =>
    key.startsWith(heading) ? isMostOf(key, heading) : isEndOf(key, heading),
  )
    ? stated
    : undefined;
}

/** Headings after one that is for machines: the headline is among the first of them. */
const MAX_NEXT_HEADINGS = 3;

/** The heading that readers see, and that is stated too, where the first-level one ends a breadcrumb or is off the screen. */
function shownHeadline(evidence: Evidence): string | undefined {
  const { page, bodyStart } = evidence;
  const first = evidence.headlines[0];
  if (first === undefined) return undefined;
  if (!isForMachines(page, first.node) && !followsLinks(page, first.node)) return undefined;
  const { headings } = page.landmarks;
  const from = headings.indexOf(first.node) + 1;
  for (const node of headings.slice(from, from + MAX_NEXT_HEADINGS)) {
    if (node >= bodyStart) break;
    const found = statedPart(shownText(page.document, node), evidence);
    if (found !== undefined) return isWithKicker(first.text, found, evidence) ? first.text : found;
  }
  return undefined;
}

/** What is stated of a heading: without its kicker where one statement leaves that off, else as a whole. */
function statedPart(heading: string, evidence: Evidence): string | undefined {
  const key = headlineKey(heading);
  const stated = evidence.statedTitles;
  return (
    stated.find((title) => isEndOf(key, headlineKey(title))) ??
    stated.find((title) => headlineKey(title) === key) ??
    longestStated([heading], evidence)
  );
}

/** Whether a heading is a headline with a kicker before it that OpenGraph, too, counts as part of it. */
function isWithKicker(heading: string, headline: string, evidence: Evidence): boolean {
  const key = headlineKey(heading);
  return isEndOf(key, headlineKey(headline)) && headlineKey(statedBy("og", evidence) ?? "") === key;
}

/** The first heading whose markup sets a kicker apart, without it. */
function withoutKickerMarkup(evidence: Evidence): string | undefined {
  const stated = statedTexts(evidence);
  for (const { text, node } of evidence.headlines) {
    const rest = withoutMarkedKicker(evidence.page, node);
    if (rest === undefined || isWithKicker(text, rest, evidence)) continue;
    if (isAlike(text, stated)) return rest;
  }
  return undefined;
}

/** A stated headline that ends a heading: the piece before it is a kicker ("Storm: Harbour stays closed"). */
function withoutKicker(evidence: Evidence): string | undefined {
  const stated = evidence.statedTitles;
  const keys = new Set(stated.map(headlineKey));
  for (const { text } of evidence.headlines) {
    const key = headlineKey(text);
    if (keys.has(key)) continue;
    const headline = cutTitle(text, keys);
    if (isEndOf(key, headlineKey(headline)) && keys.has(headlineKey(headline))) return headline;
  }
  return undefined;
}

/** OpenGraph and the structured data of one mind against the heading and the head's title: editors wrote these two. */
function witnesses(evidence: Evidence): string | undefined {
  const stated = evidence.statedTwice;
  const key = headlineKey(stated ?? "");
  const isShown = evidence.headlineKeys.has(key) || headlineKey(statedBy("title", evidence) ?? "") === key;
  return isShown ? undefined : stated;
}

/** A heading of the first level that the head or the structured data repeats. */
function agreed(evidence: Evidence): string | undefined {
  const found = longestStated(
    evidence.headlines.map(({ text }) => text),
    evidence,
  );
  const stated = new Set(evidence.statedTitles.map(headlineKey));
  if (found === undefined || stated.has(headlineKey(found))) return found;
  // A piece of the head's title may be the name of the site or of a column: the longest piece is the headline.
  const lower = subheadings(evidence);
  return lower.find((text) => stated.has(headlineKey(text))) ?? longestStated([found, ...lower], evidence);
}

/** The headline is among the first of the headings, or the last before the body; pages of teasers have hundreds. */
const MAX_HEADINGS = 20;

/** A heading with fewer words may be a label. */
const MIN_HEADLINE_WORDS = 3;

/** The last heading before the body, where nothing is stated of it: the title is missing, or that of the site. */
function nearHeading(evidence: Evidence): string | undefined {
  const texts = textsOf(headingsBefore(evidence).slice(-MAX_HEADINGS), evidence);
  return texts.findLast((text) => words(text).length >= MIN_HEADLINE_WORDS);
}

/** A heading of the second or third level that the head repeats: on old pages the first level is the site's name. */
function agreedSubheading(evidence: Evidence): string | undefined {
  return longestStated(subheadings(evidence), evidence);
}

/** The lower headings before the body that are not the site's own name. */
function subheadings(evidence: Evidence): readonly string[] {
  const { tag } = evidence.page.document;
  const nodes = headingsBefore(evidence).filter((node) => tag[node] !== TAG.h1);
  return textsOf(nodes.slice(0, MAX_HEADINGS), evidence);
}

function headingsBefore({ page, bodyStart }: Evidence): readonly number[] {
  return page.landmarks.headings.filter((node) => node < bodyStart);
}

function textsOf(headings: readonly number[], { page, siteKeys }: Evidence): readonly string[] {
  const names = new Set(siteKeys).add("");
  const texts = headings.map((node) => shownText(page.document, node));
  return texts.filter((text) => !names.has(headlineKey(text)));
}

/** The longest of some headings that is stated elsewhere, alone or with the site's name around it. */
function longestStated(headings: readonly string[], evidence: Evidence): string | undefined {
  const stated = statedTexts(evidence);
  let longest: string | undefined;
  for (const heading of headings) {
    const key = headlineKey(heading);
    const known = new Set([key]);
    // What is cut from a text is in it: most texts need no cutting to tell.
    const isStated = stated.some(
      (text) => headlineKey(text).includes(key) && headlineKey(cutTitle(text, known)) === key,
    );
    // The longest: a site's name that the page states nowhere else stands in its title too.
    if (isStated && heading.length > (longest?.length ?? 0)) longest = heading;
  }
  return longest;
}

/** Shorter texts stand in a title by chance. */
const MIN_BLOCK_LETTERS = 10;

/** The address of a site's home page, whatever the site. */
const HOME_ADDRESS = /^\s*(?:(?:https?:)?\/\/[^/?#\s]+\/?|\/)\s*$/i;

/** The longest text near the headline's place that the head's title holds: old pages show headlines in no heading. */
function statedBlock(evidence: Evidence): string | undefined {
  const { page, bodyStart, siteKeys } = evidence;
  const title = headlineKey(titleFrom("title")(evidence) ?? "");
  let longest: string | undefined;
  for (const { text, from } of title === "" ? [] : evidence.snippets) {
    const key = headlineKey(text);
    if (page.leaves.node[from]! > bodyStart || key.length < MIN_BLOCK_LETTERS || siteKeys.includes(key))
      continue;
    // What leads home is the name of the site, though the page may say so nowhere.
    if (!title.includes(key) || isLinkedHome(page, from)) continue;
    if (text.length > (longest?.length ?? 0)) longest = text;
  }
  return longest;
}

function isLinkedHome({ document, leaves }: Evidence["page"], leaf: number): boolean {
  const anchor = leaves.anchor[leaf]!;
  return anchor >= 0 && HOME_ADDRESS.test(attribute(document, anchor, "href") ?? "");
}

/** Two wordings of one headline share at least this much of the shorter one's words. */
const MIN_SHARED = 0.4;

/** A heading that says in other words what the head or the structured data say: they are written for search engines. */
function alike(evidence: Evidence): string | undefined {
  const stated = statedTexts(evidence);
  return evidence.headlines.find(({ text }) => isAlike(text, stated))?.text;
}

/** Whether a headline may say in other words what one of some texts says. */
export function isAlike(text: string, others: readonly string[]): boolean {
  const own = new Set(words(text));
  return others.some((other) => shared(own, new Set(words(other))) >= MIN_SHARED);
}

function shared(own: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const word of own) if (others.has(word)) count++;
  return count / Math.max(1, Math.min(own.size, others.size));
}
