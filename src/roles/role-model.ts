import { LEAF_ROLES, type LeafRole } from "../article/index.ts";
import {
  badModel,
  checkFeatures,
  isRecord,
  type ModelFile,
  modelHead,
  readModelHead,
  type Training,
  TreeEnsemble,
  toProbability,
} from "../model/index.ts";
import type { Page } from "../page/index.ts";
import { BATCH_ROWS, describeBlocks, ROLE_FEATURES } from "./role-features.ts";

/** What training leaves of roles: trees for each, one against all others. */
export interface RoleModel {
  readonly training: Training;
  readonly trees: Readonly<Record<LeafRole, TreeEnsemble>>;
}

/** The method's name in model files. */
const METHOD = "roles";

/** A model as the value that its file holds as JSON. */
export function packRoleModel({
  training,
  trees,
}: RoleModel): ModelFile & { readonly trees: Readonly<Record<string, string>> } {
  return {
    ...modelHead(METHOD, ROLE_FEATURES, training),
    trees: Object.fromEntries(LEAF_ROLES.map((role) => [role, trees[role].encode()])),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readRoleModel(value: unknown): RoleModel {
  const head = readModelHead(value);
  if (head.method !== METHOD) throw badModel(`it is of the method ${head.method}, not ${METHOD}`);
  checkFeatures(head, ROLE_FEATURES);
  const packed = isRecord(head.trees) ? head.trees : {};
  const read = (role: LeafRole) => {
    const own = packed[role];
    const trees = typeof own === "string" ? TreeEnsemble.decode(own, ROLE_FEATURES) : undefined;
    if (trees === undefined) throw badModel(`its trees for ${role} are damaged`);
    return [role, trees] as const;
  };
  const trees = Object.fromEntries(LEAF_ROLES.map(read)) as Record<LeafRole, TreeEnsemble>;
  return { training: head.training, trees };
}

/** Pages with more blocks are lists of data: their roles are told by rules alone. */
const MOST_BLOCKS = 20_000;

const BODY = LEAF_ROLES.indexOf("body");
const BOILERPLATE = LEAF_ROLES.indexOf("boilerplate");

/**
 * The chance of every role for every block, `LEAF_ROLES.length` numbers a block that add up to 1; 0 for blocks without text.
 * It reads the page alone, so any step of an extractor can ask for it; it takes four fifths of the time of `quick`.
 * Undefined for pages with too many blocks.
 */
export function roleChances(page: Page, { trees }: Pick<RoleModel, "trees">): Float32Array | undefined {
  if (page.blocks.count > MOST_BLOCKS) return undefined;
  const width = LEAF_ROLES.length;
  const chances = new Float32Array(page.blocks.count * width);
  const logOdds = new Float64Array(BATCH_ROWS);
  describeBlocks(page.revealed, (blocks, rows, count) => {
    for (const [at, role] of LEAF_ROLES.entries()) {
      trees[role].scoreRows(rows, count, logOdds);
      for (let row = 0; row < count; row++) chances[blocks[row]! * width + at] = toProbability(logOdds[row]!);
    }
    for (let row = 0; row < count; row++)
      settle(chances.subarray(blocks[row]! * width, (blocks[row]! + 1) * width));
  });
  return chances;
}

/**
 * Makes the chances of one block add up to 1. What no role of its own claims is text of the article or nothing in particular: real
 * pages are full of blocks that are like none that was learned from.
 */
function settle(chances: Float32Array): void {
  const [body, boilerplate] = [chances[BODY]!, chances[BOILERPLATE]!];
  chances[BODY] = 0;
  chances[BOILERPLATE] = 0;
  const claimed = chances.reduce((sum, chance) => sum + chance, 0);
  const scale = claimed > MAX_CLAIMED ? MAX_CLAIMED / claimed : 1;
  for (let at = 0; at < chances.length; at++) chances[at] = chances[at]! * scale;
  const rest = 1 - claimed * scale;
  chances[BODY] = (rest * body) / (body + boilerplate);
  chances[BOILERPLATE] = rest - chances[BODY]!;
}

/** However sure roles of their own are, a block may be something else. */
const MAX_CLAIMED = 0.98;
