import { formatShare } from "../../src/eval/index.ts";
import { measureArticle } from "../../src/eval/measure.ts";
import { type Extractor, type MssModel, makeMss, PAPER_OPTIONS } from "../../src/extractors/index.ts";
import type { DataPlaces } from "../../src/sets/index.ts";
import { LEARN_DEFAULTS, LEARN_PAPER, type LearnOptions, learnMss } from "../../src/train/index.ts";
import { type Experiment, mean, plainTable, provenanceLines } from "./experiment.ts";
import {
  articleOf,
  type BlockScore,
  describeSets,
  type Example,
  listExamples,
  meanCells,
  RESEARCH_SETS,
  scoreBlock,
  trainApart,
} from "./mss/corpus.ts";
import { type Half, siteTrials } from "./mss/site-trials.ts";

const SECTIONS = ["tables", "sites", "settings"] as const;
/** The parts that can be run on their own. */
export const MSS_SITE_SECTIONS: readonly string[] = SECTIONS;

/** The set with many pages a site, as the paper's Big 5. */
const BIG = "big9";

/** Learning from unlabelled pages: tables 7 and 8 of the MSS paper, and the gain on a user's site. */
export const mssSite: Experiment = async function* ({ places, provenance, only }) {
  const asked = SECTIONS.filter((section) => only === undefined || section === only);
  if (asked.includes("tables")) {
    const examples = await listExamples(places, [BIG]);
    yield provenanceLines(provenance, describeSets(examples));
    yield* tables(examples, await trainWithoutBig(places, examples));
  }
  const halves: Half[] = [];
  if (asked.includes("settings")) halves.push("chosen");
  if (asked.includes("sites")) halves.push("reported");
  if (halves.length > 0) yield* siteTrials(places, provenance, halves);
};

function trainWithoutBig(places: DataPlaces, examples: readonly Example[]): Promise<MssModel> {
  return trainApart(places, RESEARCH_SETS, new Set(examples.map(({ domain }) => domain)));
}

/** One way to find the articles of all sources: an extractor for each. */
interface Way {
  readonly name: string;
  extractorOf(example: Example): Extractor;
}

/** Tables 7 and 8: every source of a set after the same supervision. */
async function* tables(examples: readonly Example[], from: MssModel): AsyncGenerator<string> {
  const ways: Way[] = [
    oneFor(
      "supervised, as the paper",
      makeMss("mss", () => from, PAPER_OPTIONS),
    ),
    pooled("semi-supervised, as the paper", examples, { ...LEARN_PAPER, from }),
    alone("the same, each source alone", examples, { ...LEARN_PAPER, from }),
    pooled("the same, pooled, importance off", examples, { ...LEARN_PAPER, constant: 0, from }),
    oneFor(
      "supervised",
      makeMss("mss", () => from),
    ),
    alone("semi-supervised, each source alone", examples, { ...LEARN_DEFAULTS, from }),
    pooled("semi-supervised, pooled", examples, { ...LEARN_DEFAULTS, from }),
  ];
  const measured = ways.map((way) => ({ name: way.name, scores: examples.map((own) => measure(way, own)) }));
  yield `## Tables 7 and 8\n\n${summaryTable(measured)}`;
  for (const against of ["short", "best"] as const) {
    yield `F1 by source, against ${against} extractions:\n\n${sourceTable(measured, against)}`;
  }
}

interface Measured extends BlockScore {
  /** Whether the finished article is right by ECON's measure, 0 or 1. */
  readonly correctly: number;
}

interface MeasuredWay {
  readonly name: string;
  readonly scores: readonly Measured[];
}

function measure(way: Way, example: Example): Measured {
  const extractor = way.extractorOf(example);
  const { correctly = 0 } = measureArticle(example.label.truth, articleOf(example, extractor));
  return { ...scoreBlock(way.name, extractor, example), correctly };
}

function oneFor(name: string, extractor: Extractor): Way {
  return { name, extractorOf: () => extractor };
}

type Settings = LearnOptions & { readonly from: MssModel };

/** All sources learned together, a share of each, as the paper does. */
function pooled(name: string, examples: readonly Example[], settings: Settings): Way {
  const pages = examples.map(({ page }) => page);
  return oneFor(name, learnMss(pages, { ...settings, sourceOf: (_, at) => sourceOf(examples[at]!) }));
}

function alone(name: string, examples: readonly Example[], settings: Settings): Way {
  const made = new Map(
    [...Map.groupBy(examples, sourceOf)].map(([source, own]) => {
      const pages = own.map(({ page }) => page);
      return [source, learnMss(pages, settings)] as const;
    }),
  );
  return { name, extractorOf: (example) => made.get(sourceOf(example))! };
}

/** A site of one time. */
function sourceOf({ label }: Example): string {
  return [label.site, label.era ?? ""].join(" ");
}

function summaryTable(measured: readonly MeasuredWay[]): string {
  const rows = measured.map(({ name, scores }) => [
    name,
    ...meanCells(scores.map(({ short }) => short)),
    ...meanCells(scores.map(({ best }) => best)),
    `${(100 * mean(scores.map(({ correctly }) => correctly))).toFixed(1)} %`,
  ]);
  const paper = ["the paper: Big 5", "98.6 %", "97.2 %", "97.6 %", "99.3 %", "97.1 %", "97.9 %", ""];
  return plainTable(["method", "P short", "R", "F1", "P best", "R", "F1", "correctly"], [...rows, paper], 1);
}

function sourceTable(measured: readonly MeasuredWay[], against: "short" | "best"): string {
  const sites = [...new Set(measured[0]!.scores.map(({ site }) => site))].toSorted();
  const rows = sites.map((site) => [
    site,
    ...measured.map(({ scores }) => {
      const own = scores.filter((score) => score.site === site).map((score) => score[against].f1);
      return formatShare(mean(own));
    }),
  ]);
  return plainTable(["source", ...measured.map(({ name }) => name)], rows, 1);
}
