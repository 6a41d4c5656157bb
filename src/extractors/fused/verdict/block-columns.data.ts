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
