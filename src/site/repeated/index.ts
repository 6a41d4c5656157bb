export { collectRepeated } from "./collect-repeated.ts";
export { RepeatedBlocks } from "./repeated-blocks.ts";
