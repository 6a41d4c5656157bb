import { hasAnyKey, headlineKey, KEEP_SCORE } from "../page/index.ts";
import { type Evidence, leafText } from "./evidence.ts";
import { articleText, mapRules, metaText, microdataText, type Rule, webPageText } from "./rule.ts";

/** What the article is about, in the publisher's own short words. Most trusted first. */
export const EXCERPT_RULES: readonly Rule<string>[] = [
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
];

/** Shorter blocks are labels; longer ones are cut at the end of a word nearby. */
const PARAGRAPH_CHARACTERS = { min: 80, max: 300 } as const;
/** The last, cut word of a text, or the half of a character. */
const CUT_OFF = /\s+\S{0,40}$|[\ud800-\udbff]$/;
/** One Chinese, Japanese or Korean character says as much as two or more of others. */
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff]/g;

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
    // Most blocks are empty, and none becomes more than twice as long.
    if (2 * text.length > min && text.replace(WIDE, "  ").length > min)
      return text.length <= max ? text.trim() : `${text.slice(1, max).replace(CUT_OFF, "")}…`;
  }
  return undefined;
}

/** A description that repeats the title is none. */
function unlessTitle(text: string, { page }: Evidence): string | undefined {
  const titles = new Set(page.titleCandidates.map((candidate) => headlineKey(candidate.text)));
  return hasAnyKey(text, titles) ? undefined : text;
}
