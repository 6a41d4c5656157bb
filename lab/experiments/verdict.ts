import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  SHIPPED_FUSED,
  SHIPPED_KINDS,
  SHIPPED_SETS,
  writeOldNewsroom,
} from "../../scripts/shipped-recipe.ts";
import type { PageType } from "../../src/article/index.ts";
import {
  areaUnderCurve,
  calibrationError,
  type Forecast,
  formatShare,
  type PageScore,
  reliability,
} from "../../src/eval/index.ts";
import { scorePage } from "../../src/eval/score-page.ts";
import {
  EXTRACTORS,
  type Extractor,
  makeFused,
  shippedAttention,
  shippedBaseLearners,
} from "../../src/extractors/index.ts";
import type { Verdict } from "../../src/page/index.ts";
import { domainOf, findSets, hashPage, type Label, readSet } from "../../src/sets/index.ts";
import { seededRandom } from "../../src/text/index.ts";
import { pageTypeOf, type TrainedFused, trainFused } from "../../src/train/index.ts";
import { type Experiment, type PagesRead, plainTable, provenanceLines } from "./experiment.ts";

/** Sets of unseen sites with page types, and with bodies. */
const UNSEEN_SETS = [
  "sites2020",
  "l3s-gn1-a",
  "big9",
  "daniel-en-zh-pl",
  "multi2023-en-fr-de-zh",
  "czech-sites",
  "evan2021",
  "frontpages-de",
];
const SETTINGS = { titleHint: "none", nodes: false, texts: false } as const;

/** The sections of the experiment: the shipped model on unseen sets takes minutes, cross-validation half an hour. */
export const VERDICT_SECTIONS: readonly string[] = ["unseen"];

/** How well the verdict tells kinds of pages apart and knows its own errors: by cross-validation, and on unseen sets. */
export const verdict: Experiment = async function* ({ places, provenance, only }) {
  const own = only === "unseen" ? [] : await findSets(Object.keys(SHIPPED_SETS), places);
  const trained =
    only === "unseen"
      ? undefined
      : await train([...own, ...(await findSets(Object.keys(SHIPPED_KINDS), places))]);
  // With the network, as in `fused`: the verdict is of the whole answer.
  const whole = trained
    ? makeFused(() => trained.model, shippedBaseLearners(), { network: shippedAttention })
    : EXTRACTORS.fused;
  const seen = new Set(whole.trainedOn?.());
  const sets: PagesRead[] = [];
  const judged = [
    ...(await judgeSets(own, (label) => trained && fairExtractor(trained, label), sets)),
    ...(await judgeSets(
      await findSets(UNSEEN_SETS, places),
      (label) => (seen.has(domainOf(label) ?? "") ? undefined : whole),
      sets,
    )),
  ];
  yield provenanceLines(provenance, sets);
  yield `### Articles and other pages\n\n${separationTable(judged)}`;
  yield `### Kinds of pages\n\n${kindsTable(judged)}`;
  yield `### Confidence\n\n${calibrationTable(judged)}`;
  yield `### Reliability\n\n${reliabilityTable(judged)}`;
  yield `### The warning LOW_CONFIDENCE\n\n${warningTable(judged)}`;
};

