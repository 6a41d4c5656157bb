/**
 * The learned extractor without the shipped models: from the JSON of model files, for small bundles, and from tables in their
 * memory layout, for the command. The tables save a process that reads one page from decoding the models: 20 of 115 ms.
 */
import { type TableFile, TableReader, TableWriter, type Training, TreeEnsemble } from "../../model/index.ts";
import { FEATURE_UNITS } from "../../page/index.ts";
import { FOLDED_UNITS, LOWER_UNITS, WORD_UNITS } from "../../text/index.ts";
import type { Extractor } from "../extractor.ts";
import { classifyByTrigram, OddsTable, trigramChances } from "../mss/classify.ts";
import { type MssModel, readMssModel } from "../mss/features.ts";
import { DEFAULT_OPTIONS, type MssExtractor, makeMssOf } from "../mss/supervised.ts";
import { TOKEN_UNITS } from "../mss/tokenise.ts";
import { makeRelevance } from "../relevance/relevance.ts";
import { type AttentionModel, readAttention, restoreAttention, storeAttention } from "./attention.ts";
import { CONTEXT_FEATURES } from "./context.ts";
import { makeFused } from "./fused.ts";
import { type FusedModel, readFusedModel } from "./fused-model.ts";
import { Lexicon } from "./lexicon.ts";
import { FUSED_FEATURES, makeBaseLearners, SKIMMED } from "./rows.ts";
import { restoreVerdict, storeVerdict } from "./verdict/verdict.ts";

/** The models of the base learners, as the JSON of their files. */
export interface BaseModels {
  readonly mss: unknown;
  /** The network beside the trees; without it, trees weigh alone. */
  readonly attention?: unknown;
}

/** The learned extractor of a model file's JSON; throws BAD_MODEL where a file is damaged or made for other features. */
export function fusedModel(json: unknown, models: BaseModels): Extractor {
  const model = readFusedModel(json);
  // Untyped callers may leave them out.
  const { mss, attention } = (models ?? {}) as Partial<BaseModels>;
  const mssModel = readMssModel(mss);
  const network = attention === undefined ? undefined : readAttention(attention);
  return makeFused(
    () => model,
    makeBaseLearners(() => mssModel),
    { network: network && (() => network) },
  );
}

/** The models that tables are made of. */
interface StoredModels {
  readonly mss: MssModel;
  readonly attention: AttentionModel;
}

/** The tables of the learned extractor; the model must have all its parts. */
export function storeFused(model: FusedModel, { mss, attention }: StoredModels): TableFile {
  const { training, lexicon, otherLexicon, trees, otherTrees, contextTrees, verdict } = model;
  if (!otherLexicon || !otherTrees || !contextTrees || !verdict) throw new Error("The model lacks a part");
  const file = new TableWriter();
  for (const { table } of [LOWER_UNITS, FOLDED_UNITS, WORD_UNITS, TOKEN_UNITS, FEATURE_UNITS]) {
    file.numbers(table);
  }
  file.data(training);
  for (const part of [lexicon, otherLexicon, trees, otherTrees, contextTrees]) part.store(file);
  storeVerdict(verdict, file);
  storeMss(mss, file);
  storeAttention(attention, file);
  return file.finish();
}

/** The learned extractor of stored tables; undefined where they have another stamp, are damaged or were written on another kind of machine. */
export function restoreFused(bytes: Uint8Array, stamp: number): Extractor | undefined {
  const file = TableReader.of(bytes, stamp);
  if (file === undefined) return undefined;
  LOWER_UNITS.put(file.numbers(Uint16Array));
  FOLDED_UNITS.put(file.numbers(Uint16Array));
  WORD_UNITS.put(file.numbers(Uint8Array));
  TOKEN_UNITS.put(file.numbers(Uint32Array));
  FEATURE_UNITS.put(file.numbers(Uint32Array));
  const model: FusedModel = {
    training: file.data() as Training,
    lexicon: Lexicon.restore(file),
    otherLexicon: Lexicon.restore(file),
    trees: TreeEnsemble.restore(file, FUSED_FEATURES),
    otherTrees: TreeEnsemble.restore(file, FUSED_FEATURES),
    contextTrees: TreeEnsemble.restore(file, CONTEXT_FEATURES),
    verdict: restoreVerdict(file),
  };
  const baseLearners = { mss: restoreMss(file), relevance: makeRelevance() };
  const attention = restoreAttention(file);
  return makeFused(() => model, baseLearners, { network: () => attention });
}

/** Stores what MSS with its default options reads of a model. */
function storeMss(model: MssModel, file: TableWriter): void {
  const { trigram, coarse, classes } = trigramChances(model, DEFAULT_OPTIONS);
  file.data({ tags: model.tags, domains: model.training.domains });
  for (const table of [trigram, coarse, classes]) table.store(file);
}

function restoreMss(file: TableReader): MssExtractor {
  const { tags, domains } = file.data() as Record<"tags" | "domains", readonly string[]>;
  const chances = {
    trigram: OddsTable.restore(file),
    coarse: OddsTable.restore(file),
    classes: OddsTable.restore(file),
  };
  return makeMssOf(
    "mss",
    { ...DEFAULT_OPTIONS, ...SKIMMED },
    {
      trainedOn: () => domains,
      scoring: () => ({ tags, classify: classifyByTrigram(chances, DEFAULT_OPTIONS) }),
    },
  );
}
