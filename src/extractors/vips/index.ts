export type { VipsOptions } from "./options.ts";
export { segmentPage } from "./segment-page.ts";
export { makeVips } from "./vips.ts";
export { blocksIn, type VisualBlock } from "./visual-block.ts";
