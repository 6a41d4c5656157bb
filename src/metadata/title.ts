import { TAG } from "../html/index.ts";
import { headlineKey, shownText, type TitleCandidate, type TitleSource } from "../page/index.ts";
import { words } from "../text/index.ts";
import {
  bodyStart,
  type Evidence,
  mapRead,
  mapRules,
  metaText,
  oncePerPage,
  type Read,
  type Rule,
  webPageText,
} from "./evidence.ts";
import { followsLinks, type HeadingParts, headingParts, isForMachines } from "./marks.ts";
import { addressedText, largeText, markedText, shownInside, shownPiece } from "./plain-headings.ts";
import { cutNames, cutTitle, isOwnName, longPieces, type SiteWords, sectionKeys, siteKeys } from "./site.ts";

const TITLE_METAS = [
  "citation_title",
  "parsely-title",
  "sailthru.title",
  "dc.title",
  "dcterms.title",
  "headline",
] as const;

/** The headline that readers see. Most trusted first. */
export const TITLE_RULES: readonly Rule<string>[] = [
  ["stated-whole", 0.9, statedWhole],
  ["shown", 0.86, shownHeadline],
  ["marked-kicker", 0.9, withoutKickerMarkup],
  ["kicker", 0.9, withoutKicker],
  ["stated-agreed", 0.9, agreedAgainstShown],
  ["agreed", 0.94, agreed],
  ["subheading", 0.85, (evidence) => longestStated(subheadings(evidence), evidence)],
  ["alike", 0.63, alike],
  ["piece", 0.88, (evidence) => shownPiece(evidence, statedTexts(evidence))],
  ["json-ld", 0.82, mapRead(titleFrom("json-ld"), cutStated)],
  ["extractor", 0.6, fromExtraction],
  ["og", 0.67, mapRead(titleFrom("og"), cutStated)],
  ["microdata", 0.84, mapRead(titleFrom("microdata"), cutStated)],
  ["twitter", 0.77, mapRead(titleFrom("twitter"), cutStated)],
  ["meta", 0.86, mapRead(metaText(...TITLE_METAS), cutStated)],
  ["block", 0.8, (evidence) => shownInside(evidence, titleFrom("title")(evidence) ?? "")],
  ["address", 0.8, addressedText],
  ["near", 0.8, nearHeading],
  ["marked", 0.7, markedText],
  ["h1", 0.3, (evidence) => ownHeadlines(evidence).find((text) => words(text).length > 1)],
  ["title", 0.3, mapRead(titleFrom("title"), cutLong)],
  ["large", 0.3, largeText],
  ["web-page", 0.3, mapRead(webPageText("headline", "name"), cutStated)],
  ["name", 0.3, ownName],
];

/** What the head and the data state as the title, for search engines and cards. Most trusted first. */
export const STATED_TITLE_RULES: readonly Rule<string>[] = [
  ...mapRules<string, string>(
    [
      ["og", 0.77, titleFrom("og")],
      ["json-ld", 0.83, titleFrom("json-ld")],
      ["twitter", 0.77, titleFrom("twitter")],
      ["microdata", 0.84, titleFrom("microdata")],
      ["meta", 0.86, metaText(...TITLE_METAS)],
    ],
    (text, evidence) => {
      const title = cutNames(text, siteWords(evidence));
      return isOwnName(title, evidence) ? undefined : title;
    },
  ),
  ["title", 0.7, mapRead(titleFrom("title"), cutLong)],
];

function fromExtraction({ page, extraction }: Evidence): string | undefined {
  if (extraction.titleNode === undefined) return undefined;
  return shownText(page.document, extraction.titleNode) || undefined;
}

/** The headline after a kicker is at least this much of a heading. */
const MIN_HEADLINE_SHARE = 0.4;

function isEndOf(whole: string, end: string): boolean {
  return whole.endsWith(end) && isMostOf(whole, end);
}

function isMostOf(whole: string, part: string): boolean {
  return part.length < whole.length && part.length >= whole.length * MIN_HEADLINE_SHARE;
}

