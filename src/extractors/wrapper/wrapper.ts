import type { WarningCode } from "../../article/index.ts";
import { TAGS, type TagName } from "../../html/index.ts";
import { estimateLayout, layoutOf } from "../../layout/index.ts";
import {
  badModel,
  isRecord,
  type ModelFile,
  modelHead,
  packTrees,
  readHeadOf,
  readTrees,
  type Training,
  TreeEnsemble,
} from "../../model/index.ts";
import {
  type Extraction,
  KEEP_SCORE,
  type Layout,
  type Page,
  type Reason,
  reasonCode,
  type Screen,
  TEXT_LEAF,
} from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import {
  BODY_FEATURES,
  type BodyCandidates,
  bodyRow,
  findBodyCandidates,
  findTitleCandidates,
  type Pruned,
  preferStated,
  TITLE_FEATURES,
  titleRow,
} from "./candidates.ts";
import {
  BLOCK_EVIDENCE,
  type Choice,
  CONFIDENCE_FEATURES,
  type JudgedLeaves,
  type WrappedPage,
} from "./evidence.ts";
import {
  FEATURE_CHOICES,
  type Manner,
  MeasuredPage,
  PARAGRAPH_CHOICES,
  SCREEN_CHOICES,
  TITLE_CHOICES,
  type WrapperSettings,
} from "./measured-page.ts";
import { dropNoise, NOISE_FEATURE_NAMES } from "./noise.ts";
import { SupportVectorMachine } from "./svm.ts";
import { PAGE_FEATURES, pageVerdict, type VerdictTrees } from "./verdict.ts";

/** The learned wrapper (Wang et al., KDD 2009): picks the likeliest body subtree, then its likeliest title. The model loads on the first page. */
export function makeWrapper(model: () => WrapperModel): Extractor {
  return {
    id: "wrapper",
    paper:
      "Wang et al., Can We Learn a Template-Independent Wrapper for News Article Extraction from a Single Training Site?, KDD 2009",
    needs: ["layout"],
    trainedOn: () => model().training.domains,
    extract: (page) => answer(page, model()),
  };
}

function answer(page: Page, model: WrapperModel): Extraction {
  const wrapped = wrapPage(page, model);
  const { measured, body, title } = wrapped;
  const { blocks, ...scored } = judgeBody(wrapped, model.noise);
  return {
    ...scored,
    ...(body && { bodyRoot: body.node }),
    ...(title && { titleNode: title.node }),
    ...(model.verdict && { verdict: pageVerdict(wrapped, { ...scored, blocks }, model.verdict) }),
    warnings: warningsOf(measured.layout, model.settings.screen),
  };
}

/** Scores and reasons of the leaves of a page, and the judgements of the blocks of its body. */
export function judgeBody(
  { measured, pruned, body, title }: WrappedPage & Pick<BodyCandidates, "pruned">,
  noise: TreeEnsemble | undefined,
): JudgedLeaves {
  const judged = scoreLeaves(measured, pruned, body, title);
  return { ...judged, blocks: body && noise ? dropNoise(measured, body.node, noise, judged) : [] };
}

/** Body and title of a page as the two classifiers of a model choose them. */
export function wrapPage(page: Page, model: WrapperModel): WrappedPage & Pick<BodyCandidates, "pruned"> {
  const layout = layoutFor(page, model.settings.screen);
  const manner = layout.complete && model.strict !== undefined ? "strict" : "soft";
  const judges = model[manner] ?? model.soft;
  const measured = new MeasuredPage(page, layout, model.settings, manner);
  const { nodes, pruned } = findBodyCandidates(measured);
  const chances = Float64Array.from(nodes, (node) => judges.body.probability(bodyRow(measured, node)));
  const body = likeliest(nodes, chances);
  if (body === undefined) return { measured, pruned, body, title: undefined, chances };
  const titles = preferStated(measured, findTitleCandidates(measured, body.node));
  const title = likeliest(
    titles,
    Float64Array.from(titles, (node) => judges.title.probability(titleRow(measured, node, body.node))),
  );
  return { measured, pruned, body, title, chances };
}

