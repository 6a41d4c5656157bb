import type { PageType } from "../article/index.ts";
import { attribute } from "../html/index.ts";
import {
  type Extraction,
  firstText,
  hasToken,
  headlineKey,
  IMAGE_LEAF,
  isThing,
  KEEP_SCORE,
  metaTexts,
  type Page,
  plainText,
  statedUrls,
  type Thing,
  textOf,
  typesOf,
  valuesOf,
} from "../page/index.ts";
import { namesFurniture, resolveUrl } from "../url/index.ts";
import { AUTHORS_RULES } from "./authors.ts";
import { MODIFIED_RULES, PUBLISHED_RULES } from "./dates.ts";
import {
  articleText,
  type Evidence,
  evidenceOf,
  type Found,
  firstAnswer,
  firstOf,
  leafText,
  type MetadataOptions,
  mapRead,
  mapRules,
  metaText,
  microdataText,
  type Read,
  type Rule,
  webPageText,
} from "./evidence.ts";
import { DIRECTION_RULES, LANGUAGE_RULES, languageOf } from "./language.ts";
import { WIDE } from "./plain-headings.ts";
import { cutNames, SECTION_RULES, SITE_RULES, type SiteWords, TAGS_RULES } from "./site.ts";
import { STATED_TITLE_RULES, siteWords, TITLE_RULES } from "./title.ts";

/** The rules of every field, most trusted first. docs/metadata.md equals this table; a test checks. */
export const RULES: {
  readonly [Field in keyof Metadata]: readonly Rule<NonNullable<Metadata[Field]["value"]>>[];
} = {
  /** The address that the publisher gives the article. */
  canonicalUrl: [
    ["rel-canonical", 0.94, ({ page }) => page.canonicalUrl],
    ["og", 0.94, mapRead(metaText("og:url"), webUrl)],
    ["json-ld", 0.93, articleUrl],
    ["meta", 0.96, mapRead(metaText("twitter:url", "parsely-link", "citation_public_url"), webUrl)],
  ],
  title: TITLE_RULES,
  statedTitle: STATED_TITLE_RULES,
  authors: AUTHORS_RULES,
  published: PUBLISHED_RULES,
  modified: MODIFIED_RULES,
  language: LANGUAGE_RULES,
  direction: DIRECTION_RULES,
  site: SITE_RULES,
  section: SECTION_RULES,
  tags: TAGS_RULES,
  /** What the article is about, in the publisher's own short words. */
  excerpt: [
    ...mapRules(
      [
        ["og", 0.9, metaText("og:description")],
        ["json-ld", 0.9, articleText("description", "abstract")],
        ["description", 0.8, metaText("description")],
        ["twitter", 0.8, metaText("twitter:description")],
        ["microdata", 0.7, microdataText("description")],
        [
          "dublin-core",
          0.7,
          metaText("dc.description", "dcterms.description", "dcterms.abstract", "citation_abstract"),
        ],
        ["web-page", 0.6, webPageText("description")],
      ],
      unlessTitle,
    ),
    ["text", 0.5, firstParagraph],
  ],
  /** The picture that the publisher shows with the article. */
  image: [
    ["og", 0.9, imageMeta("og:image:secure_url", "og:image", "og:image:url")],
    ["json-ld", 0.9, (evidence) => imageOf(evidence.page.mainThings.article, evidence)],
    ["twitter", 0.9, imageMeta("twitter:image", "twitter:image:src")],
    ["microdata", 0.8, (evidence) => imageOf(evidence.page.mainThings.item, evidence)],
    ["image-src", 0.8, imageLink],
    ["meta", 0.7, imageMeta("thumbnail", "parsely-image-url", "sailthru.image.full", "image")],
    ["shown", 0.6, firstShownPicture],
  ],
  /** The kind of page: the extractor's verdict, which weighs the markup too, else what the markup says. */
  pageType: [
    ["verdict", 0.9, ({ extraction }) => extraction.verdict?.pageType],
    ["json-ld", 0.96, ({ page }) => (page.mainThings.article === undefined ? undefined : "article")],
    ["json-ld-other", 0.85, typeOfThings],
    ["og", 0.81, mapRead(metaText("og:type"), (type) => TYPE_OF_OPEN_GRAPH.get(type.toLowerCase()))],
    ["microdata", 0.91, ({ page }) => (page.mainThings.item === undefined ? undefined : "article")],
  ],
  /** Whether the publisher asks for money or a subscription to read the whole article. */
  paywall: [
    ["json-ld", 0.9, ({ page }) => isPaid(page.mainThings.article) ?? isPaid(page.mainThings.webPage)],
    ["microdata", 0.9, ({ page }) => isPaid(page.mainThings.item)],
    [
      "content-tier",
      0.9,
      mapRead(metaText("article:content_tier", "og:article:content_tier"), (tier) =>
        IS_PAID_TIER.get(tier.toLowerCase()),
      ),
    ],
    ["meta", 0.8, isPaidByMeta],
    ["wall", 0.7, (evidence) => evidence.options.shownReader?.readWall(evidence)],
  ],
};

