import { formatShare } from "../../src/eval/index.ts";
import { shippedFused } from "../../src/extractors/index.ts";
import { type Experiment, plainTable, provenanceLines, report } from "./experiment.ts";
import { readUnseen, summarisePages } from "./fused/bench.ts";
import { Baseline, formatEffect, meanOf, setScopes } from "./fused/effects.ts";
import { BOX_COLUMNS, LayoutTrial, WRAPPER_COLUMNS } from "./fused/layout-trial.ts";

/** How many trees are grown, and one in how many pages is read. */
const FULL = { trees: 60, thin: 3 } as const;
const QUICK = { trees: 10, thin: 10 } as const;
/** Seeds of the trees without a layout: their spread is the noise. */
const SEEDS = [1, 2] as const;

/** What is left out of all columns, the baseline first. */
const VARIANTS = [
  { name: "neither", without: [...WRAPPER_COLUMNS, ...BOX_COLUMNS] },
  { name: "the wrapper's answer", without: BOX_COLUMNS },
  { name: "boxes and looks", without: WRAPPER_COLUMNS },
  { name: "both", without: [] },
] as const;

/** `npm run experiments -- fused-layout`: the gain of the layout and of the learned wrapper for `fused`. */
export const fusedLayout: Experiment = async function* ({ places, provenance, isQuick }) {
  const { trees, thin } = isQuick ? QUICK : FULL;
  const pages = await readUnseen(places, shippedFused(), thin);
  report(`describing the blocks of ${pages.length} pages`);
  const trial = new LayoutTrial(pages, trees);
  const [plain, ...wider] = VARIANTS;
  const orders = [
    ...SEEDS.map((seed) => ({ without: plain.without, seed })),
    ...wider.map(({ without }) => ({ without, seed: SEEDS[0] })),
  ];
  const measured = trial.measure(orders, report);
  const scopes = setScopes(pages);
  const whole = scopes.at(-1)!;
  const baseline = measured.slice(0, SEEDS.length);
  const f1 = new Baseline(
    baseline.map((run) => run.f1),
    pages,
  );
  const correctly = new Baseline(
    baseline.map((run) => run.correctly),
    pages,
  );
  const rows = measured
    .slice(SEEDS.length)
    .map((run, at) => [
      wider[at]!.name,
      ...scopes.map((scope) => formatEffect(f1.compare(scope, run.f1))),
      formatEffect(correctly.compare(whole, run.correctly)),
    ]);
  const first = [
    plain.name,
    ...scopes.map((scope) => formatShare(meanOf(scope, f1.values))),
    formatShare(meanOf(whole, correctly.values)),
  ];
  yield provenanceLines(provenance, summarisePages(pages));
  yield plainTable(["added", ...scopes.map(({ name }) => name), "correctly"], [first, ...rows], 1);
};