/** The layout that the page carries, else an estimate for a screen. */
export function layoutFor(page: Page, screen: Screen): Layout {
  const layout = layoutOf(page);
  const isFixed = page.layout !== undefined || isSameScreen(layout.screen, screen);
  return isFixed ? layout : estimateLayout(page.document, screen);
}

function isSameScreen(a: Screen, b: Screen): boolean {
  return a.width === b.width && a.height === b.height;
}

/** Step 2 of figures 11 and 12: the candidate of the highest probability, the first on ties. */
function likeliest(nodes: readonly number[], chances: Float64Array): Choice | undefined {
  let best: Choice | undefined;
  for (const [at, node] of nodes.entries()) {
    const probability = chances[at]!;
    if (best === undefined || probability > best.probability) best = { node, probability };
  }
  return best;
}

/** Score and reason of each leaf: the choice that contains it, else the rule that excluded it, else "less likely the body". */
function scoreLeaves(
  measured: MeasuredPage,
  pruned: readonly Pruned[],
  body: Choice | undefined,
  title: Choice | undefined,
): Pick<Extraction, "scores" | "reasons"> {
  const { count, kind } = measured.page.leaves;
  const scores = new Float32Array(count);
  const reasons = new Uint8Array(count).fill(reasonCode("less likely the body"));
  const mark = (node: number, reason: Reason) => {
    const [from, to] = measured.leavesIn(node);
    reasons.fill(reasonCode(reason), from, to);
  };
  for (const { node, rule } of pruned) mark(node, rule);
  if (body !== undefined) {
    // The likeliest subtree is the answer, however low its probability.
    const [from, to] = measured.leavesIn(body.node);
    scores.fill(Math.max(KEEP_SCORE, body.probability), from, to);
    mark(body.node, "likeliest body");
  }
  if (title !== undefined) mark(title.node, "likeliest title");
  for (let leaf = 0; leaf < count; leaf++) {
    if (!measured.isShown(leaf)) {
      scores[leaf] = 0;
      reasons[leaf] = reasonCode("hidden");
    } else if (scores[leaf]! > 0 && kind[leaf] !== TEXT_LEAF) reasons[leaf] = reasonCode("media of the body");
  }
  return { scores, reasons };
}

function warningsOf(layout: Layout, screen: Screen): readonly WarningCode[] {
  const found: WarningCode[] = layout.complete ? [] : ["LAYOUT_INCOMPLETE"];
  if (!isSameScreen(layout.screen, screen)) found.push("OTHER_SCREEN");
  return found;
}

/** The two classifiers of the paper: M_BODY and M_TITLE. */
export interface Judges {
  readonly body: SupportVectorMachine;
  readonly title: SupportVectorMachine;
}

/** A trained model: classifiers for incomplete layouts and, if training saw complete ones, for those too. */
export interface WrapperModel extends Readonly<Partial<Record<Manner, Judges>>> {
  readonly training: Training;
  readonly settings: WrapperSettings;
  readonly soft: Judges;
  /** Tells text from noise inside the body; without it the whole body is text. */
  readonly noise?: TreeEnsemble;
  /** Without it a page has no verdict. */
  readonly verdict?: VerdictTrees;
}

const METHOD = "wrapper";
const FEATURES = [
  ...BODY_FEATURES.map((name) => `body ${name}`),
  ...TITLE_FEATURES.map((name) => `title ${name}`),
];

/** A model as the JSON value of its file. */
export function packWrapperModel(model: WrapperModel): ModelFile {
  const { training, settings, soft, strict, noise, verdict } = model;
  const parts = {
    settings,
    soft: packJudges(soft),
    ...(strict && { strict: packJudges(strict) }),
    ...(noise && { noise: packNamed(noise) }),
    ...(verdict && { verdict: packVerdict(verdict) }),
  };
  return { ...modelHead(METHOD, FEATURES, training), ...parts };
}