/** Trains as the shipped model is trained. */
async function train(folders: readonly string[]): Promise<TrainedFused> {
  const made = mkdtempSync(join(tmpdir(), "galley-verdict-"));
  try {
    const onStep = (step: string) => process.stderr.write(`${step}\n`);
    return await trainFused([...folders, await writeOldNewsroom(made)], { ...SHIPPED_FUSED, onStep });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

async function judgeSets(
  folders: readonly string[],
  extractorFor: (label: Label) => Extractor | undefined,
  sets: PagesRead[],
): Promise<JudgedPage[]> {
  const judged: JudgedPage[] = [];
  for (const folder of folders) {
    const hash = createHash("sha256");
    let pages = 0;
    for await (const labelled of readSet(folder)) {
      const extractor = extractorFor(labelled.label);
      if (extractor === undefined) continue;
      hash.update(hashPage(labelled.label, labelled.html));
      pages++;
      for (const score of scorePage(labelled, [extractor], SETTINGS)) {
        judged.push(...judgedPage(score, labelled.label));
      }
    }
    sets.push({ name: basename(folder), pages, hash: hash.digest("hex") });
    process.stderr.write(`${basename(folder)}: ${pages} pages\n`);
  }
  return judged;
}

/** The extractor as if a page's site were not among its training sites. */
function fairExtractor({ model, partsFor, verdictFor }: TrainedFused, label: Label): Extractor {
  const { baseLearners, ...parts } = partsFor(label);
  const verdict = verdictFor(label);
  const { training } = model;
  return makeFused(() => ({ training, ...parts, ...(verdict && { verdict }) }), baseLearners);
}

/** A page with its verdict; one without a body has no right answer. */
function judgedPage({ verdict, metrics }: PageScore, label: Label): JudgedPage[] {
  if (verdict === undefined) return [];
  const hasBody = (label.truth.body ?? "").trim() !== "" && metrics.correctly !== undefined;
  const isCorrect = hasBody ? metrics.correctly === 1 : null;
  return [{ set: label.set, pageType: pageTypeOf(label), isCorrect, verdict }];
}

/** A page with its truth and the verdict on it. */
interface JudgedPage {
  readonly set: string;
  readonly pageType: PageType | null;
  /** Whether precision and recall were at least .95; null where no body is known. */
  readonly isCorrect: boolean | null;
  readonly verdict: Verdict;
}

const VALIDATED = Object.keys(SHIPPED_SETS);
const THRESHOLDS = [0.1, 0.2, 0.3, 0.4, 0.5];

/** How well `isArticle` tells articles from other pages. */
function separationTable(pages: readonly JudgedPage[]): string {
  const rows = [["wcxb-dev"], ["sites2020"], ["wcxb-dev", "sites2020"]].flatMap((sets) => {
    if (!sets.every((set) => pages.some((page) => page.set === set))) return [];
    const own = pages.filter(({ set, pageType }) => sets.includes(set) && pageType !== null);
    const forecasts = own.map(({ pageType, verdict }) => ({
      chance: verdict.isArticle,
      isTrue: pageType === "article",
    }));
    return [
      [
        sets.join(" + "),
        `${own.length}`,
        share(areaUnderCurve(forecasts)),
        share(calibrationError(forecasts)),
      ],
    ];
  });
  return plainTable(["set", "pages", "AUC", "calibration error"], rows, 1);
}

/** How often a page's kind was right, and which kinds it was taken for. */
function kindsTable(pages: readonly JudgedPage[]): string {
  const typed = pages.filter(({ pageType }) => pageType !== null);
  const groups = Map.groupBy(typed, ({ set, pageType }) => `${set} ${pageType}`);
  const rows = [...groups.values()].map((own) => {
    const wrong = own.filter(({ pageType, verdict }) => verdict.pageType !== pageType);
    const taken = [...Map.groupBy(wrong, ({ verdict }) => verdict.pageType)]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, 3)
      .map(([type, those]) => `${type} ${those.length}`);
    const [{ set, pageType }] = own as [JudgedPage];
    const right = formatShare(1 - wrong.length / own.length);
    return [set, pageType ?? "", taken.join(", "), `${own.length}`, right];
  });
  return plainTable(["set", "kind", "else taken for", "pages", "right"], rows, 3);
}

/** The confidence stated and how often the answer was right, by set. */
function calibrationTable(pages: readonly JudgedPage[]): string {
  const row = (name: string, own: readonly JudgedPage[]) => {
    const forecasts = forecastsOf(own);
    if (forecasts.length === 0) return [];
    const stated = forecasts.reduce((sum, { chance }) => sum + chance, 0) / forecasts.length;
    const right = forecasts.filter(({ isTrue }) => isTrue).length / forecasts.length;
    const error = share(calibrationError(forecasts));
    const byChance = formatShare(errorByChance(forecasts));
    const levels = [formatShare(stated), formatShare(right), error, byChance];
    return [[name, `${forecasts.length}`, ...levels, share(areaUnderCurve(forecasts))]];
  };
  const sets = [...Map.groupBy(pages, ({ set }) => set)].flatMap(([name, own]) => row(name, own));
  const [validated, unseen] = halves(pages);
  const rows = [...sets, ...row("**validated**", validated), ...row("**unseen**", unseen)];
  return plainTable(["set", "pages", "stated", "right", "calibration error", "by chance", "AUC"], rows, 1);
}

const DRAWS = 200;
const SEED = 1;

/** The calibration error that forecasts would show if every chance were exactly right: it falls with the number of pages, never to 0. */
export function errorByChance(forecasts: readonly Forecast[]): number {
  const random = seededRandom(SEED);
  let sum = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const drawn = forecasts.map(({ chance }) => ({ chance, isTrue: random() < chance }));
    sum += calibrationError(drawn) ?? 0;
  }
  return sum / DRAWS;
}

/** The reliability diagram as a table. */
function reliabilityTable(pages: readonly JudgedPage[]): string {
  const [validated, unseen] = halves(pages).map((half) => reliability(forecastsOf(half)));
  const cells = (bins: typeof validated, from: number) => {
    const bin = bins?.find((one) => one.from === from);
    return bin === undefined
      ? ["0", "", ""]
      : [`${bin.count}`, formatShare(bin.chance), formatShare(bin.share)];
  };
  const rows = Array.from({ length: 10 }, (_, at) => [
    `${formatShare(at / 10)} to ${formatShare((at + 1) / 10)}`,
    ...cells(validated, at / 10),
    ...cells(unseen, at / 10),
  ]);
  const columns = ["confidence", "validated", "stated", "right", "unseen", "stated", "right"];
  return plainTable(columns, rows, 1);
}

/** The share of pages that a warning below each confidence would mark. */
function warningTable(pages: readonly JudgedPage[]): string {
  const halved = halves(pages).map(forecastsOf);
  const rows = THRESHOLDS.map((threshold) => [
    formatShare(threshold),
    ...halved.flatMap((forecasts) => {
      const low = forecasts.filter(({ chance }) => chance < threshold);
      const high = forecasts.filter(({ chance }) => chance >= threshold);
      if (forecasts.length === 0) return ["", "", ""];
      return [formatShare(low.length / forecasts.length), shareRight(low), shareRight(high)];
    }),
  ]);
  const columns = ["below", "validated: warned", "right of these", "right of others"];
  return plainTable([...columns, "unseen: warned", "right of these", "right of others"], rows, 1);
}

function shareRight(forecasts: readonly Forecast[]): string {
  if (forecasts.length === 0) return "";
  return formatShare(forecasts.filter(({ isTrue }) => isTrue).length / forecasts.length);
}

/** Real pages of the training sets, judged by cross-validation, and those of unseen sets. */
function halves(pages: readonly JudgedPage[]): [readonly JudgedPage[], readonly JudgedPage[]] {
  const isValidated = ({ set }: JudgedPage) => VALIDATED.includes(set);
  return [pages.filter(isValidated), pages.filter((page) => !isValidated(page))];
}

function forecastsOf(pages: readonly JudgedPage[]): readonly Forecast[] {
  return pages.flatMap(({ isCorrect, verdict }) =>
    isCorrect === null ? [] : [{ chance: verdict.confidence, isTrue: isCorrect }],
  );
}

function share(value: number | null): string {
  return value === null ? "" : formatShare(value);
}
