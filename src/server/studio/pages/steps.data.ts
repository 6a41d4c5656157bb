/** What the steps of the learned extractor do, for people who ask why; the names are those of its own list. */
export const STEP_NOTES: Readonly<Record<string, string>> = {
  trees: "trees that were learned from articles weigh each block by its features",
  network: "a network in which every block looks at all others was asked, as the trees were unsure",
  "other trees": "trees that were learned from pages of all kinds weigh blocks of what is hardly an article",
  context: "unsure blocks are weighed again by what is around them",
  leaves: "texts get the score of their block, pictures and captions that of the text around them",
  copies: "what was kept before is given once",
  "last resort": "a page that shows next to nothing is answered from its data",
  wholes: "tables, lists, quotes, figures and notes are kept or dropped as wholes",
  "complete text": "kept text gets its missing lines and headings",
  repeated: "what the pages of the site repeat is dropped",
  outside: "what stands where other articles of the site have nothing is dropped",
  wall: "the box that asks for a subscription is dropped",
  comments: "what readers wrote is dropped",
  prose: "where nothing was left, the likeliest prose is kept",
};
