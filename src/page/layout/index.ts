export { DEFAULT_SCREEN, DISPLAYS, type Display, type Layout, type Screen } from "./layout.ts";
