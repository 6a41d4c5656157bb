import type { WarningCode } from "../../article/index.ts";
import { estimateLayout, layoutOf } from "../../layout/index.ts";
import type { TreeEnsemble } from "../../model/index.ts";
import {
  type Extraction,
  KEEP_SCORE,
  type Layout,
  type Page,
  type Reason,
  reasonCode,
  type Screen,
  TEXT_LEAF,
} from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import {
  type BodyCandidates,
  bodyRow,
  findBodyCandidates,
  findTitleCandidates,
  type Pruned,
  preferStated,
  titleRow,
} from "./candidates.ts";
import { MeasuredPage } from "./measured-page.ts";
import { dropNoise } from "./noise.ts";
import { type Choice, type JudgedLeaves, pageRow, pageVerdict, type WrappedPage } from "./verdict.ts";
import type { WrapperModel } from "./wrapper-model.ts";

/** The learned wrapper (Wang et al., KDD 2009): picks the likeliest body subtree, then its likeliest title. The model loads on the first page. */
export function makeWrapper(model: () => WrapperModel): Extractor {
  return {
    id: "wrapper",
    paper:
      "Wang et al., Can We Learn a Template-Independent Wrapper for News Article Extraction from a Single Training Site?, KDD 2009",
    needs: ["layout"],
    trainedOn: () => model().training.domains,
    extract: (page) => answer(page, model()),
  };
}

function answer(page: Page, model: WrapperModel): Extraction {
  const wrapped = wrapPage(page, model);
  const { measured, body, title } = wrapped;
  const { blocks, ...judged } = judgeBody(wrapped, model.noise);
  return {
    ...judged,
    ...(body && { bodyRoot: body.node }),
    ...(title && { titleNode: title.node }),
    ...(model.verdict && { verdict: pageVerdict(pageRow(wrapped, { ...judged, blocks }), model.verdict) }),
    warnings: warningsOf(measured.layout, model.settings.screen),
  };
}

/** Scores and reasons of the leaves of a page, and what the blocks of its body are taken for. */
export function judgeBody(
  { measured, pruned, body, title }: WrappedPage & Pick<BodyCandidates, "pruned">,
  noise: TreeEnsemble | undefined,
): JudgedLeaves {
  const judged = scoreLeaves(measured, pruned, body, title);
  return { ...judged, blocks: body && noise ? dropNoise(measured, body.node, noise, judged) : [] };
}

/** Body and title of a page as the two classifiers of a model choose them. */
export function wrapPage(page: Page, model: WrapperModel): WrappedPage & Pick<BodyCandidates, "pruned"> {
  const layout = layoutFor(page, model.settings.screen);
  const manner = layout.complete && model.strict !== undefined ? "strict" : "soft";
  const judges = model[manner] ?? model.soft;
  const measured = new MeasuredPage(page, layout, model.settings, manner);
  const { nodes, pruned } = findBodyCandidates(measured);
  const chances = Float64Array.from(nodes, (node) => judges.body.probability(bodyRow(measured, node)));
  const body = likeliest(nodes, chances);
  if (body === undefined) return { measured, pruned, body, title: undefined, chances };
  const titles = preferStated(measured, findTitleCandidates(measured, body.node));
  const title = likeliest(
    titles,
    Float64Array.from(titles, (node) => judges.title.probability(titleRow(measured, node, body.node))),
  );
  return { measured, pruned, body, title, chances };
}

/** The layout that the page carries, else an estimate for a screen. */
export function layoutFor(page: Page, screen: Screen): Layout {
  const layout = layoutOf(page);
  const isFixed = page.layout !== undefined || isSameScreen(layout.screen, screen);
  return isFixed ? layout : estimateLayout(page.document, screen);
}

function isSameScreen(a: Screen, b: Screen): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Step 2 of figures 11 and 12: the candidate of the highest probability, the first on ties. */
function likeliest(nodes: readonly number[], chances: Float64Array): Choice | undefined {
  let best: Choice | undefined;
  for (const [at, node] of nodes.entries()) {
    const probability = chances[at]!;
    if (best === undefined || probability > best.probability) best = { node, probability };
  }
  return best;
}

/** Score and reason of each leaf: the choice that contains it, else the rule that excluded it, else "less likely the body". */
function scoreLeaves(
  measured: MeasuredPage,
  pruned: readonly Pruned[],
  body: Choice | undefined,
  title: Choice | undefined,
): Pick<Extraction, "scores" | "reasons"> {
  const { count, kind } = measured.page.leaves;
  const scores = new Float32Array(count);
  const reasons = new Uint8Array(count).fill(reasonCode("less likely the body"));
  const mark = (node: number, reason: Reason) => {
    const [from, to] = measured.leavesIn(node);
    reasons.fill(reasonCode(reason), from, to);
  };
  for (const { node, rule } of pruned) mark(node, rule);
  if (body !== undefined) {
    // The likeliest subtree is the answer, however low its probability.
    const [from, to] = measured.leavesIn(body.node);
    scores.fill(Math.max(KEEP_SCORE, body.probability), from, to);
    mark(body.node, "likeliest body");
  }
  if (title !== undefined) mark(title.node, "likeliest title");
  for (let leaf = 0; leaf < count; leaf++) {
    if (!measured.isShown(leaf)) {
      scores[leaf] = 0;
      reasons[leaf] = reasonCode("hidden");
    } else if (scores[leaf]! > 0 && kind[leaf] !== TEXT_LEAF) reasons[leaf] = reasonCode("media of the body");
  }
  return { scores, reasons };
}

function warningsOf(layout: Layout, screen: Screen): readonly WarningCode[] {
  const found: WarningCode[] = layout.complete ? [] : ["LAYOUT_INCOMPLETE"];
  if (!isSameScreen(layout.screen, screen)) found.push("OTHER_SCREEN");
  return found;
}
