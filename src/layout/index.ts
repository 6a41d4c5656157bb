export { DEFAULT_SCREEN, estimateLayout, isLeafShown, layoutOf, MAKES_BOX } from "./estimate-layout.ts";
