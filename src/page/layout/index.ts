export { estimateLayout } from "./estimate-layout.ts";
export { DEFAULT_SCREEN, DISPLAYS, type Display, type Layout, type Screen } from "./layout.ts";
export { layoutOf } from "./layout-of.ts";
