import { PAGE_TYPES, type PageType } from "../../../article/index.ts";
import { badModel, isRecord, TreeEnsemble, toProbability } from "../../../model/index.ts";
import { VERDICT_FEATURES } from "./verdict-features.data.ts";

/** Trees whose log-odds are straightened to fit how often they are right: slope times log-odds plus offset. */
export interface CalibratedTrees {
  readonly trees: TreeEnsemble;
  readonly slope: number;
  readonly offset: number;
}

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

interface PackedTrees {
  readonly trees: string;
  readonly slope: number;
  readonly offset: number;
}

/** The names of the features of pages. */
export const VERDICT_FEATURE_NAMES: readonly string[] = VERDICT_FEATURES.map(({ name }) => name);

/** Every kind of page, in the order in which ties are decided. */
export const VERDICT_TYPES = Object.keys(PAGE_TYPES) as readonly PageType[];

/** A model as the value that its file holds as JSON. */
export function packVerdictModel({ types, confidence }: VerdictModel): PackedVerdict {
  return {
    features: VERDICT_FEATURE_NAMES,
    types: Object.fromEntries(VERDICT_TYPES.map((type) => [type, pack(types[type])])),
    confidence: pack(confidence),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is of other features or damaged. */
export function readVerdictModel(value: unknown): VerdictModel {
  const { features, types, confidence } = isRecord(value) ? value : {};
  if (!Array.isArray(features) || features.join("\n") !== VERDICT_FEATURE_NAMES.join("\n"))
    throw badModel("its verdict is of other features of pages than this galley computes");
  const ofTypes = isRecord(types) ? types : {};
  const read = Object.fromEntries(VERDICT_TYPES.map((type) => [type, unpack(ofTypes[type])]));
  return { types: read as Record<PageType, CalibratedTrees>, confidence: unpack(confidence) };
}

/** The calibrated probability of a row. */
export function chanceOf({ trees, slope, offset }: CalibratedTrees, row: Float32Array): number {
  return toProbability(slope * trees.scoreRow(row, 0) + offset);
}

function pack({ trees, slope, offset }: CalibratedTrees): PackedTrees {
  return { trees: trees.encode(), slope, offset };
}

function unpack(value: unknown): CalibratedTrees {
  const { trees, slope, offset } = isRecord(value) ? value : {};
  const decoded = typeof trees === "string" ? TreeEnsemble.decode(trees, VERDICT_FEATURE_NAMES) : undefined;
  if (decoded === undefined || !isNumber(slope) || !isNumber(offset))
    throw badModel("the trees of its verdict are damaged");
  return { trees: decoded, slope, offset };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
