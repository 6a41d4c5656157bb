import type { WarningCode } from "../../article/index.ts";
import type { SupportVectorMachine } from "../../model/index.ts";
import type { Extraction, Layout, Page, Screen } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import { bodyRow, findBodyCandidates } from "./body.ts";
import { type Choice, judge } from "./judge.ts";
import { isSameScreen, layoutFor } from "./layout-for.ts";
import { PageReading } from "./page-reading.ts";
import { findTitleCandidates, titleRow } from "./title.ts";
import type { WrapperModel } from "./wrapper-model.ts";

/**
 * The learned wrapper (Wang et al., KDD 2009): of the subtrees that may be the body the likeliest, then of those that may
 * be its title the likeliest. The model is asked for on the first page.
 */
export function makeWrapper(model: () => WrapperModel): Extractor {
  return {
    id: "wrapper",
    paper:
      "Wang et al., Can We Learn a Template-Independent Wrapper for News Article Extraction from a Single Training Site?, KDD 2009",
    needs: ["layout"],
    trainedOn: () => model().training.domains,
    extract: (page) => wrapPage(page, model()),
  };
}

function wrapPage(page: Page, model: WrapperModel): Extraction {
  const layout = layoutFor(page, model.settings.screen);
  const manner = layout.complete && model.strict !== undefined ? "strict" : "soft";
  const judges = model[manner] ?? model.soft;
  const reading = new PageReading(page, layout, model.settings, manner);
  const { nodes, pruned } = findBodyCandidates(reading);
  const body = likeliest(nodes, judges.body, (node) => bodyRow(reading, node));
  const title =
    body &&
    likeliest(findTitleCandidates(reading, body.node), judges.title, (node) =>
      titleRow(reading, node, body.node),
    );
  return {
    ...judge(reading, pruned, body, title),
    ...(body && { bodyRoot: body.node }),
    ...(title && { titleNode: title.node }),
    warnings: warningsOf(layout, model.settings.screen),
  };
}

function warningsOf(layout: Layout, screen: Screen): readonly WarningCode[] {
  const found: WarningCode[] = layout.complete ? [] : ["LAYOUT_INCOMPLETE"];
  if (!isSameScreen(layout.screen, screen)) found.push("OTHER_SCREEN");
  return found;
}

/** Step 2 of figures 11 and 12: the candidate of the highest probability, the first on ties. */
function likeliest(
  nodes: readonly number[],
  machine: SupportVectorMachine,
  rowOf: (node: number) => Float64Array,
): Choice | undefined {
  let best: Choice | undefined;
  for (const node of nodes) {
    const probability = machine.probability(rowOf(node));
    if (best === undefined || probability > best.probability) best = { node, probability };
  }
  return best;
}