/** What the page says about its article, every field with its source. */
export interface Metadata {
  readonly canonicalUrl: Found<string | null>;
  readonly title: Found<string | null>;
  readonly statedTitle: Found<string | null>;
  readonly authors: Found<readonly string[]>;
  readonly published: Found<string | null>;
  readonly modified: Found<string | null>;
  readonly language: Found<string | null>;
  readonly direction: Found<"ltr" | "rtl" | null>;
  readonly site: Found<string | null>;
  readonly section: Found<string | null>;
  readonly tags: Found<readonly string[]>;
  readonly excerpt: Found<string | null>;
  readonly image: Found<string | null>;
  readonly pageType: Found<PageType | null>;
  readonly paywall: Found<boolean | null>;
}

/** Reads what the page says about its article; every field names the rule that gave it. */
export function readMetadata(page: Page, extraction: Extraction, options: MetadataOptions = {}): Metadata {
  const evidence = evidenceOf(page, extraction, options);
  const modified = firstOf(RULES.modified, evidence, null);
  return {
    canonicalUrl: firstOf(RULES.canonicalUrl, evidence, null),
    title: weighTitle(firstOf(RULES.title, evidence, null), evidence, siteWords(evidence)),
    statedTitle: firstOf(RULES.statedTitle, evidence, null),
    authors: weighAuthors(firstOf(RULES.authors, evidence, [])),
    published: weighPublished(firstOf(RULES.published, evidence, null), modified),
    modified,
    language: languageOf(evidence),
    direction: firstOf(RULES.direction, evidence, null),
    site: firstOf(RULES.site, evidence, null),
    section: firstOf(RULES.section, evidence, null),
    tags: firstOf(RULES.tags, evidence, []),
    excerpt: firstOf(RULES.excerpt, evidence, null),
    image: firstOf(RULES.image, evidence, null),
    pageType: firstOf(RULES.pageType, evidence, null),
    paywall: firstOf(RULES.paywall, evidence, null),
  };
}

/** The headline alone, as `readMetadata` gives it. */
export function readTitle(
  page: Page,
  extraction: Extraction,
  options: Pick<MetadataOptions, "suffixes">,
): string | null {
  return firstOf(RULES.title, evidenceOf(page, extraction, options), null).value;
}

/** No confidence is higher: nothing is certain. */
const MAX_CONFIDENCE = 0.99;

/** Measured precision of a title that `og:title` or JSON-LD also state, as their only wording or beside others: `npm run experiments -- metadata`. */
const STATED = { alone: 0.96, beside: 0.84 } as const;

/** A title with its confidence by what else the page states; the rule's own if nothing states it. */
function weighTitle(
  found: Found<string | null>,
  { page }: Evidence,
  words: () => SiteWords,
): Found<string | null> {
  const key = headlineKey(found.value ?? "");
  if (key === "") return found;
  let [isStated, isContested] = [false, false];
  for (const { source, text } of page.titleCandidates) {
    if (source === "h1") continue;
    const whole = headlineKey(text);
    isContested ||= !whole.includes(key);
    // Cutting only removes text: most titles are the stated one as it is.
    isStated ||= whole === key || (whole.includes(key) && headlineKey(cutNames(text, words)) === key);
  }
  if (!isStated) return found;
  return { ...found, confidence: isContested ? STATED.beside : STATED.alone };
}

