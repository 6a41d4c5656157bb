import { LEAF_ROLES, type LeafRole } from "../../article/index.ts";
import type { Training, TreeEnsemble } from "../../model/index.ts";
import { describeBlocks, ROLE_FEATURES, type RoleModel } from "../../roles/index.ts";
import { hashText, seededRandom } from "../../text/index.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions } from "../boosting/options.ts";
import { trainTrees } from "../boosting/train-trees.ts";
import { bitOf, type RolePage } from "./role-examples.ts";

/** How roles are learned. */
interface TrainRolesOptions {
  readonly seed: number;
  readonly boosting: Partial<BoostingOptions>;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** Few and small trees: all twelve roles together have to stay below 100 KB. */
const BOOSTING: Partial<BoostingOptions> = {
  trees: 40,
  maxDepth: 5,
  learningRate: 0.2,
  columnShare: 0.3,
  minChildWeight: 10,
  lambda: 2,
};

/** Of the blocks of which only some roles are ruled out, which real pages have by the hundred, this share is learned from. */
const UNSURE_SHARE = 0.25;
/** How often the columns that a rule read are missing from a block that the rule labelled. */
const MASKED_SHARE = 0.7;
const RULE_COLUMNS: readonly number[] = [
  "inComments",
  ...["named.comment", "named.related", "named.promotion", "named.list"],
  ...["up.nav", "up.footer", "up.figure", "tag.figcaption"],
].map((name) => ROLE_FEATURES.indexOf(name));

/** Learns roles from pages of which some or all are known: trees for each role against all others. */
export function trainRoles(
  pages: Iterable<RolePage>,
  training: Training,
  options: Partial<TrainRolesOptions> = {},
): RoleModel {
  const { seed = 1, boosting, onStep } = options;
  const examples = readExamples(pages, seed);
  const settings = { ...BOOSTING_DEFAULTS, ...BOOSTING, ...boosting, seed };
  const grow = (role: LeafRole): readonly [LeafRole, TreeEnsemble] => {
    const chosen = examples.filter(({ mask }) => mask === bitOf(role) || (mask & bitOf(role)) === 0);
    const positives = chosen.filter(({ mask }) => mask === bitOf(role)).length;
    onStep?.(`${role}: ${positives} of ${chosen.length} blocks`);
    return [role, growOne(chosen, bitOf(role), settings)];
  };
  return { training, trees: Object.fromEntries(LEAF_ROLES.map(grow)) as Record<LeafRole, TreeEnsemble> };
}

interface RoleExample {
  readonly row: Float32Array;
  readonly mask: number;
  readonly weight: number;
}

function growOne(examples: readonly RoleExample[], bit: number, options: BoostingOptions): TreeEnsemble {
  const width = ROLE_FEATURES.length;
  const values = new Float32Array(examples.length * width);
  for (const [at, { row }] of examples.entries()) values.set(row, at * width);
  const labels = Float32Array.from(examples, ({ mask }) => Number(mask === bit));
  const weights = Float32Array.from(examples, ({ weight }) => weight);
  return trainTrees({ names: ROLE_FEATURES, values, labels, weights }, options).trees;
}

function readExamples(pages: Iterable<RolePage>, seed: number): readonly RoleExample[] {
  const examples: RoleExample[] = [];
  let number = 0;
  for (const { page, masks, byRule, weight } of pages) {
    const random = seededRandom(hashText(`${seed} ${number++}`));
    describeBlocks(page.revealed, (blocks, rows, count) => {
      for (let at = 0; at < count; at++) {
        const mask = masks[blocks[at]!]!;
        const isSure = (mask & (mask - 1)) === 0;
        if (mask === 0 || (!isSure && random() > UNSURE_SHARE)) continue;
        const row = rows.slice(at * ROLE_FEATURES.length, (at + 1) * ROLE_FEATURES.length);
        if (byRule[blocks[at]!] === 1 && random() < MASKED_SHARE)
          for (const column of RULE_COLUMNS) row[column] = Number.NaN;
        examples.push({ row, mask, weight });
      }
    });
  }
  return examples;
}
