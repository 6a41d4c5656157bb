import {
  badModel,
  checkFeatures,
  type ModelFile,
  modelHead,
  readModelHead,
  type Training,
  TreeEnsemble,
} from "../../model/index.ts";
import { LEAN_FEATURES } from "./lean-rows.ts";

/** The method's name in model files. */
const LEAN_METHOD = "lean";

/** What training leaves. */
export interface LeanModel {
  readonly training: Training;
  /** Weigh the blocks of a page. */
  readonly trees: TreeEnsemble;
}

/** A model as the value that its file holds as JSON. */
export function packLeanModel({ training, trees }: LeanModel): ModelFile & { readonly trees: string } {
  return { ...modelHead(LEAN_METHOD, LEAN_FEATURES, training), trees: trees.encode() };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readLeanModel(value: unknown): LeanModel {
  const head = readModelHead(value);
  if (head.method !== LEAN_METHOD) throw badModel(`it is of the method ${head.method}, not ${LEAN_METHOD}`);
  checkFeatures(head, LEAN_FEATURES);
  const trees = typeof head.trees === "string" ? TreeEnsemble.decode(head.trees, LEAN_FEATURES) : undefined;
  if (trees === undefined) throw badModel("its trees are damaged");
  return { training: head.training, trees };
}
