import { type Cut, type Extraction, KEEP_SCORE, type Page } from "../page/index.ts";

/** The page that an article is made of, and which of its leaves are kept. */
export interface ArticleSource {
  readonly page: Page;
  readonly kept: Uint8Array;
  readonly cuts?: readonly Cut[];
  readonly titleNode?: number;
}

/** The kept leaves of a page or, where the body stands only in data, all that is shown of that body. */
export function articleSource(page: Page, extraction: Extraction): ArticleSource {
  const { scores, statedBody, cuts, titleNode } = extraction;
  if (statedBody !== undefined) return { page: statedBody.page, kept: statedBody.page.leaves.visible };
  const kept = new Uint8Array(scores.length);
  for (let leaf = 0; leaf < scores.length; leaf++) if (scores[leaf]! >= KEEP_SCORE) kept[leaf] = 1;
  return { page, kept, ...(cuts && { cuts }), ...(titleNode !== undefined && { titleNode }) };
}