/** Reads the JSON value of a model file; throws BAD_MODEL on another method, other features or damage. */
export function readWrapperModel(value: unknown): WrapperModel {
  const { training, settings, soft, strict, noise, verdict } = readHeadOf(METHOD, FEATURES, value);
  return {
    training,
    settings: readSettings(settings),
    soft: readJudges(soft),
    ...(strict !== undefined && { strict: readJudges(strict) }),
    ...(noise !== undefined && { noise: readNamed(noise, NOISE_FEATURE_NAMES, "trees of noise") }),
    ...(verdict !== undefined && { verdict: readVerdict(verdict) }),
  };
}

function packJudges({ body, title }: Judges): object {
  return { body: body.encode(), title: title.encode() };
}

function readJudges(value: unknown): Judges {
  const { body, title } = isRecord(value) ? value : {};
  const judges = {
    body: SupportVectorMachine.decode(body, BODY_FEATURES.length),
    title: SupportVectorMachine.decode(title, TITLE_FEATURES.length),
  };
  if (judges.body === undefined || judges.title === undefined) throw badModel("its machines are damaged");
  return { body: judges.body, title: judges.title };
}

/** Trees over blocks with the names of their columns. */
function packNamed(trees: TreeEnsemble): object {
  return { features: trees.names, trees: trees.encode() };
}

function readNamed(value: unknown, names: readonly string[], what: string): TreeEnsemble {
  const { features, trees } = isRecord(value) ? value : {};
  checkColumns(features, names, "blocks");
  const decoded = typeof trees === "string" ? TreeEnsemble.decode(trees, names) : undefined;
  if (decoded === undefined) throw badModel(`its ${what} are damaged`);
  return decoded;
}

function packVerdict({ isArticle, blocks, confidence }: VerdictTrees): object {
  return {
    features: [...PAGE_FEATURES, ...CONFIDENCE_FEATURES],
    isArticle: packTrees(isArticle),
    blocks: packNamed(blocks),
    confidence: packTrees(confidence),
  };
}

function readVerdict(value: unknown): VerdictTrees {
  const { features, isArticle, blocks, confidence } = isRecord(value) ? value : {};
  checkColumns(features, [...PAGE_FEATURES, ...CONFIDENCE_FEATURES], "pages");
  return {
    isArticle: readTrees(isArticle, PAGE_FEATURES),
    blocks: readNamed(blocks, BLOCK_EVIDENCE, "trees over all blocks"),
    confidence: readTrees(confidence, CONFIDENCE_FEATURES),
  };
}

function checkColumns(features: unknown, names: readonly string[], things: string): void {
  if (!Array.isArray(features) || features.join("\n") !== names.join("\n"))
    throw badModel(`it is of other features of ${things} than this galley computes`);
}

function readSettings(value: unknown): WrapperSettings {
  const { screen, minBodyArea, minBodyWords, maxTitleWords, formattingTags, ...choices } = isRecord(value)
    ? value
    : {};
  const { width, height } = isRecord(screen) ? screen : {};
  const features = FEATURE_CHOICES.find((known) => known === choices.features);
  const paragraphs = PARAGRAPH_CHOICES.find((known) => known === choices.paragraphs);
  // Older files lack this setting and were trained on one screen.
  const firstScreens = SCREEN_CHOICES.find((known) => known === (choices.firstScreens ?? "one"));
  // Older files lack this one too.
  const titles = TITLE_CHOICES.find((known) => known === (choices.titles ?? "looks"));
  if (
    isSize(width) &&
    isSize(height) &&
    isSize(maxTitleWords) &&
    typeof minBodyArea === "number" &&
    typeof minBodyWords === "number" &&
    isTags(formattingTags) &&
    features !== undefined &&
    firstScreens !== undefined &&
    paragraphs !== undefined &&
    titles !== undefined
  ) {
    const limits = { minBodyArea, minBodyWords, maxTitleWords };
    return {
      screen: { width, height },
      firstScreens,
      ...limits,
      formattingTags,
      paragraphs,
      titles,
      features,
    };
  }
  throw badModel("it does not say how it measures pages");
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

function isTags(value: unknown): value is readonly TagName[] {
  return Array.isArray(value) && value.every((name) => name !== "#other" && TAGS.includes(name));
}
