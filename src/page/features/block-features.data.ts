/** Groups of features that training can drop together, in the order of the columns. */
export const FEATURE_FAMILIES = [
  "text",
  "tags",
  "semantics",
  "position",
  "title",
  "stated",
  "page",
  "ancestors",
  "paths",
  "window",
  "repeats",
] as const;
/** A group of features that training can drop together. */
export type FeatureFamily = (typeof FEATURE_FAMILIES)[number];

/** A column of the feature matrix; its name is what a model file is checked against. */
export interface BlockFeature {
  readonly name: string;
  readonly family: FeatureFamily;
  readonly meaning: string;
}

/** How many ancestors are described: those whose block set grows. */
export const ANCESTOR_LEVELS = 6;
/** How far the window reaches to each side. */
export const WINDOW_REACH = 4;
/** Of these, the nearest are described in more detail. */
export const WINDOW_DETAIL = 2;

/** The container elements that have a column each; several names share one where news pages mix them. */
export const CONTAINER_GROUPS = [
  ["p"],
  ["div"],
  ["li"],
  ["td", "th"],
  ["h1"],
  ["h2"],
  ["h3"],
  ["h4", "h5", "h6"],
  ["blockquote"],
  ["figcaption", "caption"],
  ["pre", "listing", "xmp"],
  ["dd", "dt"],
  ["address"],
  ["section", "article", "main"],
  ["header", "footer", "aside", "nav"],
  ["body", "center"],
] as const;

/** The elements inside a block that are counted. */
export const INLINE_GROUPS = [
  ["a"],
  ["b", "strong"],
  ["i", "em", "cite", "q"],
  ["span", "font"],
  ["br"],
  ["button", "input", "label"],
  ["time"],
  ["small", "sub", "sup"],
  ["code", "kbd", "samp", "tt"],
] as const;

/** The elements around a block whose distance is a feature. */
export const SEMANTIC_GROUPS = [
  ["article"],
  ["main"],
  ["section"],
  ["aside"],
  ["nav"],
  ["header"],
  ["footer"],
  ["form"],
  ["figure"],
  ["table"],
  ["ul", "ol", "dl", "menu"],
  ["li"],
  ["p"],
  ["blockquote"],
  ["details"],
  ["dialog"],
  ["button", "label"],
  ["a"],
] as const;

type Rows = readonly (readonly [name: string, meaning: string])[];

const TEXT: Rows = [
  ["characters", "characters that are not white space"],
  ["words", "words; three characters of a script without spaces count as one"],
  ["sentences", "sentence marks of any script"],
  ["wordsPerSentence", "words for each sentence mark, one mark at least"],
  ["commas", "commas of any script"],
  ["punctuation", "commas and sentence marks per hundred characters"],
  ["linkShare", "share of the characters inside links"],
  ["links", "links"],
  ["digitShare", "share of the characters that are digits"],
  ["capitalShare", "share of the letters with case that are capitals"],
  ["capitalWordShare", "share of the words that begin with a capital"],
  ["shortWordShare", "share of the words with at most three letters, the first in lower case"],
  ["meanWordLength", "letters and digits per spaced word"],
  ["unspacedShare", "share of the characters that are of a script without spaces"],
  ["quotes", "quotation marks"],
  ["brackets", "brackets"],
  ["bars", "bars, bullets, arrows and slashes"],
  ["colons", "colons"],
  ["signShare", "share of the characters that are neither letters nor digits"],
  ["numbers", "words that begin with a digit"],
  ["years", "words of four digits from 1900 to 2099"],
  ["copyrights", "copyright, trade mark and at signs"],
  ["startsLower", "1 where the first letter or digit is a lower-case letter"],
  ["startsDigit", "1 where the first letter or digit is a digit"],
  ["startsQuote", "1 where the first sign is a quotation mark"],
  ["endsSentence", "1 where a sentence mark ends it, quotes and brackets apart"],
  ["endsColon", "1 where a colon ends it"],
  ["endsEllipsis", "1 where an ellipsis ends it"],
  ["firstWordLength", "letters and digits of its first word"],
  ["longestLeafShare", "share of the characters in the longest text node outside links"],
  ["leaves", "text nodes and media in it, visible or not"],
  ["hiddenShare", "share of its text that the markup hides; absent where it has no text"],
];

const INLINE_MEANING = "opened inside the block";
const TAGS: Rows = [
  ...CONTAINER_GROUPS.map((names) => [names[0], `1 where the container is ${either(names)}`] as const),
  ...INLINE_GROUPS.map((names) => [`${names[0]}Inside`, `${either(names)}: ${INLINE_MEANING}`] as const),
  ["mediaInside", "images, videos, frames and drawings in the block"],
  ["boldShare", "share of the characters inside `b` or `strong`"],
  ["italicShare", "share of the characters inside `i` or `em`"],
  ["depth", "elements from the root to the container"],
];

const SEMANTICS: Rows = SEMANTIC_GROUPS.map((names) => [names[0], `the nearest ${either(names)}`] as const);

const POSITION: Rows = [
  ["index", "blocks with text before it"],
  ["fromEnd", "blocks with text after it"],
  ["indexShare", "its place among the blocks with text, 0 to 1"],
  ["charactersBefore", "share of the page's text before it"],
  ["charactersAfter", "share of the page's text after it"],
  ["headingBefore", "blocks back to the nearest heading; absent where there is none"],
  ["headingAfter", "blocks on to the nearest heading; absent where there is none"],
  ["longBefore", "blocks back to the nearest long one; absent where there is none"],
  ["longAfter", "blocks on to the nearest long one; absent where there is none"],
  ["mediaBefore", "blocks back to the nearest with media; absent where there is none"],
  ["mediaAfter", "blocks on to the nearest with media; absent where there is none"],
  ["runWords", "words of the run of long blocks that holds it, short gaps allowed; 0 outside all runs"],
];

