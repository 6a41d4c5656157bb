import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatShare } from "../../src/eval/index.ts";
import { barChart } from "./bar-chart.ts";
import { type Experiment, provenanceLines } from "./experiment.ts";
import { Bench } from "./fused-bench.ts";
import { curveTable, drawCurve, learnCurve } from "./fused-curve.ts";
import { Baseline, kindScopes, meanOf, type Scope, setScopes } from "./fused-effects.ts";
import { type Measured, summarisePages } from "./fused-pages.ts";
import { type Baselines, changeTable, scopeTable, type Tried } from "./fused-tables.ts";
import {
  SEEDS,
  type Variant,
  WITHOUT_AUGMENTATION,
  WITHOUT_EVIDENCE,
  WITHOUT_FAMILIES,
} from "./fused-variants.ts";
import { plainTable } from "./plain-table.ts";

const PICTURES = join("docs", "images");
const LEFT_OUT = "fused-left-out.svg";
const CURVE = "fused-pages.svg";
const RECENT_SETS: readonly string[] = ["multi2023-en-fr-de-zh", "evan2021"];

/** What each part of the learned extractor brings, and how many pages it needs: on sets that nothing was trained on. */
export const fused: Experiment = async function* ({ places, provenance, isQuick }) {
  const folder = mkdtempSync(join(tmpdir(), "galley-fused-"));
  try {
    const bench = await Bench.open({ places, folder, isQuick });
    yield provenanceLines(provenance, summarisePages(bench.pages));
    yield* runAll(bench);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function* runAll(bench: Bench): AsyncIterable<string> {
  const bySet = setScopes(bench.pages);
  const all = bySet.at(-1)!;
  const byKind = kindScopes(bench.pages, (set) => RECENT_SETS.includes(set));
  const whole = bench.measure(SEEDS.map((seed) => [`seed ${seed}`, { seed }]));
  const baselines = baselinesOf(whole, bench);
  yield `## Chance\n\n${seedTable(whole, bySet, bench.measureShipped())}`;

  const families = tryAll(bench, WITHOUT_FAMILIES);
  yield `## Families of features\n\n${changeTable(all, families, baselines)}`;
  const evidence = tryAll(bench, WITHOUT_EVIDENCE);
  yield `## The papers' answers as evidence\n\n${changeTable(all, evidence, baselines)}`;
  const augmentation = tryAll(bench, WITHOUT_AUGMENTATION);
  yield `## Many clothes\n\n${changeTable(all, augmentation, baselines)}`;
  yield `Change of F1 by kind of page:\n\n${scopeTable(byKind, augmentation, ({ f1 }) => f1, baselines.f1)}`;
  yield `Change of *correctly*:\n\n${scopeTable(byKind, augmentation, ({ correctly }) => correctly, baselines.correctly)}`;

  const tried = [...families, ...evidence, ...augmentation];
  const groups = { features: families, evidence, augmentation };
  writeFileSync(join(PICTURES, LEFT_OUT), drawChanges(groups, all, baselines));
  yield `![Change of F1 and of correctly with each part left out](../images/${LEFT_OUT})`;
  yield `## Change of F1 by set\n\n${scopeTable(bySet, tried, ({ f1 }) => f1, baselines.f1)}`;

  const points = learnCurve(bench, whole);
  writeFileSync(join(PICTURES, CURVE), drawCurve(points, [all, ...byKind]));
  yield `## Learning curve\n\n![Word F1 by pages learned from](../images/${CURVE})\n\n${curveTable(points, byKind, all)}`;
}

function baselinesOf(whole: readonly Measured[], { pages }: Bench): Baselines {
  return {
    f1: new Baseline(
      whole.map(({ f1 }) => f1),
      pages,
    ),
    correctly: new Baseline(
      whole.map(({ correctly }) => correctly),
      pages,
    ),
  };
}

function tryAll(bench: Bench, variants: readonly Variant[]): readonly Tried[] {
  const measured = bench.measure(variants.map(({ name, change }) => [`without ${name}`, change]));
  return variants.map((variant, at) => ({ variant, measured: measured[at]! }));
}

/** The whole recipe by each seed, and the shipped model. */
function seedTable(
  whole: readonly Measured[],
  scopes: readonly Scope[],
  shipped: readonly Measured[],
): string {
  const names = [...SEEDS.map((seed) => `seed ${seed}`), "shipped", "shipped, with its verdict"];
  const rows = [...whole, ...shipped].map(({ f1, correctly }, at) => [
    names[at]!,
    ...scopes.map((scope) => formatShare(meanOf(scope, f1))),
    formatShare(meanOf(scopes.at(-1)!, correctly)),
  ]);
  return plainTable(["trees", ...scopes.map(({ name }) => name), "correctly"], rows, 1);
}

function drawChanges(
  groups: Readonly<Record<string, readonly Tried[]>>,
  scope: Scope,
  { f1, correctly }: Baselines,
): string {
  const rows = Object.entries(groups).flatMap(([group, tried]) =>
    tried.map(({ variant, measured }) => ({
      group: `without ${group}:`,
      name: variant.name,
      bars: [f1.compare(scope, measured.f1), correctly.compare(scope, measured.correctly)],
    })),
  );
  const worst = rows.toSorted((a, b) => a.bars[0]!.mean - b.bars[0]!.mean).slice(0, 3);
  return barChart(
    {
      title: "What is lost when a part is left out, on sets not trained on",
      description: `Changes of word F1 and of correctly, means over ${scope.strata.length} sets, with 95 % margins. F1 falls most without ${worst.map(({ name }) => name).join(", without ")}.`,
      panels: ["change of word F1", "change of correctly"],
    },
    rows,
  );
}
