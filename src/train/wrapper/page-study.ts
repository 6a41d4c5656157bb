import { BodyBlocks, makeWrapper, pageRow, type WrapperModel, wrapPage } from "../../extractors/index.ts";
import type { TreeEnsemble } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { type Label, type LabelledPage, loadPage } from "../../sets/index.ts";
import { readPage } from "../read-page.ts";
import { CONTENT_SHARE } from "../roles/block-truth.ts";
import { blockWeights } from "../roles/block-weights.ts";
import { labelBlocks } from "../roles/label-blocks.ts";
import { isCorrect, isMadeUp, readText } from "../verdict/answer-check.ts";
import { pageTypeOf } from "../verdict/verdict-lesson.ts";

/** The blocks of the body that the machines chose on a page, as noise is learned from them. */
export interface BlockStudy {
  readonly rows: readonly Float32Array[];
  readonly words: readonly number[];
  /** The share of each block's words that the truth has. */
  readonly shares: readonly number[];
  readonly weights: Float32Array;
  /** Words of the whole truth that the page has. */
  readonly truthWords: number;
}

/** A page as its machines see it. */
export interface PageStudy {
  readonly site: string;
  /** Whether the machines were trained on it: then they are surer than they will be of other pages. */
  readonly isTaught: boolean;
  /** null where the label does not say. */
  readonly isArticle: boolean | null;
  readonly row: Float32Array;
  /** Absent where no truth is known, or the page does not show it. */
  readonly blocks?: BlockStudy;
  /** Whether the article that comes out is the true one, whole and alone, by given trees for noise; null where nothing tells. */
  readonly isAnswerRight: (noise: TreeEnsemble | undefined) => boolean | null;
}

/** A page that shows less of its body teaches nothing of it. */
const MIN_FOUND = 0.5;

/** What one page shows of the machines of a model. */
export function studyPage(
  labelled: LabelledPage,
  model: WrapperModel,
  { site, isTaught }: Pick<PageStudy, "site" | "isTaught">,
): PageStudy {
  const { label, html } = labelled;
  const page = readPage(html, label);
  const wrapped = wrapPage(page, model);
  const pageType = pageTypeOf(label);
  const blocks =
    wrapped.body && studyBlocks(page, label, new BodyBlocks(wrapped.measured, wrapped.body.node));
  return {
    ...{ site, isTaught, row: pageRow(wrapped) },
    isArticle: pageType === null ? null : pageType === "article",
    ...(blocks && { blocks }),
    isAnswerRight: (noise) => {
      if (isMadeUp(site) || (pageType !== null && pageType !== "article")) return null;
      // Read again: hundreds of pages at once would fill the memory.
      const again = { label, html: loadPage(label) };
      const text = readText(
        again,
        makeWrapper(() => ({ ...model, ...(noise && { noise }) })),
      );
      return text === undefined ? null : isCorrect(label, text);
    },
  };
}

function studyBlocks(page: Page, { truth }: Label, inside: BodyBlocks): BlockStudy | undefined {
  const { body, bodyIsPrefix } = truth;
  if (body === null || body.trim() === "" || bodyIsPrefix) return undefined;
  const labels = labelBlocks(page, truth);
  if (labels.scope !== "visible" || labels.found < MIN_FOUND) return undefined;
  const { blocks, words } = inside;
  return {
    rows: blocks.map((_, at) => inside.row(at)),
    words,
    shares: blocks.map((block) => labels.share[block]!),
    weights: blockWeights(labels, blocks),
    truthWords:
      labels.words.reduce((sum, count, block) => sum + count * labels.share[block]!, 0) / labels.found,
  };
}

/** Whether a block is the article's. */
export function isText(share: number): boolean {
  return share > CONTENT_SHARE;
}

/** The share of the truth that a body holds. */
export function foundShare({ words, shares, truthWords }: BlockStudy): number {
  return words.reduce((sum, count, at) => sum + count * shares[at]!, 0) / Math.max(1, truthWords);
}
