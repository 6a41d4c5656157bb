import { basename } from "node:path";
import { extract, parsePage } from "../../../default-extract.ts";
import { asNewsError, NewsError } from "../../../errors/index.ts";
import { estimate, measureArticle } from "../../../eval/index.ts";
import {
  EXTRACTORS,
  type Extractor,
  extractorFromModel,
  packSiteModel,
  packWrapperModel,
} from "../../../extractors/index.ts";
import type { Page } from "../../../page/index.ts";
import { domainOf, hashPage, hasTruth, type Label, loadPage, readLabels } from "../../../sets/index.ts";
import {
  learnSiteModel,
  learnTemplate,
  makeWrapperCard,
  packTemplateModel,
  TRAIN_WRAPPER_DEFAULTS,
  trainWrapper,
} from "../../../train/index.ts";
import type { Interval, TrainResult } from "../contract.ts";

/** A file that a job leaves behind. */
export interface JobFile {
  readonly name: string;
  readonly text: string;
}

/** A progress report of a job. */
export interface JobTold {
  readonly step: string;
  /** From 0 to 1; null where it cannot be known. */
  readonly progress: number | null;
}

/** The inputs of a job. */
export interface JobWork {
  readonly tell: (told: JobTold) => void;
}

type Method = TrainResult["methods"][number];
type MethodId = Method["method"];

/** A labelled page, opened once for all methods. */
interface OpenedLabel {
  readonly label: Label;
  readonly html: Uint8Array | string;
  readonly page: Page;
}

interface Taught {
  readonly packed: unknown;
  readonly card: string;
}

/** With fewer labelled pages, cross-validation is meaningless. */
const MIN_PAGES = 3;
/** Up to this many pages: leave-one-out; more: groups of equal size. */
const MAX_FOLDS = 40;
/** Sizes of the learning curve, as far as there are pages. */
const CURVE = [2, 5, 10, 20, 40, 80] as const;
/** Pages that mss-site learns from; it needs no labels. */
const MAX_SITE_PAGES = 200;

/** Trains each method on the labelled pages of a set, and measures it on pages that it has not seen. */
export async function trainOnSet(folder: string, { tell }: JobWork): Promise<[TrainResult, JobFile[]]> {
  tell({ step: "reading the labelled pages", progress: null });
  const pages = await openLabelled(folder);
  if (pages.length < MIN_PAGES)
    throw new NewsError(
      "TOO_FEW_PAGES",
      `The set has ${pages.length} pages with a labelled body; label at least ${MIN_PAGES}.`,
    );
  const baseline = pages.map((one) => scoreOf(one, EXTRACTORS.fused));
  const folds = foldsOf(pages);
  const curve = CURVE.filter((size) => size < pages.length);
  const total = 2 * (folds.length + curve.length) + 3;
  let done = 0;
  const step = (text: string) => tell({ step: text, progress: done++ / total });
  const methods: Method[] = [];
  const files: JobFile[] = [];
  for (const teach of teachersOf(folder)) {
    const measured = await measure(teach, { pages, folds, curve, step });
    methods.push(measured.method);
    if (measured.taught !== undefined) files.push(...filesOf(teach.method, measured.taught));
  }
  const best = bestOf(methods, baseline);
  const result: TrainResult = {
    kind: "train",
    domain: commonDomain(pages),
    methods,
    baseline: intervalOf(baseline),
    best,
    advice: adviceOf(methods.find(({ method }) => method === best) ?? methods[0]),
  };
  return [result, files];
}

async function openLabelled(folder: string): Promise<OpenedLabel[]> {
  const opened: OpenedLabel[] = [];
  for await (const label of readLabels(folder)) {
    const { body, bodyIsPrefix } = label.truth;
    if (!hasTruth(label) || body === null || body.trim() === "" || bodyIsPrefix) continue;
    const html = loadPage(label);
    opened.push({ label, html, page: parsePage(html, label) });
  }
  return opened;
}

interface Teacher {
  readonly method: MethodId;
  /** A method that does not learn from labels is trained once, on all pages. */
  readonly readsLabels: boolean;
  readonly train: (pages: readonly OpenedLabel[]) => Promise<Taught>;
}

