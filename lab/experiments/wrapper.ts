import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "../../src/browser/index.ts";
import { formatShare } from "../../src/eval/index.ts";
import { scorePage } from "../../src/eval/score-page.ts";
import { EXTRACTORS } from "../../src/extractors/index.ts";
import { type DataPlaces, domainOf, findSet, readSet } from "../../src/sets/index.ts";
import { pageTypeOf } from "../../src/train/index.ts";
import { LOOKS } from "../../test/newsroom/index.ts";
import { type Experiment, type ExperimentContext, plainTable, provenanceLines } from "./experiment.ts";
import { calibrationTable, type JudgedPage } from "./verdict.ts";
import { estimatePages, readSites, renderPages, type SourceSet, writeNewsroom } from "./wrapper/sources.ts";
import { accuracyOf, type Outcome, percent, Study, StudyPage, type StudySet } from "./wrapper/study.ts";
import {
  drawSizes,
  eraTable,
  featureTable,
  methodTable,
  ruleTable,
  type StudyRun,
  screenTable,
  testSiteTable,
  trainingSiteTable,
} from "./wrapper/tables.ts";

/** How much is read: sites, pages of a site, and of those the ones that wrappers are learned from. */
const WHOLE = {
  big9: { sites: 9, pages: 30, sizes: [10, 20], testFrom: 0 },
  newsroom: { sites: LOOKS.length, pages: 80, sizes: [10, 20, 40], testFrom: 40 },
  hard: { sites: LOOKS.length, pages: 10 },
  unseen: { pages: 400 },
} as const;
const QUICK = {
  big9: { sites: 2, pages: 9, sizes: [9], testFrom: 0 },
  newsroom: { sites: 3, pages: 8, sizes: [6], testFrom: 6 },
  hard: { sites: 3, pages: 2 },
  unseen: { pages: 5 },
} as const;
const CHART = join("docs", "images", "wrapper-pages.svg");
const HEADS = ["layout", "pages", "title", "body", "news", "F1", "oracle"];
const LAYOUTS = ["Chromium", "estimate"] as const;

type Layout = (typeof LAYOUTS)[number];