/** What OpenGraph and the structured data both state, if a heading is only a part of it. */
function statedWhole(evidence: Evidence): string | undefined {
  const stated = statedTwice(evidence);
  if (stated === undefined) return undefined;
  const key = headlineKey(stated);
  return [...headlineKeys(evidence)].some((heading) =>
    key.startsWith(heading) ? isMostOf(key, heading) : isEndOf(key, heading),
  )
    ? stated
    : undefined;
}

/** Headings after one that is not meant as the headline: the headline is among the first of them. */
const MAX_NEXT_HEADINGS = 3;

/** The visible heading that is stated too, if the first-level one ends a breadcrumb or is for screen readers. */
function shownHeadline(evidence: Evidence): string | undefined {
  const { page } = evidence;
  const first = headlines(evidence)[0];
  if (first === undefined) return undefined;
  if (!isForMachines(page, first.node) && !followsLinks(page, first.node)) return undefined;
  const { headings } = page.landmarks;
  const from = headings.indexOf(first.node) + 1;
  for (const node of headings.slice(from, from + MAX_NEXT_HEADINGS)) {
    if (node >= bodyStart(evidence)) break;
    const found = statedPart(shownText(page.document, node), evidence);
    if (found !== undefined) return isWithKicker(first.text, found, evidence) ? first.text : found;
  }
  return undefined;
}

/** A heading as it is stated: without its kicker if one statement omits that, else whole. */
function statedPart(heading: string, evidence: Evidence): string | undefined {
  const key = headlineKey(heading);
  const stated = statedTitles(evidence);
  return (
    stated.find((title) => isEndOf(key, headlineKey(title))) ??
    stated.find((title) => headlineKey(title) === key) ??
    longestStated([heading], evidence)
  );
}

/** Whether a heading is a headline after a kicker that OpenGraph states too. */
function isWithKicker(heading: string, headline: string, evidence: Evidence): boolean {
  const key = headlineKey(heading);
  return isEndOf(key, headlineKey(headline)) && headlineKey(statedBy("og", evidence) ?? "") === key;
}

/** The first heading with a kicker in an element of its own, without it. */
function withoutKickerMarkup(evidence: Evidence): string | undefined {
  const stated = statedTexts(evidence);
  for (const { text, node } of headlines(evidence)) {
    const parts = headingParts(evidence.page, node);
    if (parts?.kicker === undefined || isWithKicker(text, parts.headline, evidence)) continue;
    if (isAlike(text, stated)) return parts.headline;
  }
  return undefined;
}

/** A stated headline that ends a heading: the piece before it is a kicker ("Storm: Harbour stays closed"). */
function withoutKicker(evidence: Evidence): string | undefined {
  const stated = statedTitles(evidence);
  const keys = new Set(stated.map(headlineKey));
  for (const { text } of headlines(evidence)) {
    const key = headlineKey(text);
    if (keys.has(key)) continue;
    const headline = cutTitle(text, keys);
    if (isEndOf(key, headlineKey(headline)) && keys.has(headlineKey(headline))) return headline;
  }
  return undefined;
}

/** The title on which OpenGraph and the structured data agree against the heading and the `title`: editors write these two. */
function agreedAgainstShown(evidence: Evidence): string | undefined {
  const stated = statedTwice(evidence);
  if (stated === undefined) return undefined;
  const key = headlineKey(stated);
  const isShown = headlineKeys(evidence).has(key) || headlineKey(statedBy("title", evidence) ?? "") === key;
  return isShown ? undefined : stated;
}

/** A first-level heading that the head or the structured data repeats. */
function agreed(evidence: Evidence): string | undefined {
  const found = longestStated(ownHeadlines(evidence), evidence);
  const stated = new Set(statedTitles(evidence).map(headlineKey));
  if (found === undefined || stated.has(headlineKey(found))) return found;
  // A piece of the `title` can be the name of the site or of a column: the longest piece is the headline.
  const lower = subheadings(evidence);
  return lower.find((text) => stated.has(headlineKey(text))) ?? longestStated([found, ...lower], evidence);
}

