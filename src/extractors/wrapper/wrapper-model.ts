import type { TagName } from "../../html/index.ts";
import { TAGS } from "../../html/index.ts";
import {
  badModel,
  checkFeatures,
  isRecord,
  type ModelFile,
  modelHead,
  readModelHead,
  SupportVectorMachine,
  type Training,
} from "../../model/index.ts";
import { BODY_FEATURES } from "./body.ts";
import type { Manner } from "./page-reading.ts";
import { FEATURE_CHOICES, PARAGRAPH_CHOICES, type WrapperSettings } from "./settings.ts";
import { TITLE_FEATURES } from "./title.ts";

/** The two machines of the paper: M_BODY and M_TITLE. */
export interface Judges {
  readonly body: SupportVectorMachine;
  readonly title: SupportVectorMachine;
}

/** What training leaves: judges of pages read softly and, where it met complete layouts, of those read strictly. */
export interface WrapperModel extends Readonly<Partial<Record<Manner, Judges>>> {
  readonly training: Training;
  readonly settings: WrapperSettings;
  readonly soft: Judges;
}

const METHOD = "wrapper";
const FEATURES = [
  ...BODY_FEATURES.map((name) => `body ${name}`),
  ...TITLE_FEATURES.map((name) => `title ${name}`),
];

/** A model as the value that its file holds as JSON. */
export function packWrapperModel({ training, settings, soft, strict }: WrapperModel): ModelFile {
  return {
    ...modelHead(METHOD, FEATURES, training),
    ...{ settings, soft: packJudges(soft), ...(strict && { strict: packJudges(strict) }) },
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readWrapperModel(value: unknown): WrapperModel {
  const head = readModelHead(value);
  if (head.method !== METHOD) throw badModel(`it is of the method ${head.method}, not ${METHOD}`);
  checkFeatures(head, FEATURES);
  const { training, settings, soft, strict } = head;
  return {
    training,
    settings: readSettings(settings),
    soft: readJudges(soft),
    ...(strict !== undefined && { strict: readJudges(strict) }),
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

function readSettings(value: unknown): WrapperSettings {
  const { screen, minBodyArea, minBodyWords, maxTitleWords, formattingTags, ...choices } = isRecord(value)
    ? value
    : {};
  const { width, height } = isRecord(screen) ? screen : {};
  const features = FEATURE_CHOICES.find((known) => known === choices.features);
  const paragraphs = PARAGRAPH_CHOICES.find((known) => known === choices.paragraphs);
  if (
    isSize(width) &&
    isSize(height) &&
    isSize(maxTitleWords) &&
    typeof minBodyArea === "number" &&
    typeof minBodyWords === "number" &&
    isTags(formattingTags) &&
    features !== undefined &&
    paragraphs !== undefined
  ) {
    const limits = { minBodyArea, minBodyWords, maxTitleWords };
    return { screen: { width, height }, ...limits, formattingTags, paragraphs, features };
  }
  throw badModel("it does not say how it measures pages");
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

function isTags(value: unknown): value is readonly TagName[] {
  return Array.isArray(value) && value.every((name) => name !== "#other" && TAGS.includes(name));
}
