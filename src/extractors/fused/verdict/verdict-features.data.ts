import { BASE_LEARNERS } from "../base-learners.ts";
import { FUSED_FEATURES } from "../rows.ts";

/** What the kept blocks are like. */
export const KEPT = {
  words: "words of the kept blocks",
  share: "share of the page's words that are kept",
  blocks: "kept blocks",
  meanWords: "words per kept block",
  mostWords: "words of the longest kept block",
  runs: "runs of kept blocks",
  longestRun: "share of the kept words in the longest run",
  before: "share of the page's words before the first kept block",
  after: "share of the page's words after the last kept block",
  gaps: "share of the words between the first and the last kept block that are dropped",
  headings: "kept headings",
  linkedHeadings: "kept headings that are links",
  links: "kept blocks that are links",
  titleDistance: "blocks from the title to the first kept one",
} as const;

/** How sure the weighing of the blocks was; words count, not blocks. */
export const DOUBT = {
  certainty: "how far chances are from even, 0 to 1",
  entropy: "bits of doubt per word",
  keptEntropy: "bits of doubt for each kept word",
  middling: "words of chances between .2 and .8",
  middlingShare: "such words for each kept word",
  lowKept: "share of the kept words below a chance of .8",
  precision: "expected share of the kept words that belong",
  recall: "expected share of the words that belong that are kept",
  right: "chance that precision and recall are .95, if blocks were drawn apart from each other",
  lowestKept: "lowest chance of a kept block",
  highestDropped: "highest chance of a dropped block of ten words or more",
  first: "chance of the first kept block",
  last: "chance of the last kept block",
  beforeFirst: "highest chance of the five blocks before the first kept one",
  afterLast: "highest chance of the five blocks after the last kept one",
  inside: "words of middling chance between the first and the last kept block, for each kept word",
} as const;

/** What a base learner's answer has in common with the kept blocks, in words. */
export const AGREEMENT = {
  f1: "harmonic mean of the next two",
  precision: "share of the kept words that it keeps too",
  recall: "share of its words that are kept",
} as const;

/** A feature of the page that is a sum or a mean over its blocks: its name, the blocks' column, and what it says. */
type BlockColumn = readonly [name: string, column: string, meaning: string];

/** Means over the kept blocks, each counted by its words. */
export const KEPT_MEANS: readonly BlockColumn[] = [
  ["linkShare", "text.linkShare", "share of the kept text inside links"],
  ["paragraphs", "tag.p", "share of the kept words in paragraphs"],
  ["items", "tag.li", "share of the kept words in list items"],
  ["cells", "tag.td", "share of the kept words in cells"],
  ["code", "tag.pre", "share of the kept words in preformatted text"],
  ["digits", "text.digitShare", "share of the kept characters that are digits"],
  ["capitals", "text.capitalWordShare", "share of the kept words that begin with a capital"],
  ["punctuation", "text.punctuation", "commas and sentence marks per hundred kept characters"],
  ["sentenceLength", "text.wordsPerSentence", "words for each sentence mark of the kept blocks"],
  ["depth", "tag.depth", "elements around the kept blocks"],
  ["elsewhere", "repeats.foursElsewhere", "share of the kept runs of four words that stand elsewhere too"],
  ["pathText", "classPath.textShare", "share of the page's text on the paths of the kept blocks"],
  ["pathBlocks", "classPath.blocks", "blocks on the paths of the kept blocks"],
  ["titleOverlap", "title.overlap", "share of the kept words that stand in a stated title"],
];

/** Means over all blocks with text, each counted by its words. */
export const PAGE_MEANS: readonly BlockColumn[] = [
  ["digits", "text.digitShare", "share of the characters that are digits"],
  ["capitals", "text.capitalWordShare", "share of the words that begin with a capital"],
  ["code", "tag.pre", "share of the words in preformatted text"],
  ["pathBlocks", "classPath.blocks", "blocks on the path of a word's block"],
  ["elsewhere", "repeats.foursElsewhere", "share of the runs of four words that stand twice"],
];

/** Sums over all blocks with text. */
export const PAGE_SUMS: readonly BlockColumn[] = [
  ["sentences", "text.sentences", "sentence marks"],
  ["links", "text.links", "links in blocks"],
  ["numbers", "text.numbers", "words that begin with a digit"],
  ["years", "text.years", "words that are years"],
  ["quotes", "text.quotes", "quotation marks"],
  ["colons", "text.colons", "colons"],
  ["ellipses", "text.endsEllipsis", "blocks that an ellipsis ends"],
  ["endedBlocks", "text.endsSentence", "blocks that a sentence mark ends"],
  ["copyrights", "text.copyrights", "copyright, trade mark and at signs"],
  ["times", "tag.timeInside", "`time` elements in blocks"],
  ["controls", "tag.buttonInside", "buttons, inputs and labels in blocks"],
  ["inlineCode", "tag.codeInside", "code elements in blocks"],
  ["media", "tag.mediaInside", "media in blocks"],
];

/** The features of blocks that are the same for all blocks of a page. */
export const WHOLE_PAGE_FEATURES: readonly string[] = FUSED_FEATURES.filter((name) =>
  name.startsWith("page."),
);

/** What of a page are links to others. */
export const TEASERS = {
  headlines: "blocks of four words and more that are links",
  headlineShare: "share of the page's words in them",
  menuItems: "shorter blocks that are links",
  linkedHeadings: "headings that are links",
  plainHeadings: "headings that are none",
  teasers: "blocks of plain text right after a link of four words and more",
  teaserShare: "share of the page's words in them",
  longestPlain: "share of the page's words in the longest run of blocks without links or headings between",
} as const;

