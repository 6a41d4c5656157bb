import { HEADING_TAGS } from "../../html/index.ts";
import {
  countShownWords,
  type Extraction,
  findProse,
  KEEP_SCORE,
  leafWords,
  MIN_PROSE_WORDS,
  type Page,
  type ProseBlock,
  reasonCode,
  type StatedBody,
  scriptedBody,
  showsConsent,
  statedBody,
} from "../../page/index.ts";
import { keptWords } from "./kept.ts";

const OUTSIDE = reasonCode("outside the body");
const LIKELIEST = reasonCode("likeliest body");

/** An answer with more words is an article, however much the page states in data. */
const MAX_KEPT_WORDS = 100;
/** A page that shows more is not an empty shell, and its scripts are not read: nine articles of 1,215 are such shells. */
const MAX_SHOWN_WORDS = 150;
/** A stated body with fewer words is a summary or a caption. */
const MIN_STATED_WORDS = 50;
/** A stated body must be this many times as long as the answer to replace it. */
const MIN_GAIN = 2;
/** Longer texts are sentences. No labelled page with prose has an answer this short. */
const MAX_LABEL_WORDS = 9;
/** Prose that was dropped by a step after the weighing has no score left, but is still prose. */
const LEAST = 0.01;
/** Where this share of the answer is hidden in the markup, readers should know. */
const MIN_HIDDEN_SHARE = 0.1;

/** An answer with what only data on the page states in its place, where the page shows next to nothing. */
export function useStatedBody(page: Page, answer: Extraction): Extraction {
  const kept = keptWords(page, answer.scores, MAX_KEPT_WORDS);
  const body = kept < MAX_KEPT_WORDS ? findBody(page, kept) : undefined;
  if (body === undefined) return answer;
  return {
    ...answer,
    scores: new Float32Array(answer.scores.length),
    reasons: answer.reasons.map((reason, leaf) => (answer.scores[leaf]! >= KEEP_SCORE ? OUTSIDE : reason)),
    statedBody: body,
    ...(body.facts && { facts: body.facts }),
    warnings: ["TEXT_FROM_DATA"],
  };
}

/** What structured data states before what scripts hold: the first is meant for programs, the second is a guess. */
function findBody(page: Page, kept: number): StatedBody | undefined {
  const enough = Math.max(MIN_STATED_WORDS, kept * MIN_GAIN);
  const stated = statedBody(page);
  if (stated !== undefined && countShownWords(stated.page) >= enough) return stated;
  if (countShownWords(page) > MAX_SHOWN_WORDS) return undefined;
  const scripted = scriptedBody(page);
  return scripted !== undefined && countShownWords(scripted.page) >= enough ? scripted : undefined;
}

/** An answer that says so where a good part of it is hidden by the markup. */
export function warnOfHidden(page: Page, answer: Extraction): Extraction {
  const { visible } = page.leaves;
  let hidden = 0;
  for (let leaf = 0; leaf < answer.scores.length; leaf++) {
    if (answer.scores[leaf]! >= KEEP_SCORE && visible[leaf] === 0) hidden += leafWords(page, leaf);
  }
  if (hidden === 0 || hidden < keptWords(page, answer.scores) * MIN_HIDDEN_SHARE) return answer;
  return { ...answer, warnings: ["HIDDEN_USED"] };
}

/**
 * An answer that keeps the likeliest prose where all else was dropped: a page with something to read is never answered with
 * nothing. It comes after every step that drops.
 */
export function keepProse(page: Page, answer: Extraction): Extraction {
  if (answer.statedBody !== undefined || keepsText(page, answer.scores)) return answer;
  const prose = findProse(page);
  const words = prose.reduce((sum, block) => sum + block.words, 0);
  if (words < MIN_PROSE_WORDS || showsConsent(page)) return answer;
  const { blocks } = page;
  const scores = answer.scores.slice();
  const reasons = answer.reasons.slice();
  for (const { block } of likeliestPart(page, answer.scores, prose)) {
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      if (page.leaves.visible[leaf] === 0) continue;
      scores[leaf] = KEEP_SCORE;
      reasons[leaf] = LIKELIEST;
    }
  }
  return { ...answer, scores, reasons };
}

/** Whether an answer keeps more than a headline, which is not part of the text, and a label. */
function keepsText(page: Page, scores: Float32Array): boolean {
  const { document, blocks } = page;
  let all = 0;
  let outsideHeadings = 0;
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const words = leafWords(page, leaf);
    const isHeading = HEADING_TAGS[document.tag[blocks.container[blocks.ofLeaf[leaf]!]!]!] === 1;
    all += words;
    outsideHeadings += isHeading ? 0 : words;
    if (all >= MIN_PROSE_WORDS || outsideHeadings > MAX_LABEL_WORDS) return true;
  }
  return false;
}

/** The prose of the element that holds the most of it, each word counted by how likely it is part of the article. */
function likeliestPart(
  { document, blocks }: Page,
  scores: Float32Array,
  prose: readonly ProseBlock[],
): readonly ProseBlock[] {
  const parts = Map.groupBy(prose, ({ block }) => document.parent[blocks.container[block]!]!);
  const weightOf = (part: readonly ProseBlock[]) =>
    part.reduce((sum, { block, words }) => sum + words * (LEAST + scores[blocks.firstLeaf[block]!]!), 0);
  return [...parts.values()].reduce((best, part) => (weightOf(part) > weightOf(best) ? part : best));
}
