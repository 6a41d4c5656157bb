import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatShare } from "../../src/eval/index.ts";
import { EVIDENCE_FEATURES, NAME_FEATURES } from "../../src/extractors/fused/rows.ts";
import { shippedFused } from "../../src/extractors/index.ts";
import { BLOCK_FEATURES } from "../../src/page/index.ts";
import type { Label } from "../../src/sets/index.ts";
import { barChart, type Curve, curveChart } from "./charts.ts";
import { type Experiment, mean, plainTable, provenanceLines } from "./experiment.ts";
import { Bench, DRAWS, drawSites, type Measured, readUnseen, SIZES, summarisePages } from "./fused/bench.ts";
import {
  Baseline,
  type Baselines,
  changeTable,
  kindScopes,
  meanOf,
  type Scope,
  SEEDS,
  scopeTable,
  setScopes,
  type Tried,
  type Variant,
  WITHOUT_AUGMENTATION,
  WITHOUT_EVIDENCE,
  WITHOUT_FAMILIES,
} from "./fused/effects.ts";
import { madeUpSection, writeKinds } from "./fused/made-up.ts";
import { networkSection } from "./fused/network.ts";

/** Parts that can be run alone. */
export const FUSED_SECTIONS: readonly string[] = ["network", "made-up", "cheap"];

const QUICK_STEP = 20;
const PICTURES = join("docs", "images");
const LEFT_OUT = "fused-left-out.svg";
const CURVE = "fused-pages.svg";
const RECENT_SETS: readonly string[] = ["multi2023-en-fr-de-zh", "evan2021"];

/** The effect of each part of the learned extractor, and how many pages it needs, on held-out sets. */
export const fused: Experiment = async function* ({ places, provenance, isQuick, only }) {
  if (only === "network") {
    const pages = await readUnseen(places, shippedFused(), isQuick ? QUICK_STEP : 1);
    yield provenanceLines(provenance, summarisePages(pages));
    yield networkSection(pages);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "galley-fused-"));
  try {
    const isMadeUp = only === "made-up";
    const bench = await Bench.open({ places, folder, isQuick, ...(isMadeUp && { writeMore: writeKinds }) });
    yield provenanceLines(provenance, summarisePages(bench.pages));
    if (isMadeUp) {
      yield madeUpSection(bench);
      return;
    }
    if (only === "cheap") {
      yield cheapSection(bench);
      return;
    }
    yield networkSection(bench.pages);
    yield* runAll(bench);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Features that trees could do without, the most expensive first; each variant also leaves out those of the variants before it. */
const CHEAPER: readonly (readonly [name: string, isOf: (feature: string) => boolean])[] = [
  ["answers of base learners", (feature) => EVIDENCE_FEATURES.includes(feature)],
  ["class names", (feature) => NAME_FEATURES.includes(feature)],
  ["title and stated data", (feature) => isOfFamily(feature, "title", "stated")],
  ["paths and repeats", (feature) => isOfFamily(feature, "paths", "repeats")],
  ["ancestors and window", (feature) => isOfFamily(feature, "ancestors", "window")],
];

function isOfFamily(feature: string, ...families: readonly string[]): boolean {
  return BLOCK_FEATURES.some(({ name, family }) => name === feature && families.includes(family));
}

/** Trees with fewer and fewer features: the losses of a cheaper extractor, by set. */
function cheapSection(bench: Bench): string {
  const scopes = setScopes(bench.pages);
  const changes = CHEAPER.map(([name], at) => {
    const without = (feature: string) => CHEAPER.slice(0, at + 1).some(([, isOf]) => isOf(feature));
    return [`and ${name}`, { without }] as const;
  });
  const measured = bench.measure([["nothing", {}], ...changes]);
  const rows = measured.map(({ f1, correctly }, at) => [
    at === 0 ? "nothing" : changes[at - 1]![0],
    ...scopes.map((scope) => formatShare(meanOf(scope, f1))),
    formatShare(meanOf(scopes.at(-1)!, correctly)),
  ]);
  return plainTable(["without", ...scopes.map(({ name }) => name), "correctly"], rows, 1);
}

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
  yield `## Augmentation\n\n${changeTable(all, augmentation, baselines)}`;
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

/** Trees that were grown from a number of pages, one run for each draw. */
interface CurvePoint {
  readonly pages: number;
  readonly runs: readonly Measured[];
}

/** Trees of more and more pages; `whole` are those of all pages. */
function learnCurve(bench: Bench, whole: readonly Measured[]): readonly CurvePoint[] {
  const counts: number[] = [];
  let all = 0;
  const changes = SIZES.flatMap((size) =>
    DRAWS.map((draw) => {
      const drawn = drawSites(bench.sites, size, draw);
      const index = counts.push(0) - 1;
      const choose = (_: Label, site: string) => {
        const isDrawn = drawn.has(site);
        if (index === 0) all++;
        if (isDrawn) counts[index]!++;
        return isDrawn;
      };
      return [`${size} pages, draw ${draw}`, { choose }] as const;
    }),
  );
  const measured = bench.measure(changes);
  const points = SIZES.map((_, at) => {
    const own = <Value>(values: readonly Value[]) => values.slice(at * DRAWS.length, (at + 1) * DRAWS.length);
    return { pages: Math.round(mean(own(counts))), runs: own(measured) };
  });
  return [...points, { pages: all, runs: whole }];
}

/** The curve as a table: means over the draws, of the largest sample over seeds, and the spread. */
function curveTable(points: readonly CurvePoint[], scopes: readonly Scope[], main: Scope): string {
  const rows = points.map(({ pages, runs }) => {
    const overall = runs.map(({ f1 }) => meanOf(main, f1));
    return [
      String(pages),
      formatShare(mean(overall)),
      `${formatShare(Math.min(...overall))}-${formatShare(Math.max(...overall))}`,
      formatShare(mean(runs.map(({ correctly }) => meanOf(main, correctly)))),
      ...scopes.map((scope) => formatShare(mean(runs.map(({ f1 }) => meanOf(scope, f1))))),
    ];
  });
  const columns = ["pages", "F1", "of the runs", "correctly", ...scopes.map(({ name }) => `F1, ${name}`)];
  return plainTable(columns, rows, 0);
}

/** The curve as a picture. */
function drawCurve(points: readonly CurvePoint[], scopes: readonly Scope[]): string {
  const curves: Curve[] = scopes.map((scope) => ({
    name: scope.name === "mean" ? "mean of the sets" : scope.name,
    points: points.map(({ pages, runs }) => ({ x: pages, ys: runs.map(({ f1 }) => meanOf(scope, f1)) })),
  }));
  const ends = curves.map(({ name, points: own }) => {
    const [first, last] = [own[0]!, own.at(-1)!].map(({ ys }) => formatShare(mean(ys)));
    return `${name} from ${first} to ${last}`;
  });
  return curveChart(
    {
      title: "Word F1 on sets not trained on, by pages learned from",
      description: `Lines over ${points.map(({ pages }) => pages).join(", ")} pages: ${ends.join("; ")}. A dot is one draw of sites.`,
      x: "pages that the trees are grown from (log scale)",
      y: "word F1",
    },
    curves,
  );
}