const TITLE: Rows = [
  ["isTitle", "1 for the title block; all of this family is absent where the page has none"],
  ["similarity", "how far its words are those of the most similar stated title, 0 to 1"],
  ["overlap", "share of its words that are in a stated title"],
  ["blocksAfter", "blocks from the title block on to it, negative before it"],
  ["charactersAfter", "share of the page's text from the title block on to it, negative before it"],
  ["wordsAfter", "words from the title block on to it, negative before it"],
  ["commonDepth", "depth of the nearest element that holds it and the title block"],
  ["stepsUp", "elements from its container up to that element"],
  ["titleStepsUp", "elements from the title block's container up to that element"],
];

const STATED: Rows = [
  ["descriptionOverlap", "share of its words that are in the stated description"],
  ["descriptionPairs", "share of its pairs of words that are in the stated description"],
  ["bodyFours", "share of its runs of four words that are in the stated article body"],
];

const PAGE: Rows = [
  ["blocks", "blocks with text"],
  ["words", "words"],
  ["linkShare", "share of the characters inside links"],
  ["paragraphs", "blocks with text whose container is `p`"],
  ["paragraphShare", "share of the characters in them"],
  ["medianWords", "words of the middle block"],
  ["meanWords", "words per block"],
  ["mostWords", "words of the longest block"],
  ["longBlocks", "long blocks"],
  ["headings", "headings"],
  ["media", "images, videos, frames and drawings"],
  ["punctuation", "commas and sentence marks per hundred characters"],
  ["unspacedShare", "share of the characters that are of a script without spaces"],
  ["listShare", "share of the characters in list items"],
  ["tableShare", "share of the characters in cells"],
  ["hiddenShare", "share of the text that the markup hides"],
  ["charactersPerNode", "characters for each node of the tree"],
  ["articles", "`article` elements that hold text"],
  ["hasArticleData", "1 where structured data describes the page's article"],
  ["hasStatedBody", "1 where structured data holds the article's body"],
];

const ANCESTOR: Rows = [
  ["textShare", "share of the page's text in it"],
  ["linkShare", "share of its text inside links"],
  ["blocks", "blocks with text in it"],
  ["meanWords", "words per block in it"],
  ["paragraphShare", "share of its text in `p`"],
  ["headingShare", "share of its blocks that are headings"],
  ["punctuation", "commas and sentence marks per hundred characters in it"],
  ["place", "the place of the block among its blocks, 0 to 1"],
];

const PATH: Rows = [
  ["blocks", "blocks with text on it"],
  ["textShare", "share of the page's text on it"],
  ["meanWords", "words per block on it"],
  ["wordsSpread", "standard deviation of these words"],
  ["linkShare", "share of its text inside links"],
  ["punctuation", "commas and sentence marks per hundred characters on it"],
];

const NEAR: Rows = [
  ["words", "its words"],
  ["linkShare", "share of its characters inside links"],
];
const NEAREST: Rows = [
  ["punctuation", "its commas and sentence marks per hundred characters"],
  ["isParagraph", "1 where its container is `p`"],
  ["samePath", "1 where its container has the same tags and classes up to the root"],
];
const AROUND: Rows = [
  ["wordsBefore", "words of the ten blocks before"],
  ["wordsAfter", "words of the ten blocks after"],
  ["linkShareAround", "share inside links of the text of the ten blocks on both sides"],
  ["punctuationAround", "commas and sentence marks per hundred characters of the ten blocks on both sides"],
];

const REPEATS: Rows = [
  ["sameText", "blocks of the page with the very same words, itself included"],
  ["isLater", "1 where an earlier block has the very same words"],
  ["foursElsewhere", "share of its runs of four words that are also in another block"],
  ["foursEarlier", "share of its runs of four words that are also in an earlier block"],
];

/** Every column of the feature matrix, in order; names and order are the contract between training and prediction. */
export const BLOCK_FEATURES: readonly BlockFeature[] = [
  ...columns("text", "text", TEXT),
  ...columns("tags", "tag", TAGS),
  ...columns("semantics", "up", SEMANTICS),
  ...columns("position", "position", POSITION),
  ...columns("title", "title", TITLE),
  ...columns("stated", "stated", STATED),
  ...columns("page", "page", PAGE),
  ...numbered(ANCESTOR_LEVELS).flatMap((level) =>
    columns("ancestors", `ancestor${level}`, ANCESTOR, `ancestor ${level}: `),
  ),
  ...columns("paths", "tagPath", PATH, "same tags: "),
  ...columns("paths", "classPath", PATH, "same tags and classes: "),
  ...numbered(WINDOW_REACH).flatMap((distance) => [
    ...neighbour(`before${distance}`, distance, `block ${distance} before: `),
    ...neighbour(`after${distance}`, distance, `block ${distance} after: `),
  ]),
  ...columns("window", "window", AROUND),
  ...columns("repeats", "repeats", REPEATS),
];

function columns(family: FeatureFamily, prefix: string, rows: Rows, about = ""): readonly BlockFeature[] {
  return rows.map(([name, meaning]) => ({
    name: `${prefix}.${name}`,
    family,
    meaning: `${about}${meaning}`,
  }));
}

function neighbour(prefix: string, distance: number, about: string): readonly BlockFeature[] {
  return columns("window", prefix, distance <= WINDOW_DETAIL ? [...NEAR, ...NEAREST] : NEAR, about);
}

function numbered(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function either(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(" or ");
}