/** The headline is among the first of the headings, or the last before the body; pages of teasers have hundreds. */
const MAX_HEADINGS = 20;

/** A heading with fewer words can be a label. */
const MIN_HEADLINE_WORDS = 3;

/** The last heading before the body, if nothing is stated: the title is missing, or that of the site. */
function nearHeading(evidence: Evidence): string | undefined {
  const { tag } = evidence.page.document;
  const nodes = headingsBefore(evidence).slice(-MAX_HEADINGS);
  const texts = nodes.map((node) => textsOf([node], evidence)[0] ?? "");
  let at = texts.findLastIndex((text) => words(text).length >= MIN_HEADLINE_WORDS);
  // A standfirst is a heading of the next level right below the headline.
  while (at > 0 && tag[nodes[at - 1]!]! + 1 === tag[nodes[at]!]! && isNext(nodes[at - 1]!, nodes[at]!)) at--;
  return texts[at];

  function isNext(before: number, node: number): boolean {
    const isNear = node - evidence.page.document.end[before]! <= MAX_BETWEEN;
    return isNear && words(texts[nodes.indexOf(before)]!).length > 1;
  }
}

/** Nodes between a headline and its standfirst at most. */
const MAX_BETWEEN = 12;

/** The lower headings before the body that are not the site's own name: on old pages the first level is that name. */
function subheadings(evidence: Evidence): readonly string[] {
  const { tag } = evidence.page.document;
  const nodes = headingsBefore(evidence).filter((node) => tag[node] !== TAG.h1);
  return textsOf(nodes.slice(0, MAX_HEADINGS), evidence);
}

function headingsBefore(evidence: Evidence): readonly number[] {
  const start = bodyStart(evidence);
  return evidence.page.landmarks.headings.filter((node) => node < start);
}

function textsOf(headings: readonly number[], evidence: Evidence): readonly string[] {
  const texts = headings.map((node) => headingText(shownText(evidence.page.document, node), node, evidence));
  return texts.filter((text) => !isOwnName(text, evidence));
}

/** The longest of some headings that is stated, alone or with the site's name around it. */
function longestStated(headings: readonly string[], evidence: Evidence): string | undefined {
  const stated = statedTexts(evidence);
  let longest: string | undefined;
  for (const heading of headings) {
    const key = headlineKey(heading);
    const known = new Set([key]);
    // Cheap test first: cutting only removes text.
    const isStated = stated.some(
      (text) => headlineKey(text).includes(key) && headlineKey(cutTitle(text, known)) === key,
    );
    // The longest, since the site's name is in the title too.
    if (isStated && heading.length > (longest?.length ?? 0)) longest = heading;
  }
  return longest;
}

/** Two wordings of one headline share at least this much of the shorter one's words. */
const MIN_SHARED = 0.4;

/** A heading in other words than the head or the structured data, which are written for search engines. */
function alike(evidence: Evidence): string | undefined {
  const stated = statedTexts(evidence);
  return ownHeadlines(evidence).find((text) => isAlike(text, stated));
}

/** Whether a headline could be another wording of one of some texts. */
export function isAlike(text: string, others: readonly string[]): boolean {
  const own = new Set(words(text));
  return others.some((other) => overlap(own, new Set(words(other))) >= MIN_SHARED);
}

function overlap(own: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const word of own) if (others.has(word)) count++;
  return count / Math.max(1, Math.min(own.size, others.size));
}

/** The first-level headings that are not the site's own name. */
const headlines: (evidence: Evidence) => readonly TitleCandidate[] = oncePerPage((evidence) => {
  const names = new Set(siteKeys(evidence)).add("");
  return evidence.page.titleCandidates.flatMap((candidate) => {
    if (candidate.source !== "h1") return [];
    const text = headingText(candidate.text, candidate.node, evidence);
    if (names.has(headlineKey(text))) return [];
    return text === candidate.text ? candidate : { ...candidate, text };
  });
});

