import {
  Lexicon,
  type TableFile,
  TableReader,
  TableWriter,
  type Training,
  TreeEnsemble,
} from "../../model/index.ts";
import type { Extractor } from "../extractor.ts";
import type { MssModel } from "../mss/mss-model.ts";
import { restoreMss, storeMss } from "../mss/ready-mss.ts";
import { makeRelevance } from "../relevance/index.ts";
import { makeFusedWith } from "./fused.ts";
import type { FusedModel } from "./fused-model.ts";
import { restoreUnits, storeUnits } from "./ready-units.ts";
import { FUSED_FEATURES } from "./rows.ts";
import { restoreVerdict, storeVerdict } from "./verdict/verdict.ts";

/** A model with all its parts. */
type WholeModel = { readonly [Part in keyof FusedModel]-?: NonNullable<FusedModel[Part]> };

/** The file of the learned extractor's tables as they lie in memory, for processes that read one page. */
export function storeFused(model: WholeModel, mss: MssModel): TableFile {
  const file = new TableWriter();
  storeUnits(file);
  file.data(model.training);
  model.lexicon.store(file);
  model.otherLexicon.store(file);
  model.trees.store(file);
  model.otherTrees.store(file);
  storeVerdict(model.verdict, file);
  storeMss(mss, file);
  return file.finish();
}

/** The learned extractor from the file with a stamp; undefined where it is another, is damaged or is of a machine of another kind. */
export function restoreFused(bytes: Uint8Array, stamp: number): Extractor | undefined {
  const file = TableReader.of(bytes, stamp);
  if (file === undefined) return undefined;
  restoreUnits(file);
  const training = file.data();
  const model: WholeModel = {
    get training() {
      return training() as Training;
    },
    lexicon: Lexicon.restore(file),
    otherLexicon: Lexicon.restore(file),
    trees: TreeEnsemble.restore(file, FUSED_FEATURES),
    otherTrees: TreeEnsemble.restore(file, FUSED_FEATURES),
    verdict: restoreVerdict(file),
  };
  return makeFusedWith(() => model, { mss: restoreMss(file), relevance: makeRelevance() });
}
