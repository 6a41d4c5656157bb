/** `npm run train:wrapper`: makes the shipped model of the learned wrapper again, its card, and the module that carries it. */
import { SHIPPED_WRAPPER } from "./shipped-recipe.ts";
import { trainShipped } from "./train-shipped.ts";

const { pageType, pages, seed } = SHIPPED_WRAPPER;
await trainShipped("wrapper", [
  ...["--pages", `${pages}`, "--seed", `${seed}`, "--page-type", pageType, "--keep-first"],
]);
