import type { WarningCode } from "../../article/index.ts";
import type { Extraction, Layout, Page, Screen } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import { type BodyCandidates, bodyRow, findBodyCandidates } from "./body.ts";
import { dropNoise } from "./drop-noise.ts";
import { type Choice, judge } from "./judge.ts";
import { judgeWrapped } from "./judge-page.ts";
import { isSameScreen, layoutFor } from "./layout-for.ts";
import { PageReading } from "./page-reading.ts";
import type { WrappedPage } from "./page-row.ts";
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
    extract: (page) => answer(page, model()),
  };
}

/** What the two machines of a model choose on a page, body first. */
export function wrapPage(page: Page, model: WrapperModel): WrappedPage & Pick<BodyCandidates, "pruned"> {
  const layout = layoutFor(page, model.settings.screen);
  const manner = layout.complete && model.strict !== undefined ? "strict" : "soft";
  const judges = model[manner] ?? model.soft;
  const reading = new PageReading(page, layout, model.settings, manner);
  const { nodes, pruned } = findBodyCandidates(reading);
  const chances = Float64Array.from(nodes, (node) => judges.body.probability(bodyRow(reading, node)));
  const body = likeliest(nodes, chances);
  if (body === undefined) return { reading, pruned, body, title: undefined, chances };
  const titles = findTitleCandidates(reading, body.node);
  const title = likeliest(
    titles,
    Float64Array.from(titles, (node) => judges.title.probability(titleRow(reading, node, body.node))),
  );
  return { reading, pruned, body, title, chances };
}

function answer(page: Page, model: WrapperModel): Extraction {
  const wrapped = wrapPage(page, model);
  const { reading, pruned, body, title } = wrapped;
  const judged = judge(reading, pruned, body, title);
  if (body && model.noise) dropNoise(reading, body.node, model.noise, judged);
  return {
    ...judged,
    ...(body && { bodyRoot: body.node }),
    ...(title && { titleNode: title.node }),
    ...(model.verdict && { verdict: judgeWrapped(wrapped, model.verdict) }),
    warnings: warningsOf(reading.layout, model.settings.screen),
  };
}

function warningsOf(layout: Layout, screen: Screen): readonly WarningCode[] {
  const found: WarningCode[] = layout.complete ? [] : ["LAYOUT_INCOMPLETE"];
  if (!isSameScreen(layout.screen, screen)) found.push("OTHER_SCREEN");
  return found;
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