/** Elements that are counted. */
export const COUNTED_TAGS = [
  "h1",
  "h2",
  "h3",
  "article",
  "section",
  "main",
  "aside",
  "nav",
  "time",
  "form",
  "input",
  "select",
  "button",
  "textarea",
  "table",
  "pre",
  "code",
  "dl",
  "li",
  "img",
  "iframe",
  "video",
  "figure",
  "a",
] as const;

/** schema.org's types that tell kinds of pages apart, in lower case. */
export const STATED_TYPES = [
  "newsarticle",
  "article",
  "blogposting",
  "webpage",
  "website",
  "collectionpage",
  "itemlist",
  "product",
  "offer",
  "discussionforumposting",
  "qapage",
  "faqpage",
  "breadcrumblist",
  "organization",
  "person",
  "techarticle",
  "howto",
  "recipe",
  "event",
  "localbusiness",
  "service",
  "searchresultspage",
  "imageobject",
  "videoobject",
  "softwareapplication",
  "aggregaterating",
  "comment",
] as const;

/** Values of `og:type` that tell kinds of pages apart. */
export const OPEN_GRAPH_TYPES = ["article", "website", "product", "blog"] as const;

/** Metas of which it matters that they are there. */
export const STATED_METAS = [
  "article:published_time",
  "article:section",
  "author",
  "description",
  "keywords",
  "og:title",
  "product:price:amount",
  "news_keywords",
  "date",
  "generator",
] as const;

/** What the head and the structured data say. */
export const STATED = {
  article: "1 where JSON-LD describes the page's article",
  articleItem: "1 where microdata describes the page's article",
  articles: "articles that JSON-LD describes",
  things: "things that JSON-LD describes",
  items: "items of microdata at the top",
  titleWords: "words of the `title` element",
  titleInHeading: "1 where a heading of the first rank has the words of a title",
} as const;

/** What the page's address is like; absent where there is none. */
export const ADDRESS = {
  depth: "parts of the path",
  length: "characters of the path",
  words: "words of the longest part of the path",
  lastWords: "words of the last part of the path",
  digits: "digits of the path",
  longestNumber: "digits of the longest number in the path",
  isDated: "1 where a year and a month are parts of the path",
  parameters: "parameters of the query",
  hasExtension: "1 where the path ends in a file's extension",
  endsInSlash: "1 where the path ends in a slash",
  subdomains: "parts of the host before the last two, `www` apart",
} as const;

/** Words in an address that tell kinds of pages apart, by kind; English, as addresses are in most of the world. */
export const ADDRESS_WORDS = {
  shop: ["product", "products", "shop", "store", "item", "dp", "buy", "p", "collections"],
  docs: [
    "docs",
    "doc",
    "documentation",
    "guide",
    "guides",
    "reference",
    "api",
    "manual",
    "wiki",
    "learn",
    "help",
    "tutorial",
  ],
  forum: [
    "forum",
    "forums",
    "thread",
    "threads",
    "topic",
    "topics",
    "t",
    "questions",
    "question",
    "discussion",
    "discussions",
    "viewtopic",
    "showthread",
    "community",
    "comments",
  ],
  list: [
    "category",
    "categories",
    "tag",
    "tags",
    "topic",
    "section",
    "sections",
    "search",
    "archive",
    "archives",
    "list",
    "browse",
    "directory",
    "all",
  ],
  story: ["news", "article", "articles", "story", "stories", "blog", "posts", "post", "press", "opinion"],
  firm: [
    "about",
    "services",
    "service",
    "solutions",
    "contact",
    "pricing",
    "features",
    "home",
    "index",
    "careers",
    "platform",
  ],
} as const;

/** A feature of a page; its name is what a model file is checked against. */
export interface VerdictFeature {
  readonly name: string;
  readonly meaning: string;
}

/** Every feature of a page, in order: the contract between training and prediction. */
export const VERDICT_FEATURES: readonly VerdictFeature[] = [
  ...family("kept", Object.entries(KEPT)),
  ...family("doubt", Object.entries(DOUBT)),
  ...BASE_LEARNERS.flatMap((id) => family(id, Object.entries(AGREEMENT))),
  ...columnFamily("kept mean", KEPT_MEANS),
  ...columnFamily("page mean", PAGE_MEANS),
  ...columnFamily("page sum", PAGE_SUMS),
  ...WHOLE_PAGE_FEATURES.map((name) => ({ name, meaning: "as of the blocks" })),
  ...family("teasers", Object.entries(TEASERS)),
  ...namedFamily("elements", COUNTED_TAGS, (tag) => `\`${tag}\` elements`),
  ...family("stated", Object.entries(STATED)),
  ...namedFamily("json-ld", STATED_TYPES, (type) => `1 where JSON-LD describes a thing of type ${type}`),
  ...namedFamily("og", OPEN_GRAPH_TYPES, (type) => `1 where og:type is ${type}`),
  ...namedFamily("meta", STATED_METAS, (name) => `1 where there is a meta ${name}`),
  ...family("address", Object.entries(ADDRESS)),
  ...namedFamily(
    "address words",
    Object.keys(ADDRESS_WORDS),
    (kind) => `1 where a part of the path is a word of the kind ${kind}`,
  ),
];

function family(prefix: string, rows: readonly (readonly [string, string])[]): VerdictFeature[] {
  return rows.map(([name, meaning]) => ({ name: `${prefix}.${name}`, meaning }));
}

function columnFamily(prefix: string, columns: readonly BlockColumn[]): VerdictFeature[] {
  return columns.map(([name, , meaning]) => ({ name: `${prefix}.${name}`, meaning }));
}

function namedFamily(
  prefix: string,
  names: readonly string[],
  meaningOf: (name: string) => string,
): VerdictFeature[] {
  return names.map((name) => ({ name: `${prefix}.${name}`, meaning: meaningOf(name) }));
}
