import {
  type Extraction,
  headlineKey,
  KEEP_SCORE,
  type Page,
  TEXT_LEAF,
  type TitleCandidate,
} from "../page/index.ts";
import type { DetectedLanguage, LanguageDetector } from "../text/index.ts";
import type { Suffixes } from "../url/index.ts";
import { LANGUAGE_RULES } from "./language.ts";
import type { Found } from "./metadata.ts";
import { type Evidence, firstOf, type ShownReader } from "./rule.ts";
import { findSectionNames } from "./section.ts";
import { findSiteNames } from "./site.ts";
import { findStatedTitles, findStatedTwice } from "./stated-titles.ts";
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

/** What the rules read of a page, each part of it made on first use. */
export function gatherEvidence(page: Page, extraction: Extraction, options: MetadataOptions = {}): Evidence {
  return new GatheredEvidence(page, extraction, options);
}

class GatheredEvidence implements Evidence {
  readonly page: Page;
  readonly extraction: Extraction;
  readonly latest: number;
  readonly shownReader: ShownReader | undefined;
  readonly #options: MetadataOptions;
  #siteNames: readonly string[] | undefined;
  #siteKeys: readonly string[] | undefined;
  #headlines: readonly TitleCandidate[] | undefined;
  #headlineKeys: ReadonlySet<string> | undefined;
  #sections: ReadonlySet<string> | undefined;
  #statedTitles: readonly string[] | undefined;
  #statedTwice: { readonly value: string | undefined } | undefined;
  #bodyStart: number | undefined;
  #detected: { readonly value: DetectedLanguage | undefined } | undefined;
  #language: Found<string | undefined> | undefined;
  #snippets: readonly Snippet[] | undefined;

  constructor(page: Page, extraction: Extraction, options: MetadataOptions) {
    this.page = page;
    this.extraction = extraction;
    this.latest = (options.now ?? Number.POSITIVE_INFINITY) + DAY_MS;
    this.shownReader = options.shownReader;
    this.#options = options;
  }

  get siteNames(): readonly string[] {
    this.#siteNames ??= findSiteNames(this.page, this.#options.suffixes);
    return this.#siteNames;
  }

  get siteKeys(): readonly string[] {
    this.#siteKeys ??= this.siteNames.map(headlineKey);
    return this.#siteKeys;
  }

  get headlines(): readonly TitleCandidate[] {
    this.#headlines ??= findHeadlines(this.page, this.siteKeys);
    return this.#headlines;
  }

  get headlineKeys(): ReadonlySet<string> {
    this.#headlineKeys ??= new Set(this.headlines.map(({ text }) => headlineKey(text)));
    return this.#headlineKeys;
  }

  get sections(): ReadonlySet<string> {
    this.#sections ??= new Set(findSectionNames(this.page).map(headlineKey).filter(Boolean));
    return this.#sections;
  }

  get statedTitles(): readonly string[] {
    this.#statedTitles ??= findStatedTitles(this);
    return this.#statedTitles;
  }

  get statedTwice(): string | undefined {
    this.#statedTwice ??= { value: findStatedTwice(this) };
    return this.#statedTwice.value;
  }

  get bodyStart(): number {
    this.#bodyStart ??= findBodyStart(this.page, this.extraction);
    return this.#bodyStart;
  }

  get detected(): DetectedLanguage | undefined {
    this.#detected ??= { value: detect(this.page, this.extraction, this.#options.detectLanguage) };
    return this.#detected.value;
  }

  get language(): Found<string | undefined> {
    this.#language ??= firstOf(LANGUAGE_RULES, this, undefined);
    return this.#language;
  }

  get snippets(): readonly Snippet[] {
    this.#snippets ??= snippetsAround(this.page, this.extraction, this.bodyStart);
    return this.#snippets;
  }
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
    if (scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== TEXT_LEAF) continue;
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
