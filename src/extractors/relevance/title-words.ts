import type { WarningCode } from "../../article/index.ts";
import type { Hints, Page } from "../../page/index.ts";
import { Keywords } from "./keywords.ts";
import { ownTitle } from "./own-title.ts";
import type { SetUp } from "./set-up.ts";
import { sumWords, type WordSums } from "./word-sums.ts";

/** What a title tells of a page. */
export interface TitleWords {
  readonly sums: WordSums;
  /** TitleKeywordNumber. */
  readonly keywordCount: number;
  readonly warnings: readonly WarningCode[];
}

/** Counts the collected title's keywords on the page; the page's own title's where none was given or none of its words is there. */
export function lookForTitle(
  page: Page,
  { collectedTitle = "" }: Hints,
  { options, stemOf, rooms, table }: SetUp,
): TitleWords {
  const { language } = page.declared;
  const wording = {
    language,
    unspaced: options.segment ? "segmented" : "whole runs",
    stem: options.stems ? stemOf(language) : undefined,
  } as const;
  const warnings: WarningCode[] = [];
  if (collectedTitle.trim() !== "") {
    const keywords = new Keywords(collectedTitle, wording, table);
    if (keywords.isCut) warnings.push("TITLE_TOO_LONG");
    const sums = keywords.count > 0 ? sumWords(page, keywords, rooms) : undefined;
    if (sums !== undefined && sums.keys.at(-1) !== 0) {
      return { sums, keywordCount: keywords.count, warnings };
    }
    warnings.push("TITLE_UNUSABLE");
  }
  const keywords = new Keywords(ownTitle(page) ?? "", wording, table);
  const sums = sumWords(page, keywords, rooms);
  if (sums.keys.at(-1) === 0) warnings.push("NO_TITLE");
  else if (warnings.length === 0) warnings.push("TITLE_FROM_PAGE");
  return { sums, keywordCount: keywords.count, warnings };
}
