export { type DropReason, type Drops, describeDrops } from "./drops.ts";
export { alignTruth } from "./mss/align-truth.ts";
export { type CardFacts, makeCard } from "./mss/card.ts";
export { type Example, MssCounter, type PruneOptions, type Source } from "./mss/mss-counter.ts";
export { type TrainedMss, type TrainMssOptions, trainMss } from "./mss/train-mss.ts";
export { readPage } from "./read-page.ts";
