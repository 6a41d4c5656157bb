import { type Extraction, headlineKey, KEEP_SCORE, type Page, type TitleCandidate } from "../page/index.ts";
import type { DetectedLanguage, LanguageDetector } from "../text/index.ts";
import type { Suffixes } from "../url/index.ts";
import type { Evidence, ShownReader } from "./rule.ts";
import { findSectionNames } from "./section.ts";
import { findSiteNames } from "./site.ts";
import { type Snippet, snippetsAround } from "./surroundings.ts";

/** What the rules need besides the page. */
export interface MetadataOptions {
  /** Knows under which suffixes domains are registered. */
  readonly suffixes?: Suffixes | undefined;
  /** Tells the language of a text. */
  readonly detectLanguage?: LanguageDetector | undefined;
  /** Reads what is shown around the article. */
  readonly shownReader?: ShownReader | undefined;
  /** The present in milliseconds; dates that lie further ahead than a day are refused. All are taken where it is not said. */
  readonly now?: number | undefined;
}

/** Clocks and zones differ by up to a day. */
const DAY_MS = 86_400_000;

/** What the rules read of a page. */
export function gatherEvidence(page: Page, extraction: Extraction, options: MetadataOptions = {}): Evidence {
  const siteNames = findSiteNames(page, options.suffixes);
  const siteKeys = siteNames.map(headlineKey);
  const headlines = findHeadlines(page, siteKeys);
  const bodyStart = findBodyStart(page, extraction);
  let sections: ReadonlySet<string> | undefined;
  let snippets: readonly Snippet[] | undefined;
  return {
    page,
    extraction,
    siteNames,
    siteKeys,
    headlines,
    headlineKeys: new Set(headlines.map(({ text }) => headlineKey(text))),
    get sections() {
      sections ??= new Set(findSectionNames(page).map(headlineKey).filter(Boolean));
      return sections;
    },
    bodyStart,
    shownReader: options.shownReader,
    detected: detect(page, extraction, options.detectLanguage),
    latest: (options.now ?? Number.POSITIVE_INFINITY) + DAY_MS,
    get snippets() {
      snippets ??= snippetsAround(page, extraction, bodyStart);
      return snippets;
    },
  };
}

function findHeadlines(page: Page, siteKeys: readonly string[]): readonly TitleCandidate[] {
  const headings = page.titleCandidates.filter(({ source }) => source === "h1");
  return headings.filter(({ text }) => {
    const key = headlineKey(text);
    return key !== "" && !siteKeys.includes(key);
  });
}

/** A shorter text may be a quotation, a teaser or a consent notice in another language. */
const MIN_TEXT_CHARACTERS = 400;
/** As much as the detector reads. */
const MAX_TEXT_CHARACTERS = 1_500;

function detect(
  { document, leaves }: Page,
  { scores }: Extraction,
  detector: LanguageDetector | undefined,
): DetectedLanguage | undefined {
  if (detector === undefined) return undefined;
  let text = "";
  for (let leaf = 0; leaf < scores.length && text.length < MAX_TEXT_CHARACTERS; leaf++) {
    if (scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== 0) continue;
    const node = leaves.node[leaf]!;
    text += `${document.text.slice(document.textStart[node], document.textEnd[node])} `;
  }
  return text.length < MIN_TEXT_CHARACTERS ? undefined : detector(text);
}

/** So much kept text is the body; less may be the headline, the byline or the standfirst. */
const MIN_BODY_CHARACTERS = 140;

/** The node at which the body has begun for certain; the document's end where nothing was kept. */
function findBodyStart({ document, leaves }: Page, { scores }: Extraction): number {
  let length = 0;
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    length += document.textEnd[node]! - document.textStart[node]!;
    if (length >= MIN_BODY_CHARACTERS) return node;
  }
  return document.size;
}
