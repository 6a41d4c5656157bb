/** `npm run train:fused`: makes the shipped model of the learned extractor again, and the module that carries it. */
import { SHIPPED_FUSED, SHIPPED_KINDS } from "./shipped-recipe.ts";
import { trainShipped } from "./train-shipped.ts";

const { seed, folds, boosting } = SHIPPED_FUSED;
await trainShipped("fused", [
  ...Object.keys(SHIPPED_KINDS),
  ...["--trees", `${boosting.trees}`, "--folds", `${folds}`, "--seed", `${seed}`],
]);
