import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extract } from "../../../src/extract.ts";
import { dropOutside } from "../../../src/extractors/fused/drop-outside.ts";
import { dropRepeated } from "../../../src/extractors/fused/drop-repeated.ts";
import { shippedFused } from "../../../src/extractors/fused/index.ts";
import { EXTRACTORS, shippedWitnesses } from "../../../src/extractors/index.ts";
import type { TreeEnsemble } from "../../../src/model/index.ts";
import { type Extraction, reveal, type SiteProfile } from "../../../src/page/index.ts";
import type { AnsweredPage } from "../../../src/site/template/collect-outside.ts";
import { SHIPPED_SETS, writeOldNewsroom } from "../../shipped-recipe.ts";
import { plainTable } from "../plain-table.ts";
import { answerByTrees } from "../trial-answer.ts";
import type { TruePage } from "./instance-sites.ts";
import {
  meanShare,
  openSite,
  othersOf,
  PROFILE_SETS,
  type Rightness,
  readUnseenSites,
  rightnessOf,
  SIZES,
} from "./other-pages.ts";
import { profileOf, RetrainLessons, type WideRows, wideRows } from "./retrain-lessons.ts";
import { SITE_COLUMNS } from "./site-columns.ts";
import type { SiteRun } from "./site-run.ts";

/** How many trees are grown, and one in how many sites is measured. */
const FULL = { trees: 60, step: 1 } as const;
const QUICK = { trees: 10, step: 10 } as const;
/** More pages of a site would outweigh the other sites. */
const MAX_PAGES = 12;

/** What trees are told of the site, the least first. */
const ARMS = [
  { name: "nothing", columns: [] },
  { name: "repeated blocks", columns: [SITE_COLUMNS[0]] },
  { name: "repeated blocks and places", columns: SITE_COLUMNS },
] as const;
/** How a page is answered by trees: not told of its site, told, and told with what fused leaves out afterwards. */
const WAYS = ["no profile", "told", "told, and left out afterwards"] as const;

/** By arm and way, how right the answers are. */
type Answers = readonly (readonly Rightness[][])[];

/** Whether trees that were told of the site while they learned are better than what fused leaves out afterwards. */
export async function measureRetrain({ folder, isQuick, tell }: SiteRun): Promise<string> {
  const { trees, step } = isQuick ? QUICK : FULL;
  const made = mkdtempSync(join(tmpdir(), "galley-retrain-"));
  try {
    const folders = [
      ...(await Promise.all(Object.keys(SHIPPED_SETS).map(folder))),
      await writeOldNewsroom(made),
    ];
    const lessons = await RetrainLessons.read(folders, trees, tell);
    const forests = ARMS.map(({ name, columns }) => {
      tell(`growing trees that are told of: ${name}`);
      return lessons.grow(columns);
    });
    const rows: string[][] = [];
    for (const set of PROFILE_SETS) {
      tell(`retrain: ${set}`);
      const answers = ARMS.map(() => WAYS.map((): Rightness[] => []));
      const sites = await readUnseenSites(await folder(set));
      for (const [at, site] of sites.entries()) {
        if (at % step === 0) await measureSite(openSite(site), forests, answers);
      }
      rows.push(...answers.map((ways, arm) => [set, ARMS[arm]!.name, ...cellsOf(ways)]));
    }
    const columns = [
      "set",
      "trees learned with",
      "answers",
      ...WAYS,
      ...WAYS.map((way) => `correctly, ${way}`),
    ];
    const { articles, told } = lessons.size;
    return `${plainTable(columns, rows, 2)}

The articles of the shipped recipe, ${articles} of them, are learned by ${trees} trees; ${told}, half of those on sites with at least two
others, with a profile of 2 to 20 other pages of their site. Answered are at most ${MAX_PAGES} pages of every site, with profiles of
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
  const judged = new Map(
    pages.map((one): [TruePage, AnsweredPage] => [
      one,
      { page: one.page, answer: EXTRACTORS.fused.extract(one.page, {}) },
    ]),
  );
  const { lexicon } = shippedFused();
  for (const measured of pages.slice(0, MAX_PAGES)) {
    const others = othersOf(measured, pages);
    const rows = wideRows(reveal(measured.page), { lexicon, witnesses: shippedWitnesses() });
    for (const { most, least } of SIZES) {
      if (others.length < least) continue;
      const profile = await profileOf(others.slice(0, most).map((one) => judged.get(one)!));
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
  const page = reveal(measured.page);
  const hints = { siteProfile: profile };
  const alone = answerByTrees(page, trees, rows());
  const told = answerByTrees(page, trees, rows(profile));
  const left = dropOutside(page, dropRepeated(page, told, hints), hints);
  return [alone, told, left].map((extraction) => rightness(measured, extraction));
}

function rightness(measured: TruePage, extraction: Extraction): Rightness {
  const extractor = { id: "fused", needs: [], extract: () => extraction };
  return rightnessOf(measured, extract({ page: measured.page }, { extractor }).text);
}

function cellsOf(ways: readonly (readonly Rightness[])[]): string[] {
  return [
    String(ways[0]!.length),
    ...ways.map((own) => meanShare(own.map(({ f1 }) => f1))),
    ...ways.map((own) => meanShare(own.map(({ correctly }) => correctly))),
  ];
}
