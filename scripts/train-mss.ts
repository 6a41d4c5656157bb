/** `npm run train:mss`: makes the shipped MSS model again, its card, and the module that carries it. */
import { OLD_NEWSROOM, SHIPPED_OPTIONS, SHIPPED_SETS } from "./shipped-recipe.ts";
import { trainShipped } from "./train-shipped.ts";

const { pageType, minTokens, maxTags, augmentations, maxFeatures, seed } = SHIPPED_OPTIONS;
const LICENCES = Object.entries({ ...SHIPPED_SETS, [OLD_NEWSROOM]: "written by us" });

await trainShipped("mss", [
  ...["--page-type", pageType, "--keep-first", "--min-tokens", `${minTokens}`, "--max-tags", `${maxTags}`],
  ...["--augment", `${augmentations}`, "--max-features", `${maxFeatures}`, "--seed", `${seed}`],
  ...LICENCES.flatMap(([set, licence]) => ["--licence", `${set}=${licence}`]),
]);
