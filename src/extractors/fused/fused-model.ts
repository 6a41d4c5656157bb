import {
  badModel,
  checkFeatures,
  type EncodedLexicon,
  Lexicon,
  type ModelFile,
  modelHead,
  readModelHead,
  type Training,
  TreeEnsemble,
} from "../../model/index.ts";
import { FUSED_FEATURES } from "./rows.ts";
import {
  type PackedVerdict,
  packVerdictModel,
  readVerdictModel,
  type VerdictModel,
} from "./verdict/index.ts";

/** What training leaves: what class names say, and the trees that weigh everything. */
export interface FusedModel {
  readonly training: Training;
  readonly lexicon: Lexicon;
  /** Weigh the blocks of articles. */
  readonly trees: TreeEnsemble;
  /** Weigh the blocks of pages that are no articles; a model of articles alone has none. */
  readonly otherTrees?: TreeEnsemble | undefined;
  /** Judges pages as a whole; a model of few pages has none. */
  readonly verdict?: VerdictModel | undefined;
}

/** The method's name in model files. */
export const FUSED_METHOD = "fused";

/** A model as the value that its file holds as JSON. */
export function packFusedModel({ training, lexicon, trees, otherTrees, verdict }: FusedModel): ModelFile & {
  readonly lexicon: EncodedLexicon;
  readonly trees: string;
  readonly otherTrees?: string;
  readonly verdict?: PackedVerdict;
} {
  return {
    ...modelHead(FUSED_METHOD, FUSED_FEATURES, training),
    ...{ lexicon: lexicon.encode(), trees: trees.encode() },
    ...(otherTrees && { otherTrees: otherTrees.encode() }),
    ...(verdict && { verdict: packVerdictModel(verdict) }),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readFusedModel(value: unknown): FusedModel {
  const head = readModelHead(value);
  if (head.method !== FUSED_METHOD) throw badModel(`it is of the method ${head.method}, not ${FUSED_METHOD}`);
  checkFeatures(head, FUSED_FEATURES);
  const lexicon = Lexicon.decode(head.lexicon);
  if (lexicon === undefined) throw badModel("its lexicon of names is damaged");
  const trees = readTrees(head.trees);
  const otherTrees = head.otherTrees == null ? undefined : readTrees(head.otherTrees);
  const verdict = head.verdict == null ? undefined : readVerdictModel(head.verdict);
  return {
    ...{ training: head.training, lexicon, trees },
    ...(otherTrees && { otherTrees }),
    ...(verdict && { verdict }),
  };
}

function readTrees(packed: unknown): TreeEnsemble {
  const trees = typeof packed === "string" ? TreeEnsemble.decode(packed, FUSED_FEATURES) : undefined;
  if (trees === undefined) throw badModel("its trees are damaged");
  return trees;
}
