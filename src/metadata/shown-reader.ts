import { readLabelledNames } from "./labelled-names.ts";
import type { ShownReader } from "./rule.ts";
import { shownDate } from "./shown-date.ts";
import { shownWall } from "./shown-wall.ts";

/** Reads writers, dates and walls as pages of the main languages show them. */
export const shownReader: ShownReader = {
  readNames: readLabelledNames,
  readDate: shownDate,
  readWall: shownWall,
};
