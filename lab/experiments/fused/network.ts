import { formatShare } from "../../../src/eval/index.ts";
import {
  makeFused,
  shippedAttention,
  shippedBaseLearners,
  shippedFused,
} from "../../../src/extractors/index.ts";
import type { Label } from "../../../src/sets/index.ts";
import { plainTable } from "../experiment.ts";
import { type Measured, measureExtractors, rememberAnswers } from "./bench.ts";
import { Baseline, formatEffect, meanOf, type Scope, setScopes } from "./effects.ts";

const VARIANTS = ["trees alone", "network on unsure pages (`fused`)", "network on all pages"] as const;
/** The index of the variant that the default is compared with. */
const TREES = 0;

/** The effect of the network beside the trees, in the whole shipped extractor with its verdict. */
export function networkSection(pages: readonly Label[]): string {
  const known = Object.entries(shippedBaseLearners()).map(([id, learner]) => [id, rememberAnswers(learner)]);
  const baseLearners = Object.fromEntries(known) as ReturnType<typeof shippedBaseLearners>;
  const network = shippedAttention;
  let asked = 0;
  const blended = makeFused(shippedFused, baseLearners, { network });
  const extractors = [
    makeFused(shippedFused, baseLearners),
    {
      ...blended,
      extract: (...given: Parameters<typeof blended.extract>) => {
        const answer = blended.extract(...given);
        if ((answer.notes?.networkWeight ?? 0) > 0) asked++;
        return answer;
      },
    },
    makeFused(shippedFused, baseLearners, { network, networkBelow: Number.POSITIVE_INFINITY }),
  ];
  const measured = measureExtractors(pages, extractors.length, () => extractors);
  const scopes = setScopes(pages);
  const share = `Asked on ${asked} of ${pages.length} pages, with a weight of ${shippedAttention().weight}.`;
  const tables = (["f1", "correctly"] as const).map((metric) =>
    variantTable(metric, measured, pages, scopes),
  );
  return ["## The network", share, "Word F1:", tables[0], "*Correctly*:", tables[1]].join("\n\n");
}

/** One measure of every variant by set, and the change against trees alone with its margin over sites. */
function variantTable(
  metric: keyof Measured,
  measured: readonly Measured[],
  pages: readonly Label[],
  scopes: readonly Scope[],
): string {
  const baseline = new Baseline([measured[TREES]![metric]], pages);
  const rows = measured.flatMap((own, at) => {
    const levels = [VARIANTS[at]!, ...scopes.map((scope) => formatShare(meanOf(scope, own[metric])))];
    const changes = scopes.map((scope) => formatEffect(baseline.compare(scope, own[metric])));
    return at === TREES ? [levels] : [levels, ["change", ...changes]];
  });
  return plainTable(["", ...scopes.map(({ name }) => name)], rows, 1);
}