function teachersOf(folder: string): readonly Teacher[] {
  const { seed } = TRAIN_WRAPPER_DEFAULTS;
  return [
    {
      method: "wrapper",
      readsLabels: true,
      train: async (pages) => {
        const ids = new Set(pages.map(({ label }) => label.id));
        // The command that makes the same model outside of the studio.
        const command = `galley train wrapper ${basename(folder)} --seed ${seed}`;
        const choose = ({ id }: Label) => ids.has(id);
        const { model, manners } = await trainWrapper([folder], { seed, command, choose });
        const packed = packWrapperModel(model);
        const sizeBytes = JSON.stringify(packed).length;
        return {
          packed,
          card: makeWrapperCard(model, { file: "wrapper.json", sizeBytes, version: "", manners }),
        };
      },
    },
    {
      method: "template",
      readsLabels: true,
      train: async (pages) => {
        const site = commonDomain(pages) ?? basename(folder);
        const profile = learnTemplate(
          pages.map(({ page, label }) => ({ page, body: label.truth.body })),
          { site, made: new Date().toISOString() },
        );
        if (profile.templates.length === 0)
          throw new NewsError("TOO_FEW_PAGES", "The labelled pages have no places in common.");
        const packed = packTemplateModel(profile, trainingOf(folder, pages));
        return { packed, card: cardOf("Template of a site", folder, pages) };
      },
    },
    {
      method: "mss-site",
      readsLabels: false,
      train: async (pages) => {
        const own = pages.slice(0, MAX_SITE_PAGES).map(({ page }) => page);
        return { packed: packSiteModel(learnSiteModel(own)), card: cardOf("MSS of a site", folder, pages) };
      },
    },
  ];
}

interface Measuring {
  readonly pages: readonly OpenedLabel[];
  readonly folds: readonly (readonly OpenedLabel[])[];
  readonly curve: readonly number[];
  readonly step: (text: string) => void;
}

/** Leaves pages out one by one, and learns from as many as the curve asks for. */
async function measure(
  teacher: Teacher,
  { pages, folds, curve, step }: Measuring,
): Promise<{ readonly method: Method; readonly taught?: Taught }> {
  const { method, readsLabels } = teacher;
  try {
    step(`${method}: learning from all ${pages.length} pages`);
    const taught = await teacher.train(pages);
    const scores = new Map<string, number>();
    const note = (extractor: Extractor, tested: readonly OpenedLabel[]) => {
      for (const one of tested) scores.set(one.label.id, scoreOf(one, extractor));
    };
    if (!readsLabels) note(extractorFromModel(taught.packed), pages);
    else {
      for (const [at, fold] of folds.entries()) {
        step(`${method}: page ${at + 1} of ${folds.length} left out`);
        note(await learnFrom(teacher, without(pages, fold)), fold);
      }
    }
    const points = readsLabels ? await curveOf(teacher, { pages, curve, step }) : [];
    const ordered = [...scores].map(([page, f1]) => ({ page, f1 })).sort((a, b) => a.f1 - b.f1);
    const f1 = intervalOf([...scores.values()]);
    points.push({ pages: pages.length, f1: f1.value });
    return { method: { method, f1, failure: null, curve: points, pages: ordered }, taught };
  } catch (error) {
    const { code, message } = asNewsError(error);
    if (code === "INTERNAL") throw error;
    return { method: { method, f1: null, failure: { code, message }, curve: [], pages: [] } };
  }
}

/** The extractor that was trained on some pages; where they teach nothing, the default one. */
async function learnFrom(teacher: Teacher, pages: readonly OpenedLabel[]): Promise<Extractor> {
  try {
    return extractorFromModel((await teacher.train(pages)).packed);
  } catch (error) {
    const { code } = asNewsError(error);
    if (code !== "TOO_FEW_PAGES" && code !== "BAD_SET") throw error;
    return EXTRACTORS.fused;
  }
}

