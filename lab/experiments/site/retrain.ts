import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHIPPED_SETS, writeOldNewsroom } from "../../../scripts/shipped-recipe.ts";
import { dropOutside, dropRepeated } from "../../../src/extractors/fused/leave-out.ts";
import { shippedBaseLearners, shippedFused } from "../../../src/extractors/index.ts";
import type { TreeEnsemble } from "../../../src/model/index.ts";
import type { SiteProfile } from "../../../src/page/index.ts";
import { plainTable } from "../experiment.ts";
import { answerByTrees } from "../fused/layout-trial.ts";
import {
  answerAlone,
  MAX_MEASURED,
  meanShare,
  othersOf,
  PROFILE_SETS,
  profileOf,
  type Rightness,
  readProfiledSites,
  rightnessOf,
  SIZES,
} from "./profile.ts";
import { RetrainExamples, SITE_COLUMNS, type WideRows, wideRows } from "./retrain-examples.ts";
import type { SiteRun, TruePage } from "./site-run.ts";

/** How many trees are grown, and how many where the section is only tried out. */
const TREES = 60;
const QUICK_TREES = 10;

/** What trees see of the site, the least first. */
const ARMS = [
  { name: "nothing", columns: [] },
  { name: "repeated blocks", columns: [SITE_COLUMNS[0]] },
  { name: "repeated blocks and places", columns: SITE_COLUMNS },
] as const;
/** How trees answer a page: without its site, with it, and with it and the corrections of fused. */
const WAYS = ["no profile", "told", "told, and left out afterwards"] as const;

/** The scores of answers, by arm and way. */
type Answers = readonly (readonly Rightness[][])[];

/** Whether trees that saw the site in training are better than the corrections of fused. */
export async function measureRetrain(run: SiteRun): Promise<string> {
  const { folder, tell } = run;
  const trees = run.isQuick ? QUICK_TREES : TREES;
  const made = mkdtempSync(join(tmpdir(), "galley-retrain-"));
  try {
    const folders = [
      ...(await Promise.all(Object.keys(SHIPPED_SETS).map(folder))),
      await writeOldNewsroom(made),
    ];
    const examples = await RetrainExamples.read(folders, trees, tell);
    const forests = ARMS.map(({ name, columns }) => {
      tell(`growing trees that are told of: ${name}`);
      return examples.grow(columns);
    });
    const rows: string[][] = [];
    for (const set of PROFILE_SETS) {
      tell(`retrain: ${set}`);
      const answers = ARMS.map(() => WAYS.map((): Rightness[] => []));
      for await (const { pages } of readProfiledSites(run, set)) await measureSite(pages, forests, answers);
      rows.push(...answers.map((ways, arm) => [set, ARMS[arm]!.name, ...cellsOf(ways)]));
    }
    const columns = [
      "set",
      "trees learned with",
      "answers",
      ...WAYS,
      ...WAYS.map((way) => `correctly, ${way}`),
    ];
    const { articles, profiled } = examples.size;
    return `${plainTable(columns, rows, 2)}

The articles of the shipped recipe, ${articles} of them, are learned by ${trees} trees; ${profiled}, half of those on sites with at least two
others, with a profile of 2 to 20 other pages of their site. Answered are at most ${MAX_MEASURED} pages of every site, with profiles of
${SIZES.map(({ name }) => name).join(", ")} other pages; all answers of a set are in one row. The first row of a set is
what fused does today, with fewer trees and without what it does for pages that are no plain articles.`;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

async function measureSite(
  pages: readonly TruePage[],
  forests: readonly TreeEnsemble[],
  answers: Answers,
): Promise<void> {
  const answered = answerAlone(pages);
  const { lexicon } = shippedFused();
  for (const measured of answered.slice(0, MAX_MEASURED)) {
    const others = othersOf(measured, answered);
    const rows = wideRows(measured.page.revealed, { lexicon, baseLearners: shippedBaseLearners() });
    for (const { most, least } of SIZES) {
      if (others.length < least) continue;
      const profile = await profileOf(others.slice(0, most));
      for (const [arm, trees] of forests.entries()) {
        const ways = answerWays(measured, rows, { trees, profile });
        for (const [way, right] of ways.entries()) answers[arm]![way]!.push(right);
      }
    }
  }
}

function answerWays(
  measured: TruePage,
  rows: WideRows,
  { trees, profile }: { readonly trees: TreeEnsemble; readonly profile: SiteProfile },
): readonly Rightness[] {
  const page = measured.page.revealed;
  const hints = { siteProfile: profile };
  const alone = answerByTrees(page, trees, rows());
  const profiled = answerByTrees(page, trees, rows(profile));
  const left = dropOutside(page, dropRepeated(page, profiled, hints), hints);
  return [alone, profiled, left].map((answer) => rightnessOf(measured, answer));
}

function cellsOf(ways: readonly (readonly Rightness[])[]): string[] {
  return [
    String(ways[0]!.length),
    ...ways.map((own) => meanShare(own.map(({ f1 }) => f1))),
    ...ways.map((own) => meanShare(own.map(({ correctly }) => correctly))),
  ];
}
