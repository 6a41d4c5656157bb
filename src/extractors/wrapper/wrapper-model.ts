import { TAGS, type TagName } from "../../html/index.ts";
import {
  badModel,
  checkFeatures,
  isRecord,
  type ModelFile,
  modelHead,
  packTrees,
  readModelHead,
  readTrees,
  type Training,
  TreeEnsemble,
} from "../../model/index.ts";
import { BODY_FEATURES, TITLE_FEATURES } from "./candidates.ts";
import {
  FEATURE_CHOICES,
  type Manner,
  PARAGRAPH_CHOICES,
  SCREEN_CHOICES,
  TITLE_CHOICES,
  type WrapperSettings,
} from "./measured-page.ts";
import { NOISE_FEATURE_NAMES } from "./noise.ts";
import { SupportVectorMachine } from "./svm.ts";
import { PAGE_FEATURES, type VerdictTrees } from "./verdict.ts";

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
    ...(noise && { noise: { features: NOISE_FEATURE_NAMES, trees: noise.encode() } }),
    ...(verdict && { verdict: packVerdict(verdict) }),
  };
  return { ...modelHead(METHOD, FEATURES, training), ...parts };
}

/** Reads the JSON value of a model file; throws BAD_MODEL on another method, other features or damage. */
export function readWrapperModel(value: unknown): WrapperModel {
  const head = readModelHead(value);
  if (head.method !== METHOD) throw badModel(`it is of the method ${head.method}, not ${METHOD}`);
  checkFeatures(head, FEATURES);
  const { training, settings, soft, strict, noise, verdict } = head;
  return {
    training,
    settings: readSettings(settings),
    soft: readJudges(soft),
    ...(strict !== undefined && { strict: readJudges(strict) }),
    ...(noise !== undefined && { noise: readNoise(noise) }),
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

function readNoise(value: unknown): TreeEnsemble {
  const { features, trees } = isRecord(value) ? value : {};
  checkColumns(features, NOISE_FEATURE_NAMES, "blocks");
  const decoded = typeof trees === "string" ? TreeEnsemble.decode(trees, NOISE_FEATURE_NAMES) : undefined;
  if (decoded === undefined) throw badModel("its trees of noise are damaged");
  return decoded;
}

function packVerdict({ isArticle, confidence }: VerdictTrees): object {
  return { features: PAGE_FEATURES, isArticle: packTrees(isArticle), confidence: packTrees(confidence) };
}

function readVerdict(value: unknown): VerdictTrees {
  const { features, isArticle, confidence } = isRecord(value) ? value : {};
  checkColumns(features, PAGE_FEATURES, "pages");
  return {
    isArticle: readTrees(isArticle, PAGE_FEATURES),
    confidence: readTrees(confidence, PAGE_FEATURES),
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