/** The factors on the odds of authors, for several names and for one, where a rule is measured over both. */
const NAMES = { one: 1.2, several: 0.2 } as const;

/** Authors with the confidence that their number gives them: a list of several often has one too many or too few. */
function weighAuthors(found: Found<readonly string[]>): Found<readonly string[]> {
  if (found.value.length === 0) return found;
  return withOdds(found, found.value.length === 1 ? NAMES.one : NAMES.several);
}

/** Days after which a change makes it doubtful that the page still shows when it first appeared. */
const LONG_MS = 30 * 86_400_000;
/** The factors on the odds of a date, with such a change and without, where a rule is measured over both. */
const CHANGED = { late: 0.3, early: 1.4 } as const;

/** A date of publication with its confidence by the date of the last change. */
function weighPublished(found: Found<string | null>, modified: Found<string | null>): Found<string | null> {
  if (found.value === null) return found;
  const gap = Date.parse(modified.value?.slice(0, 10) ?? "") - Date.parse(found.value.slice(0, 10));
  return withOdds(found, gap > LONG_MS ? CHANGED.late : CHANGED.early);
}

function withOdds<Value>(found: Found<Value>, factor: number): Found<Value> {
  const odds = (factor * found.confidence) / (1 - found.confidence);
  const confidence = Math.min(MAX_CONFIDENCE, odds / (1 + odds));
  return { ...found, confidence: Math.round(confidence * 100) / 100 };
}

function articleUrl(evidence: Evidence): string | undefined {
  const { article } = evidence.page.mainThings;
  return firstAnswer(article === undefined ? [] : statedUrls(article), (stated) => {
    const url = /^https?:/i.test(stated) ? webUrl(stated, evidence) : undefined;
    return url?.includes("#") ? undefined : url;
  });
}

function imageMeta(...names: readonly string[]): Read<string> {
  return (evidence) =>
    firstAnswer(metaTexts(evidence.page, names), (text) => pictureUrl(webUrl(text, evidence)));
}

/** The first address of the property `image`, a string or an object with one. */
function imageOf(thing: Thing | undefined, evidence: Evidence): string | undefined {
  const first = firstAnswer(valuesOf(thing, "image"), (value) => {
    const stated = isThing(value)
      ? (firstText(value, "url") ?? firstText(value, "contentUrl") ?? firstText(value, "@id"))
      : value;
    return typeof stated === "string" ? webUrl(plainText(stated), evidence) : undefined;
  });
  return pictureUrl(first);
}

function imageLink(evidence: Evidence): string | undefined {
  const { document, landmarks } = evidence.page;
  const links = landmarks.relations.filter((node) => hasToken(attribute(document, node, "rel"), "image_src"));
  return firstAnswer(links, (node) => pictureUrl(webUrl(attribute(document, node, "href") ?? "", evidence)));
}

function firstShownPicture(evidence: Evidence): string | undefined {
  const { page, extraction } = evidence;
  const { document, leaves } = page;
  for (let leaf = 0; leaf < extraction.scores.length; leaf++) {
    if (extraction.scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== IMAGE_LEAF) continue;
    const sources = ["data-src", "src"].map((name) => attribute(document, leaves.node[leaf]!, name) ?? "");
    const url = firstAnswer(sources, (source) => webUrl(source, evidence));
    if (url !== undefined) return url;
  }
  return undefined;
}

/** A stated address, unless its name says that it is the site's logo or a placeholder. */
function pictureUrl(url: string | undefined): string | undefined {
  return url !== undefined && namesFurniture(url) ? undefined : url;
}

function webUrl(stated: string, { page }: Evidence): string | undefined {
  const url = stated === "" ? undefined : resolveUrl(stated, page.baseUrl);
  return url?.startsWith("http") ? url : undefined;
}