/** The first-level headings that are not like the name of the site or of a section either. */
const ownHeadlines: (evidence: Evidence) => readonly string[] = oncePerPage((evidence) =>
  headlines(evidence).flatMap(({ text }) => (isOwnName(text, evidence) ? [] : text)),
);

/** What a heading says: with its kicker before a colon, without a date or standfirst; as it is stated, if it is. */
function headingText(shown: string, node: number, evidence: Evidence): string {
  const parts = headingParts(evidence.page, node);
  if (parts === undefined) return shown;
  const known = new Set([headlineKey(shown)]);
  for (const text of statedTexts(evidence)) {
    const part = cutTitle(text, known);
    if (known.has(headlineKey(part))) return part;
  }
  return withColon(parts);
}

function withColon({ kicker, headline }: HeadingParts): string {
  if (kicker === undefined) return headline;
  return `${kicker}${/[\p{L}\p{N}”"»)]$/u.test(kicker) ? ":" : ""} ${headline}`;
}

const headlineKeys = oncePerPage(
  (evidence) => new Set(headlines(evidence).map(({ text }) => headlineKey(text))),
);

/** Reads the first title that a source states. */
function titleFrom(source: TitleSource): Read<string> {
  return ({ page }) => page.titleCandidates.find((one) => one.source === source)?.text;
}

/** All that the head and the structured data state as the title. */
function statedTexts({ page }: Evidence): readonly string[] {
  return page.titleCandidates.filter(({ source }) => source !== "h1").map(({ text }) => text);
}

/** The titles that OpenGraph, cards and structured data state, without the names of site and section. */
const statedTitles = oncePerPage((evidence) =>
  evidence.page.titleCandidates
    .filter(({ source }) => source !== "h1" && source !== "title")
    .flatMap(({ text }) => cutStated(text, evidence) ?? []),
);

/** What OpenGraph states as the title, if the structured data states the same. */
const statedTwice = oncePerPage((evidence) => {
  const isStated = titleFrom("json-ld")(evidence) !== undefined;
  const og = isStated ? statedBy("og", evidence) : undefined;
  const key = headlineKey(og ?? "");
  return key !== "" && key === headlineKey(statedBy("json-ld", evidence) ?? "") ? og : undefined;
});

/** What a source states, without the site's name and section but with its kicker, even where the headings lack it. */
function statedBy(source: TitleSource, evidence: Evidence): string | undefined {
  const text = titleFrom(source)(evidence);
  return text === undefined ? undefined : cutNames(text, siteWords(evidence));
}

/** A stated title without the site's name and section, as the headings show it; undefined if it is only such a name. */
function cutStated(text: string, evidence: Evidence): string | undefined {
  const title = cutTitle(text, headlineKeys(evidence), siteWords(evidence));
  return isOwnName(title, evidence) ? undefined : title;
}

function cutLong(text: string, evidence: Evidence): string | undefined {
  const title = longPieces(cutStated(text, evidence) ?? "");
  return isOwnName(title, evidence) ? undefined : title;
}

/** A name of the site or of a section, if the page has no other title: right of front pages, seldom of articles. */
function ownName(evidence: Evidence): string | undefined {
  const named = [...headlines(evidence).map(({ text }) => text), ...statedTexts(evidence)];
  const title = named.map((text) => cutTitle(text, headlineKeys(evidence), siteWords(evidence)))[0];
  const isArticle = evidence.extraction.verdict?.pageType === "article";
  // "The Paper wins a prize" is more than the name.
  const isSite = () => siteKeys(evidence).some((name) => name.includes(headlineKey(title ?? "")));
  return isArticle && isSite() ? undefined : title;
}

/** The names of the page's site and sections, read on demand. */
export function siteWords(evidence: Evidence): () => SiteWords {
  return () => ({ siteKeys: siteKeys(evidence), sections: sectionKeys(evidence) });
}
