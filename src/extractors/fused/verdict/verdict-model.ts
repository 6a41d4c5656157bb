import { PAGE_TYPES, type PageType } from "../../../article/index.ts";
import {
  badModel,
  type CalibratedTrees,
  isRecord,
  type PackedTrees,
  packTrees,
  readTrees,
  restoreTrees,
  storeTrees,
  type TableReader,
  type TableWriter,
} from "../../../model/index.ts";
import { VERDICT_FEATURES } from "./verdict-features.data.ts";

/** What training leaves of the verdict on a page: trees for every kind of page, and for the answer's being right. */
export interface VerdictModel {
  readonly types: Readonly<Record<PageType, CalibratedTrees>>;
  readonly confidence: CalibratedTrees;
}

/** A model as its file holds it. */
export interface PackedVerdict {
  readonly features: readonly string[];
  readonly types: Readonly<Record<string, PackedTrees>>;
  readonly confidence: PackedTrees;
}

/** The names of the features of pages. */
export const VERDICT_FEATURE_NAMES: readonly string[] = VERDICT_FEATURES.map(({ name }) => name);

/** Every kind of page, in the order in which ties are decided. */
export const VERDICT_TYPES = Object.keys(PAGE_TYPES) as readonly PageType[];

/** A model as the value that its file holds as JSON. */
export function packVerdictModel({ types, confidence }: VerdictModel): PackedVerdict {
  return {
    features: VERDICT_FEATURE_NAMES,
    types: Object.fromEntries(VERDICT_TYPES.map((type) => [type, packTrees(types[type])])),
    confidence: packTrees(confidence),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is of other features or damaged. */
export function readVerdictModel(value: unknown): VerdictModel {
  const { features, types, confidence } = isRecord(value) ? value : {};
  if (!Array.isArray(features) || features.join("\n") !== VERDICT_FEATURE_NAMES.join("\n"))
    throw badModel("its verdict is of other features of pages than this galley computes");
  const ofTypes = isRecord(types) ? types : {};
  const read = (packed: unknown) => readTrees(packed, VERDICT_FEATURE_NAMES);
  const ofEach = Object.fromEntries(VERDICT_TYPES.map((type) => [type, read(ofTypes[type])]));
  return { types: ofEach as Record<PageType, CalibratedTrees>, confidence: read(confidence) };
}

/** Writes a model down as it lies in memory. */
export function storeVerdict({ types, confidence }: VerdictModel, file: TableWriter): void {
  for (const trees of [...VERDICT_TYPES.map((type) => types[type]), confidence]) storeTrees(trees, file);
}

/** The model that was written down. */
export function restoreVerdict(file: TableReader): VerdictModel {
  const read = () => restoreTrees(file, VERDICT_FEATURE_NAMES);
  const types = Object.fromEntries(VERDICT_TYPES.map((type) => [type, read()]));
  return { types: types as Record<PageType, CalibratedTrees>, confidence: read() };
}
