export { blocksIn, segmentPage, type VipsOptions, type VisualBlock } from "./segment-page.ts";
export { makeVips } from "./vips.ts";
