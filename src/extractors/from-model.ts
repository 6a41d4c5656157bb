import { badModel, readModelHead } from "../model/index.ts";
import type { Extractor } from "./extractor.ts";
import type { ModelExtractorId } from "./extractor-ids.ts";
import { makeFused, readFusedModel } from "./fused/index.ts";
import { readMssModel } from "./mss/mss-model.ts";
import { makeMssSite, readSiteModel } from "./mss/site-model.ts";
import { makeMssFamily } from "./mss/supervised.ts";
import { makeWrapper, readWrapperModel } from "./wrapper/index.ts";

/** The extractors of one model by their ids, its own method first. */
export type ModelExtractors = Readonly<Partial<Record<ModelExtractorId, Extractor>>>;

/** How the models of each method are read. */
const METHODS = new Map<string, (value: unknown) => ModelExtractors>([
  [
    "mss",
    (value) => {
      const model = readMssModel(value);
      return makeMssFamily(() => model);
    },
  ],
  [
    "fused",
    (value) => {
      const model = readFusedModel(value);
      return { fused: makeFused(() => model) };
    },
  ],
  [
    "wrapper",
    (value) => {
      const model = readWrapperModel(value);
      return { wrapper: makeWrapper(() => model) };
    },
  ],
  ["mss-site", (value) => ({ "mss-site": makeMssSite(readSiteModel(value)) })],
]);

/** The extractors that a model file's JSON makes ready; throws BAD_MODEL where it is none, or none for this galley. */
export function openModel(value: unknown): ModelExtractors {
  const { method } = readModelHead(value);
  const read = METHODS.get(method);
  if (read === undefined) {
    throw badModel(`its method is ${method}, and this galley knows ${[...METHODS.keys()].join(", ")}`);
  }
  return read(value);
}

/** The extractor of a model file's JSON: its own method, or the one that is named where the model is made for it. */
export function extractorFromModel(value: unknown, id?: string): Extractor {
  const own = Object.values(openModel(value));
  const found = id === undefined ? own[0] : own.find((extractor) => extractor.id === id);
  if (found !== undefined) return found;
  throw badModel(`it is made for ${own.map((extractor) => extractor.id).join(", ")}, not for ${id}`);
}
