import { mixTrees } from "../../model/index.ts";
import type { Extraction, Hints, Page } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import { type AnswerParts, answerPage } from "./answer.ts";
import type { BaseLearners } from "./base-learners.ts";
import { dropOutside } from "./drop-outside.ts";
import { dropRepeated } from "./drop-repeated.ts";
import { dropWall } from "./drop-wall.ts";
import { explainLeaves } from "./explain-leaves.ts";
import type { FusedModel } from "./fused-model.ts";
import { judgeEmptyPage } from "./judge-empty-page.ts";
import { judgeForum } from "./judge-forum.ts";
import { judgeLiveBlog } from "./judge-live-blog.ts";
import { judgeStructures } from "./judge-structures.ts";
import { keepProse } from "./last-resort.ts";
import { readFirstUpdate } from "./read-first-update.ts";
import { fusedRows } from "./rows.ts";
import { weighedPage } from "./thin-out.ts";

/** What is known of pages that no weighing of blocks shows. */
const AFTERWARDS: readonly ((page: Page, answer: Extraction, hints: Hints) => Extraction)[] = [
  ...[judgeStructures, dropRepeated, dropOutside, dropWall, keepProse],
  ...[judgeEmptyPage, judgeForum, judgeLiveBlog, readFirstUpdate],
];

/** What of the method can be switched off, to see what it brings. */
export interface FusedOptions {
  /** How tables, lists and other structures are judged; "whole" is the default. */
  readonly structures?: "whole" | "leaf by leaf";
}

/** The learned extractor: every block is weighed by trees over what is known of it, the other methods' answers included. */
export function makeFusedWith(
  model: () => FusedModel,
  baseLearners: BaseLearners,
  { structures = "whole" }: FusedOptions = {},
): Extractor {
  const steps = AFTERWARDS.filter((step) => structures === "whole" || step !== judgeStructures);
  return {
    id: "fused",
    needs: [],
    trainedOn: () => {
      const seen = Object.values(baseLearners).flatMap((learner) => learner.trainedOn?.() ?? []);
      return [...new Set([...model().training.domains, ...seen])].sort();
    },
    extract(page, hints) {
      const { extraction } = answerPage(page, hints, withBaseLearners(model(), baseLearners));
      return steps.reduce((answer, change) => change(page, answer, hints), extraction);
    },
    explain(page, hints, extraction) {
      const { page: weighed, standIn } = weighedPage(page);
      const { ofLeaf } = page.blocks;
      const blockOf = standIn === undefined ? ofLeaf : ofLeaf.map((block) => standIn[block]!);
      const parts = withBaseLearners(model(), baseLearners);
      const rows = fusedRows(weighed, hints, parts);
      const { otherPagesWeight = 0 } = extraction.notes ?? {};
      const otherTrees = otherPagesWeight === 0 ? undefined : parts.otherTrees;
      if (otherTrees === undefined) return explainLeaves(blockOf, extraction, { trees: parts.trees, rows });
      const trees = mixTrees(parts.trees, otherTrees, otherPagesWeight);
      return explainLeaves(blockOf, extraction, { trees, rows: rows.ofOtherPage() });
    },
  };
}

/** A model and its base learners; parts of the model that are decoded late stay so until they are asked for. */
function withBaseLearners(model: FusedModel, baseLearners: BaseLearners): AnswerParts {
  return {
    ...{ lexicon: model.lexicon, trees: model.trees, verdict: model.verdict, baseLearners },
    get otherLexicon() {
      return model.otherLexicon;
    },
    get otherTrees() {
      return model.otherTrees;
    },
  };
}