/** The wrapper paper's experiments: wrappers of one site on all others, by a browser's layout and by the estimated one. */
export const wrapper: Experiment = async function* (context) {
  const folder = mkdtempSync(join(tmpdir(), "galley-wrapper-"));
  const browser = await openBrowser({ pages: 2 });
  try {
    yield* runAll(context, folder, async (layout, { summary, pages }) => {
      tell(`${summary.name}, ${layout}: ${pages.length} pages`);
      if (layout === "estimate") return estimatePages(pages);
      return renderPages(pages, browser, (count) => {
        if (count % 100 === 0) tell(`${count} rendered`);
      });
    });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

type LayOut = (layout: Layout, source: SourceSet) => Promise<StudySet["pages"]>;

async function* runAll(
  { places, provenance, isQuick }: ExperimentContext,
  folder: string,
  layOut: LayOut,
): AsyncIterable<string> {
  const amount = isQuick ? QUICK : WHOLE;
  const big9 = await readSites(await findSet("big9", places), amount.big9);
  const newsroom = await writeNewsroom(folder, { ...amount.newsroom, isHard: false });
  const hard = await writeNewsroom(folder, { ...amount.hard, isHard: true });
  yield provenanceLines(provenance, [big9.summary, newsroom.summary, hard.summary]);

  const big9Runs: Ran[] = [];
  const newsroomRuns: Ran[] = [];
  const hardRows: string[][] = [];
  for (const layout of LAYOUTS) {
    const { sizes, testFrom } = amount.big9;
    const pages = await layOut(layout, big9);
    big9Runs.push(run({ name: "big9", layout, manner: "soft", pages, sizes, testFrom }));
  }
  yield `## Table 2 on \`big9\`\n\n${trainingSiteTable(big9Runs)}`;
  yield `## Table 5 on \`big9\`\n\n${testSiteTable(big9Runs)}`;
  // A quick run has too few pages of an era to learn from.
  if (!isQuick) yield* eraParts(big9Runs);
  for (const layout of LAYOUTS) {
    const { sizes, testFrom } = amount.newsroom;
    const pages = await layOut(layout, newsroom);
    const ran = run({ name: "newsroom", layout, manner: "strict", pages, sizes, testFrom });
    newsroomRuns.push(ran);
    hardRows.push(hardRow(ran.study, await layOut(layout, hard)));
  }
  yield `## Table 2 on the newsroom\n\n${trainingSiteTable(newsroomRuns)}`;
  yield `## Table 5 on the newsroom\n\n${testSiteTable(newsroomRuns)}`;
  yield `## Hard cases\n\n${plainTable(HEADS, hardRows, 1)}`;

  tell("first screens");
  yield `## First screens\n\n${screenTable(newsroomRuns.map(({ set }) => set))}`;

  const runs = [...big9Runs, ...newsroomRuns];
  yield `## Rules\n\n${ruleTable(runs.map(({ set }) => set))}`;
  // A quick run has one size a set, which is no curve.
  if (!isQuick) writeFileSync(CHART, drawSizes(runs));
  tell("features");
  yield `## Table 3: titles by a part of the features\n\n${featureTable("title", runs)}`;
  yield `## Table 4: bodies by a part of the features\n\n${featureTable("body", runs)}`;
  tell("methods");
  yield `## Other methods\n\n${methodTable(runs.map(({ study }) => study))}`;
  tell("confidence");
  yield `## Confidence\n\n${await confidenceTable(places, amount.unseen.pages)}`;
}

interface Ran extends StudyRun {
  readonly study: Study;
}

function run(set: StudySet): Ran {
  const study = new Study(set);
  const trials = set.sizes.flatMap((size) => {
    tell(`wrappers of ${size} pages`);
    return study.run(size);
  });
  return { set, study, trials };
}

function* eraParts(runs: readonly Ran[]): Iterable<string> {
  for (const { set, study } of runs) yield `## Eras, ${set.layout}\n\n${eraTable(study)}`;
}

/** How the wrappers of all other looks do on pages with hard cases. */
function hardRow(study: Study, pages: StudySet["pages"]): string[] {
  const { set } = study;
  const hard = pages.map((page) => new StudyPage(page, { manner: set.manner }));
  const outcomes = [...study.sites.keys()].flatMap((look) => {
    const judges = study.learn(look, set.sizes.at(-1)!);
    return hard.filter(({ laidOut }) => laidOut.site !== look).map((page) => page.try(judges));
  });
  return accuracyRow(set, hard.length, outcomes);
}

function accuracyRow({ layout }: StudySet, pages: number, outcomes: readonly Outcome[]): string[] {
  const { title, body, news, f1, oracle } = accuracyOf(outcomes);
  return [layout, String(pages), ...[title, body, news].map(percent), formatShare(f1), formatShare(oracle)];
}

function tell(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Sets with bodies of sites that nothing was trained on, real pages all. */
const SETS = ["big9", "l3s-gn1-a", "daniel-en-zh-pl", "multi2023-en-fr-de-zh", "czech-sites", "evan2021"];
const SETTINGS = { titleHint: "none", nodes: false, texts: false } as const;

/** What confidence the shipped wrapper stated on unseen pages by the estimated layout, and how often it was right. */
async function confidenceTable(places: DataPlaces, maxPages: number): Promise<string> {
  const seen = new Set(EXTRACTORS.wrapper.trainedOn?.());
  const judged: JudgedPage[] = [];
  for (const set of SETS) {
    let count = 0;
    for await (const labelled of readSet(await findSet(set, places))) {
      const { label } = labelled;
      if (seen.has(domainOf(label) ?? "") || (label.truth.body ?? "").trim() === "") continue;
      if (count++ >= maxPages) break;
      for (const { verdict, metrics } of scorePage(labelled, [EXTRACTORS.wrapper], SETTINGS)) {
        if (verdict === undefined || metrics.correctly === undefined) continue;
        judged.push({ set, pageType: pageTypeOf(label), isCorrect: metrics.correctly === 1, verdict });
      }
    }
  }
  return calibrationTable(judged);
}
