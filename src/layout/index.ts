export { DEFAULT_SCREEN, estimateLayout, layoutOf } from "./estimate-layout.ts";
