/** `npm run train:fused`: makes the shipped model of the learned extractor again, and the module that carries it. */
import { trainShipped } from "./train-shipped.ts";

await trainShipped("fused", ["--trees", "150", "--folds", "3", "--seed", "1"]);
