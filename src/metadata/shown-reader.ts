import { WALL_WORDS } from "../page/index.ts";
import { readLabelledNames } from "./labelled-names.ts";
import type { ShownReader } from "./rule.ts";
import { shownDate } from "./shown-date.ts";

/** Reads writers, dates and requests to subscribe as pages of the main languages show them. */
export const shownReader: ShownReader = {
  readNames: readLabelledNames,
  readDate: shownDate,
  walls: WALL_WORDS,
};
