import { BASE_LEARNERS, FUSED_FEATURES } from "../rows.ts";

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
  right: "chance that precision and recall are .95, if blocks were independent",
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

/** Means over the kept blocks, each counted by its words; by name, the feature of blocks. */
export const KEPT_MEANS = {
  /** Share of the kept text inside links. */
  linkShare: "text.linkShare",
  /** Share of the kept words in paragraphs. */
  paragraphs: "tag.p",
  /** Share of the kept words in list items. */
  items: "tag.li",
  /** Share of the kept words in cells. */
  cells: "tag.td",
  /** Share of the kept words in preformatted text. */
  code: "tag.pre",
  /** Share of the kept characters that are digits. */
  digits: "text.digitShare",
  /** Share of the kept words that begin with a capital. */
  capitals: "text.capitalWordShare",
  /** Commas and sentence marks per hundred kept characters. */
  punctuation: "text.punctuation",
  /** Words for each sentence mark of the kept blocks. */
  sentenceLength: "text.wordsPerSentence",
  /** Elements around the kept blocks. */
  depth: "tag.depth",
  /** Share of the kept runs of four words that are elsewhere too. */
  elsewhere: "repeats.foursElsewhere",
  /** Share of the page's text on the paths of the kept blocks. */
  pathText: "classPath.textShare",
  /** Blocks on the paths of the kept blocks. */
  pathBlocks: "classPath.blocks",
  /** Share of the kept words that are in a stated title. */
  titleOverlap: "title.overlap",
} as const;

/** Means over all blocks with text, each counted by its words; by name, the feature of blocks. */
export const PAGE_MEANS = {
  /** Share of the characters that are digits. */
  digits: "text.digitShare",
  /** Share of the words that begin with a capital. */
  capitals: "text.capitalWordShare",
  /** Share of the words in preformatted text. */
  code: "tag.pre",
  /** Blocks on the path of a word's block. */
  pathBlocks: "classPath.blocks",
  /** Share of the runs of four words that are on the page twice. */
  elsewhere: "repeats.foursElsewhere",
} as const;

/** Sums over all blocks with text; by name, the feature of blocks. */
export const PAGE_SUMS = {
  /** Sentence marks. */
  sentences: "text.sentences",
  /** Links in blocks. */
  links: "text.links",
  /** Words that begin with a digit. */
  numbers: "text.numbers",
  /** Words that are years. */
  years: "text.years",
  /** Quotation marks. */
  quotes: "text.quotes",
  /** Colons. */
  colons: "text.colons",
  /** Blocks that an ellipsis ends. */
  ellipses: "text.endsEllipsis",
  /** Blocks that a sentence mark ends. */
  endedBlocks: "text.endsSentence",
  /** Copyright, trade mark and at signs. */
  copyrights: "text.copyrights",
  /** `time` elements in blocks. */
  times: "tag.timeInside",
  /** Buttons, inputs and labels in blocks. */
  controls: "tag.buttonInside",
  /** Code elements in blocks. */
  inlineCode: "tag.codeInside",
  /** Media in blocks. */
  media: "tag.mediaInside",
} as const;

/** The features of blocks that are the same for all blocks of a page. */
export const WHOLE_PAGE_FEATURES: readonly string[] = FUSED_FEATURES.filter((name) =>
  name.startsWith("page."),
);

/** How much of a page is links to others. */
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

/** Metas whose presence is a feature. */
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

/** The name of every feature of a page, in order: the contract between training and prediction. */
export const VERDICT_FEATURE_NAMES: readonly string[] = [
  ...family("kept", Object.keys(KEPT)),
  ...family("doubt", Object.keys(DOUBT)),
  ...BASE_LEARNERS.flatMap((id) => family(id, Object.keys(AGREEMENT))),
  ...family("kept mean", Object.keys(KEPT_MEANS)),
  ...family("page mean", Object.keys(PAGE_MEANS)),
  ...family("page sum", Object.keys(PAGE_SUMS)),
  ...WHOLE_PAGE_FEATURES,
  ...family("teasers", Object.keys(TEASERS)),
  ...family("elements", COUNTED_TAGS),
  ...family("stated", Object.keys(STATED)),
  ...family("json-ld", STATED_TYPES),
  ...family("og", OPEN_GRAPH_TYPES),
  ...family("meta", STATED_METAS),
  ...family("address", Object.keys(ADDRESS)),
  ...family("address words", Object.keys(ADDRESS_WORDS)),
];

/** The features that need neither structured data nor features of blocks, in order. */
export const BARE_VERDICT_FEATURES: readonly string[] = [
  ...family("kept", Object.keys(KEPT)),
  ...family("doubt", Object.keys(DOUBT)),
  ...family("teasers", Object.keys(TEASERS)),
  ...family("elements", COUNTED_TAGS),
  ...family("og", OPEN_GRAPH_TYPES),
  ...family("meta", STATED_METAS),
  ...family("address", Object.keys(ADDRESS)),
  ...family("address words", Object.keys(ADDRESS_WORDS)),
];

function family(prefix: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${prefix}.${name}`);
}
