import {
  badModel,
  CountTable,
  checkFeatures,
  isRecord,
  type ModelFile,
  modelHead,
  readModelHead,
  type Training,
} from "../../model/index.ts";
import { FEATURES, type Feature } from "./features.ts";

/** The result of supervised training: how often each feature was seen inside and outside articles. */
export interface MssModel {
  readonly training: Training;
  /** Tags of more than one source; all others are one unknown tag. */
  readonly tags: readonly string[];
  /** Tokens inside and outside articles. */
  readonly totals: { readonly inside: number; readonly outside: number };
  readonly tables: Readonly<Record<Feature, CountTable>>;
}

/** The method's name in model files. */
const MSS_METHOD = "mss";

/** A model as the value that its file holds as JSON. */
export function packMssModel(model: MssModel): ModelFile & Readonly<Record<string, unknown>> {
  const tables = FEATURES.map((feature) => {
    const table = model.tables[feature];
    return [feature, { size: table.size, counts: table.encode() }] as const;
  });
  return {
    ...modelHead(MSS_METHOD, FEATURES, model.training),
    tags: model.tags,
    totals: model.totals,
    tables: Object.fromEntries(tables),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readMssModel(value: unknown): MssModel {
  const head = readModelHead(value);
  if (head.method !== MSS_METHOD) throw badModel(`it is of the method ${head.method}, not ${MSS_METHOD}`);
  checkFeatures(head, FEATURES);
  return {
    training: head.training,
    tags: readTags(head.tags),
    totals: readTotals(head.totals),
    tables: readTables(head.tables),
  };
}

function readTables(stored: unknown): MssModel["tables"] {
  return {
    trigram: readTable(stored, "trigram"),
    "coarse trigram": readTable(stored, "coarse trigram"),
    "class trigram": readTable(stored, "class trigram"),
    "unclosed tag": readTable(stored, "unclosed tag"),
    unigram: readTable(stored, "unigram"),
  };
}

/** A list of tag names in a model file. */
export function readTags(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === "string")) return value;
  throw badModel("it has no list of tags");
}

/** Numbers of tokens in a model file. */
export function readTotals(value: unknown): MssModel["totals"] {
  const { inside, outside } = isRecord(value) ? value : {};
  if (isTokenCount(inside) && isTokenCount(outside)) return { inside, outside };
  throw badModel("it does not say how many tokens it saw");
}

function isTokenCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** A table of counts in a model file. */
export function readTable(tables: unknown, feature: Feature): CountTable {
  const stored = isRecord(tables) ? tables[feature] : undefined;
  const { size, counts } = isRecord(stored) ? stored : {};
  const table =
    typeof size === "number" && typeof counts === "string" ? CountTable.decode(counts, size) : undefined;
  if (table === undefined) throw badModel(`its table of "${feature}" is damaged`);
  return table;
}
