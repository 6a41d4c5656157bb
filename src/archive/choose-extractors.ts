import { describeBytes, NewsError } from "../errors/index.ts";
import {
  BIASED_EXTRACTOR_IDS,
  type BiasedExtractorId,
  DEFAULT_EXTRACTOR,
  EXTRACTORS,
  type Extractor,
  type ExtractorName,
  hasPaperSettings,
  isExtractorId,
  type ModelExtractors,
  makeBiasedExtractors,
  makePaperExtractors,
  openModel,
  PAPER_EXTRACTOR_IDS,
  type SettingsName,
  takesBias,
  takesModel,
} from "../extractors/index.ts";
import { badModel } from "../model/index.ts";
import { readFileBytes, readOnce } from "./read-files.ts";

/** The choices of an extractor besides its name. */
export interface ExtractorChoice {
  /** The path of a model file; each thread reads it once. */
  readonly model?: string | undefined;
  /** Settings other than the default. */
  readonly settings?: SettingsName | undefined;
  /** Added to every score, by extractors that take it. */
  readonly bias?: number | undefined;
}

/** The named extractor, with the model of a file where one is given; without a name, the model's own or the default. */
export function chooseExtractor(name: ExtractorName | undefined, choice: ExtractorChoice): Extractor {
  return chooseExtractors(name === undefined ? [] : [name], choice)[0]!;
}

/** Like `chooseExtractor` for several names; at least one must take the model or bias, the others run without it. */
export function chooseExtractors(
  names: readonly ExtractorName[],
  choice: ExtractorChoice,
): readonly Extractor[] {
  const { model, settings, bias } = choice;
  const plain = chooseByModel(names, model);
  const chosen = settings === undefined ? plain : plain.map(({ id }) => withPaperSettings(id, model));
  return bias === undefined ? chosen : withBias(chosen, bias, choice);
}

function withBias(
  chosen: readonly Extractor[],
  bias: number,
  { model, settings }: ExtractorChoice,
): readonly Extractor[] {
  if (!chosen.some(({ id }) => takesBias(id))) {
    const ids = chosen.map(({ id }) => id).join(", ");
    const known = BIASED_EXTRACTOR_IDS.join(", ");
    throw new NewsError(
      "BAD_OPTION",
      `A bias is for ${known}, not for ${ids}; name one of them by --extractor, or leave --bias out.`,
    );
  }
  const biased = openBiased(bias, settings)(model);
  return chosen.map((extractor) => (takesBias(extractor.id) ? biased[extractor.id] : extractor));
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

const BIASED = /* @__PURE__ */ new Map<
  string,
  (path: string | undefined) => Readonly<Record<BiasedExtractorId, Extractor>>
>();

function openBiased(bias: number, settings: SettingsName | undefined) {
  const key = `${bias} ${settings ?? ""}`;
  const open =
    BIASED.get(key) ??
    readOnce((path: string | undefined) =>
      makeBiasedExtractors({ bias, settings, model: path && readModelJson(path) }),
    );
  BIASED.set(key, open);
  return open;
}

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

/** A hundred times the size of a shipped model. */
const MAX_MODEL_BYTES = 256 * 1024 * 1024;

/** The value in a model file, JSON packed with gzip or not; throws BAD_MODEL where it is damaged or too large. */
export function readModelJson(path: string): unknown {
  const text = new TextDecoder().decode(readModelBytes(path));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badModel(`the file ${path} is cut short or not JSON`, cause);
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
