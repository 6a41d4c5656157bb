import {
  badModel,
  type ModelFile,
  modelHead,
  readHeadOf,
  type Training,
  TreeEnsemble,
} from "../../model/index.ts";
import { type PackedContext, packContext, readContext } from "./context.ts";
import { type EncodedLexicon, Lexicon } from "./lexicon.ts";
import { FUSED_FEATURES } from "./rows.ts";
import {
  type PackedVerdict,
  packVerdictModel,
  readVerdictModel,
  type VerdictModel,
} from "./verdict/verdict.ts";

/** A trained model: lexicons of class names, and the trees. */
export interface FusedModel {
  readonly training: Training;
  /** What class names and ids say on articles. */
  readonly lexicon: Lexicon;
  /** What they say on pages of all kinds; a model of articles alone has none. */
  readonly otherLexicon?: Lexicon | undefined;
  /** Weigh the blocks of articles. */
  readonly trees: TreeEnsemble;
  /** Weigh the blocks of pages that are not articles; a model of articles alone has none. */
  readonly otherTrees?: TreeEnsemble | undefined;
  /** Weigh unsure blocks of articles again, by what is around them; a model may have none. */
  readonly contextTrees?: TreeEnsemble | undefined;
  /** Judges pages as a whole; a model of few pages has none. */
  readonly verdict?: VerdictModel | undefined;
}

/** The method's name in model files. */
const FUSED_METHOD = "fused";

/** A model as the value that its file holds as JSON. */
export function packFusedModel(model: FusedModel): ModelFile & {
  readonly lexicon: EncodedLexicon;
  readonly otherLexicon?: EncodedLexicon;
  readonly trees: string;
  readonly otherTrees?: string;
  readonly context?: PackedContext;
  readonly verdict?: PackedVerdict;
} {
  const { training, lexicon, otherLexicon, trees, otherTrees, contextTrees, verdict } = model;
  return {
    ...modelHead(FUSED_METHOD, FUSED_FEATURES, training),
    lexicon: lexicon.encode(),
    trees: trees.encode(),
    ...(otherLexicon && { otherLexicon: otherLexicon.encode() }),
    ...(otherTrees && { otherTrees: otherTrees.encode() }),
    ...(contextTrees && { context: packContext(contextTrees) }),
    ...(verdict && { verdict: packVerdictModel(verdict) }),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readFusedModel(value: unknown): FusedModel {
  const head = readHeadOf(FUSED_METHOD, FUSED_FEATURES, value);
  return {
    training: head.training,
    lexicon: readLexicon(head.lexicon),
    otherLexicon: head.otherLexicon == null ? undefined : readLexicon(head.otherLexicon),
    trees: readTrees(head.trees),
    otherTrees: head.otherTrees == null ? undefined : readTrees(head.otherTrees),
    contextTrees: head.context == null ? undefined : readContext(head.context),
    verdict: head.verdict == null ? undefined : readVerdictModel(head.verdict),
  };
}

function readLexicon(packed: unknown): Lexicon {
  const lexicon = Lexicon.decode(packed);
  if (lexicon === undefined) throw badModel("its lexicon of names is damaged");
  return lexicon;
}

function readTrees(packed: unknown): TreeEnsemble {
  const trees = typeof packed === "string" ? TreeEnsemble.decode(packed, FUSED_FEATURES) : undefined;
  if (trees === undefined) throw badModel("its trees are damaged");
  return trees;
}
