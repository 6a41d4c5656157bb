import { describeBytes, NewsError } from "../errors/index.ts";
import {
  DEFAULT_EXTRACTOR,
  EXTRACTORS,
  type Extractor,
  type ExtractorName,
  hasPaperSettings,
  isExtractorId,
  type ModelExtractors,
  makePaperExtractors,
  openModel,
  PAPER_EXTRACTOR_IDS,
  type SettingsName,
  takesModel,
} from "../extractors/index.ts";
import { badModel } from "../model/index.ts";
import { readFileBytes, readOnce } from "./read-bytes.ts";

/** What of an extractor can be chosen besides its name. */
export interface ExtractorChoice {
  /** The path of a model file; each thread reads it once. */
  readonly model?: string | undefined;
  /** Settings other than the default. */
  readonly settings?: SettingsName | undefined;
}

/** The named extractor, with the model of a file where one is given; without a name, the model's own or the default. */
export function chooseExtractor(name: ExtractorName | undefined, choice: ExtractorChoice): Extractor {
  return chooseExtractors(name === undefined ? [] : [name], choice)[0]!;
}

/** Like `chooseExtractor` for several names; those that the model is not made for run as they are, but one must be. */
export function chooseExtractors(
  names: readonly ExtractorName[],
  { model, settings }: ExtractorChoice,
): readonly Extractor[] {
  const chosen = chooseByModel(names, model);
  return settings === undefined ? chosen : chosen.map(({ id }) => withPaperSettings(id, model));
}

function chooseByModel(names: readonly ExtractorName[], model: string | undefined): readonly Extractor[] {
  const own = model === undefined ? {} : openModelFile(model);
  if (names.length === 0) return [Object.values(own)[0] ?? EXTRACTORS[DEFAULT_EXTRACTOR]];
  if (model !== undefined) refuseUseless(names, own);
  return names.map((name) => (takesModel(name) ? own[name] : undefined) ?? registered(name));
}

const openModelFile = /* @__PURE__ */ readOnce(
  (path: string): ModelExtractors => openModel(readModelJson(path)),
);
const openAsInPapers = /* @__PURE__ */ readOnce((path: string | undefined) =>
  makePaperExtractors(path && readModelJson(path)),
);

function withPaperSettings(id: string, model: string | undefined): Extractor {
  if (!hasPaperSettings(id)) {
    const known = PAPER_EXTRACTOR_IDS.join(", ");
    throw new NewsError(
      "BAD_OPTION",
      `The extractor ${id} has no settings of a paper; name some of ${known} by --extractor, or leave --settings out.`,
    );
  }
  return openAsInPapers(model)[id];
}

function refuseUseless(names: readonly ExtractorName[], own: ModelExtractors): void {
  if (names.some((name) => Object.hasOwn(own, name))) return;
  const fit = Object.keys(own).join(", ");
  throw new NewsError(
    "BAD_OPTION",
    `The model is made for ${fit}, not for ${names.join(", ")}; name what it is made for, or leave --model out.`,
  );
}

function registered(name: ExtractorName): Extractor {
  if (isExtractorId(name)) return EXTRACTORS[name];
  throw new NewsError(
    "BAD_OPTION",
    `The extractor ${name} needs a model of its own; give its file with --model.`,
  );
}

/** A hundred times the size of a shipped model; a larger file is none of ours. */
const MAX_MODEL_BYTES = 256 * 1024 * 1024;

/** The value in a model file, JSON packed with gzip or not; throws BAD_MODEL where it is damaged or too large. */
export function readModelJson(path: string): unknown {
  const text = new TextDecoder().decode(readModelBytes(path));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badModel(`the file ${path} is cut short or no JSON`, cause);
  }
}

function readModelBytes(path: string): Uint8Array {
  try {
    return readFileBytes(path, MAX_MODEL_BYTES);
  } catch (error) {
    if (!(error instanceof NewsError)) throw error;
    if (error.code === "BAD_GZIP") throw badModel(`the file ${path} is damaged or cut short`, error);
    if (error.code === "INPUT_TOO_LARGE")
      throw badModel(`the file ${path} is over ${describeBytes(MAX_MODEL_BYTES)}`, error);
    throw error;
  }
}
