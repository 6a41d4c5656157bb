import type { Judges, Manner, WrapperModel } from "../../extractors/index.ts";
import type { Candidates, PageLesson } from "./lesson.ts";
import { retrainJudge, type TrainedJudge, trainJudge } from "./train-judge.ts";

/** A page and what it teaches in each manner of reading. */
export interface TaughtPage {
  /** Pages of one site are never on both sides of a cross-validation, where there are several sites. */
  readonly site: string;
  readonly lessons: Readonly<Partial<Record<Manner, PageLesson>>>;
}

/** How the judges of one manner came out. */
export interface MannerReport {
  readonly manner: Manner;
  /** Absent for judges that were trained on from a model. */
  readonly body?: Omit<TrainedJudge, "machine">;
  readonly title?: Omit<TrainedJudge, "machine">;
}

/** Judges by manner, and how they came out. */
export interface LearnedJudges {
  readonly judges: Pick<WrapperModel, "soft" | "strict">;
  readonly manners: readonly MannerReport[];
}

/** What judges are learned with. */
export interface LearnOptions {
  readonly random: () => number;
  readonly from?: WrapperModel;
}

/** Cross-validation needs two sides. */
const MIN_PAGES = 2;
const FOLDS = 4;

/** Learns the judges of every manner that enough pages teach; undefined where that is not even the soft one. */
export function learnJudges(
  pages: readonly TaughtPage[],
  { random, from }: LearnOptions,
): LearnedJudges | undefined {
  const folds = drawFolds(pages, random);
  const learn = (manner: Manner) => {
    const old = from?.[manner];
    return old ? relearn(pages, manner, old, random) : learnAnew(pages, manner, folds, random);
  };
  const soft = learn("soft");
  if (soft === undefined) return undefined;
  const strict = learn("strict");
  return {
    judges: { soft: soft.judges, ...(strict && { strict: strict.judges }) },
    manners: [soft.report, ...(strict ? [strict.report] : [])],
  };
}

interface Learned {
  readonly judges: Judges;
  readonly report: MannerReport;
}

function learnAnew(
  pages: readonly TaughtPage[],
  manner: Manner,
  folds: readonly number[],
  random: () => number,
): Learned | undefined {
  const body = learnPart(pages, manner, "body", folds, random);
  const title = learnPart(pages, manner, "title", folds, random);
  if (body === undefined || title === undefined) return undefined;
  const { machine: bodyMachine, ...bodyReport } = body;
  const { machine: titleMachine, ...titleReport } = title;
  return {
    judges: { body: bodyMachine, title: titleMachine },
    report: { manner, body: bodyReport, title: titleReport },
  };
}

function learnPart(
  pages: readonly TaughtPage[],
  manner: Manner,
  part: "body" | "title",
  folds: readonly number[],
  random: () => number,
): TrainedJudge | undefined {
  const taught = candidatesOf(pages, manner, part);
  if (taught.length < MIN_PAGES) return undefined;
  return trainJudge(
    taught.map(({ candidates }) => candidates),
    sidesOf(
      taught.map(({ at }) => at),
      folds,
    ),
    random,
  );
}

/** The fold of each page that teaches something; of few pages, or where all are in one fold, folds would leave a side empty. */
function sidesOf(places: readonly number[], folds: readonly number[]): readonly number[] {
  if (places.length < 2 * FOLDS) return places.map((_, at) => at);
  const drawn = places.map((place) => folds[place]!);
  return new Set(drawn).size > 1 ? drawn : places.map((_, at) => at % FOLDS);
}

function relearn(pages: readonly TaughtPage[], manner: Manner, old: Judges, random: () => number): Learned {
  const again = (part: "body" | "title") => {
    const taught = candidatesOf(pages, manner, part).map(({ candidates }) => candidates);
    return taught.length === 0 ? old[part] : retrainJudge(old[part], taught, random);
  };
  return { judges: { body: again("body"), title: again("title") }, report: { manner } };
}

/** The candidates that pages have for one judge, with the page's place. */
function candidatesOf(
  pages: readonly TaughtPage[],
  manner: Manner,
  part: "body" | "title",
): readonly { readonly at: number; readonly candidates: Candidates }[] {
  return pages.flatMap(({ lessons }, at) => {
    const candidates = lessons[manner]?.[part];
    // A page with one candidate teaches nothing.
    return candidates === undefined || !candidates.isRight.includes(0) ? [] : [{ at, candidates }];
  });
}

/** A fold for every page: by site where there are enough sites, else page by page. */
function drawFolds(pages: readonly TaughtPage[], random: () => number): readonly number[] {
  const sites = [...new Set(pages.map(({ site }) => site))];
  if (sites.length < FOLDS) return pages.map((_, at) => at % FOLDS);
  const drawn = sites.map((site) => ({ site, place: random() })).sort((a, b) => a.place - b.place);
  const foldOf = new Map(drawn.map(({ site }, at) => [site, at % FOLDS]));
  return pages.map(({ site }) => foldOf.get(site)!);
}