/** Shorter blocks are labels; longer ones are cut at the end of a word nearby. */
const PARAGRAPH_CHARACTERS = { min: 80, max: 300 } as const;
/** The last word of a text that was cut, or half of a surrogate pair. */
const CUT_OFF = /\s+\S{0,40}$|[\ud800-\udbff]$/;

/** The article's first paragraph. */
function firstParagraph({ page, extraction: { scores } }: Evidence): string | undefined {
  const { document, leaves, blocks } = page;
  const { min, max } = PARAGRAPH_CHARACTERS;
  for (let block = 0; block < blocks.count; block++) {
    let text = "";
    const last = blocks.firstLeaf[block + 1]!;
    for (let leaf = blocks.firstLeaf[block]!; leaf < last && text.length <= max; leaf++) {
      if (scores[leaf]! >= KEEP_SCORE) text += ` ${leafText(document, leaves.node[leaf]!)}`;
    }
    // Most blocks are empty, and none becomes more than twice as long: a wide character counts as two others.
    if (2 * text.length > min && text.replace(WIDE, "  ").length > min)
      return text.length <= max ? text.trim() : `${text.slice(1, max).replace(CUT_OFF, "")}…`;
  }
  return undefined;
}

/** A description that repeats the title does not count. */
function unlessTitle(text: string, { page }: Evidence): string | undefined {
  const titles = new Set(page.titleCandidates.map((candidate) => headlineKey(candidate.text)));
  return titles.has(headlineKey(text)) ? undefined : text;
}

/** The page type of a schema.org type in lower case. Types that occur on pages of every kind are left out. */
const TYPE_OF_SCHEMA: ReadonlyMap<string, PageType> = new Map([
  ["discussionforumposting", "forum"],
  ["qapage", "forum"],
  ["product", "product"],
  ["productgroup", "product"],
  ["collectionpage", "collection"],
  ["searchresultspage", "listing"],
]);

/** The page type of OpenGraph's `og:type`. */
const TYPE_OF_OPEN_GRAPH: ReadonlyMap<string, PageType> = new Map([
  ["article", "article"],
  ["news", "article"],
  ["newsarticle", "article"],
  ["blog", "article"],
  ["product", "product"],
  ["og:product", "product"],
]);

function typeOfThings({ page }: Evidence): PageType | undefined {
  return firstAnswer(page.jsonLd.things, (thing) =>
    firstAnswer(typesOf(thing), (type) => TYPE_OF_SCHEMA.get(type.toLowerCase())),
  );
}

const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);
const IS_PAID_TIER: ReadonlyMap<string, boolean> = new Map([
  ["free", false],
  ["metered", true],
  ["locked", true],
]);

function isPaid(thing: Thing | undefined): boolean | undefined {
  const parts = valuesOf(thing, "hasPart").filter(isThing);
  if (parts.some((part) => isFree(part) === false)) return true;
  const free = thing === undefined ? undefined : isFree(thing);
  return free === undefined ? undefined : !free;
}

function isFree(thing: Thing): boolean | undefined {
  return firstAnswer(valuesOf(thing, "isAccessibleForFree"), (value) =>
    typeof value === "boolean" ? value : YES_OR_NO.get(textOf(value)?.toLowerCase() ?? ""),
  );
}

/** Names for a paywall; those with a prefix of advertising are about advertising slots. */
const PAYWALL_META =
  /^(?!adv?s?[:._-]).*(?:paywall(?:ed)?|premium|subscribers?[-_]?only|content[-_]?access|access[-_]?(?:level|type))$/;
const PAID = /^(?:true|yes|1|premium|paid|locked|hard|subscribers?|subscription|metered|registered)$/i;
const UNPAID = /^(?:false|no|0|free|open|none|public)$/i;

/** Whether metas with such names, which are in no vocabulary, state a paywall. */
function isPaidByMeta({ page }: Evidence): boolean | undefined {
  for (const [name, contents] of page.meta) {
    const content = contents[0]?.trim() ?? "";
    // The number of a level means nothing by itself.
    if (!PAYWALL_META.test(name) || (name.includes("access") && /^\d/.test(content))) continue;
    if (PAID.test(content)) return true;
    if (UNPAID.test(content)) return false;
  }
  return undefined;
}