async function curveOf(
  teacher: Teacher,
  { pages, curve, step }: Omit<Measuring, "folds">,
): Promise<Array<Method["curve"][number]>> {
  const points: Array<Method["curve"][number]> = [];
  for (const size of curve) {
    step(`${teacher.method}: learning from ${size} pages`);
    const extractor = await learnFrom(teacher, pages.slice(0, size));
    const scores = pages.slice(size).map((one) => scoreOf(one, extractor));
    points.push({ pages: size, f1: scores.reduce((sum, f1) => sum + f1, 0) / scores.length });
  }
  return points;
}

function foldsOf(pages: readonly OpenedLabel[]): readonly (readonly OpenedLabel[])[] {
  const count = Math.min(pages.length, MAX_FOLDS);
  return Array.from({ length: count }, (_, fold) => pages.filter((_, at) => at % count === fold));
}

function without(pages: readonly OpenedLabel[], left: readonly OpenedLabel[]): readonly OpenedLabel[] {
  return pages.filter((page) => !left.includes(page));
}

/** Word F1 of an extractor on a page; of one that fails, 0. */
function scoreOf({ label, html }: OpenedLabel, extractor: Extractor): number {
  const { url, encoding: charset, truth } = label;
  try {
    const article = extract(html, { url: url ?? undefined, charset: charset ?? undefined, extractor });
    return measureArticle(truth, article).wordF1 ?? 0;
  } catch (error) {
    if (asNewsError(error).code === "INTERNAL") throw error;
    return 0;
  }
}

/** A mean with its bootstrap interval over pages. */
export function intervalOf(values: readonly number[]): Interval {
  const { wordF1 } = estimate(values.map((value) => ({ wordF1: value })));
  return { value: wordF1?.mean ?? 0, low: wordF1?.low ?? 0, high: wordF1?.high ?? 0 };
}

/** The method with the best F1, where that is better than the default extractor's on the same pages. */
function bestOf(methods: readonly Method[], baseline: readonly number[]): string | null {
  const known = methods.flatMap(({ method, f1 }) => (f1 === null ? [] : [{ method, f1: f1.value }]));
  const [best] = known.sort((a, b) => b.f1 - a.f1);
  return best !== undefined && best.f1 > intervalOf(baseline).value ? best.method : null;
}

/** The number of further pages that the advice is about. */
const MORE_PAGES = 10;
/** A smaller gain is not worth mentioning. */
const WORTH = 0.003;

/** The gain of more labels, if each doubling gains as much as the last one. */
function adviceOf(method: Method | undefined): string | null {
  const curve = method?.curve ?? [];
  const [before, last] = curve.slice(-2);
  if (before === undefined || last === undefined) return null;
  const doubling = (last.f1 - before.f1) / Math.log2(last.pages / before.pages);
  // F1 cannot exceed 1.
  const gain = Math.min(1 - last.f1, doubling * Math.log2((last.pages + MORE_PAGES) / last.pages));
  if (gain < WORTH) return "More pages like these would bring next to nothing.";
  return `${MORE_PAGES} more pages would bring about ${gain.toFixed(3).replace(/^0/, "")}.`;
}

/** The site of most pages. */
function commonDomain(pages: readonly OpenedLabel[]): string | null {
  const counts = new Map<string, number>();
  for (const { label } of pages) {
    const domain = domainOf(label);
    if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

function trainingOf(folder: string, pages: readonly OpenedLabel[]) {
  const hash = pages.map(({ label, html }) => hashPage(label, html)).join("");
  const domains = [...new Set(pages.flatMap(({ label }) => domainOf(label) ?? []))].sort();
  const sets = [{ name: basename(folder), pages: pages.length, hash }];
  return { command: "galley serve", seed: 0, sets, domains };
}

function cardOf(title: string, folder: string, pages: readonly OpenedLabel[]): string {
  const domain = commonDomain(pages) ?? "pages without an address";
  return `# ${title}\n\nLearned in the studio from ${pages.length} labelled pages of the set ${basename(folder)} (${domain}).\n`;
}

function filesOf(method: MethodId, { packed, card }: Taught): JobFile[] {
  return [
    { name: `${method}.json`, text: `${JSON.stringify(packed)}\n` },
    { name: `${method}.md`, text: card },
  ];
}
