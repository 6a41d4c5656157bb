import { OLD_NEWSROOM } from "../../scripts/shipped-recipe.ts";
import { BASE_LEARNERS } from "../../src/extractors/fused/base-learners.ts";
import { FUSED_FEATURES } from "../../src/extractors/index.ts";
import { BLOCK_FEATURES, FEATURE_FAMILIES } from "../../src/page/index.ts";
import type { TreeChange } from "../../src/train/index.ts";

/** Trees that had to do without something. */
export interface Variant {
  /** What was left out. */
  readonly name: string;
  readonly change: TreeChange;
}

/** Seeds by which the whole recipe is followed: their spread is what chance does. */
export const SEEDS: readonly number[] = [1, 2, 3, 4];

const HIDDEN_SHARE = "text.hiddenShare";

/** Without each family of features, and without what class names and ids say. */
export const WITHOUT_FAMILIES: readonly Variant[] = [
  ...FEATURE_FAMILIES.map((family) => {
    const own = new Set(
      BLOCK_FEATURES.filter((feature) => feature.family === family).map(({ name }) => name),
    );
    return withoutFeatures(family, (feature) => own.has(feature));
  }),
  withoutFeatures("names", (feature) => feature.endsWith("names")),
  withoutFeatures("the hidden share", (feature) => feature === HIDDEN_SHARE),
];

/** Without each paper's answer, and without both. */
export const WITHOUT_EVIDENCE: readonly Variant[] = [
  ...BASE_LEARNERS.map((id) => withoutLearners(id, [id])),
  withoutLearners("both", BASE_LEARNERS),
];

/** Without what makes the model's pages more various than they are. */
export const WITHOUT_AUGMENTATION: readonly Variant[] = [
  { name: "clothes", change: { augmented: false } },
  { name: "dropped families", change: { dropped: 0 } },
  { name: "made-up old pages", change: { choose: isReal } },
  { name: "clothes and made-up pages", change: { augmented: false, choose: isReal } },
];

/** How many features a variant lacks. */
export function countLeftOut({ change: { without } }: Variant): number {
  return without === undefined ? 0 : FUSED_FEATURES.filter(without).length;
}

function withoutFeatures(name: string, without: (feature: string) => boolean): Variant {
  return { name, change: { without } };
}

function withoutLearners(name: string, ids: readonly string[]): Variant {
  return withoutFeatures(name, (feature) => ids.some((id) => isOf(feature, id)));
}

/** Features from another extractor are named by its id and one word more. */
function isOf(feature: string, id: string): boolean {
  return feature.slice(0, feature.lastIndexOf(" ")) === id;
}

function isReal({ set }: { readonly set: string }): boolean {
  return set !== OLD_NEWSROOM;
}
