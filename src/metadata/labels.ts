import { DATE_LABELS } from "./date-labels.data.ts";
import { readLabelledNames } from "./labelled-names.ts";
import type { Labels } from "./rule.ts";

const KINDS = Object.entries(DATE_LABELS).map(([kind, words]) => `(?<${kind}>${words.join("|")})`);

/** What pages of the main languages put beside the names of writers and beside dates. */
export const LABELS: Labels = {
  readNames: readLabelledNames,
  dates: new RegExp(KINDS.join("|"), "giu"),
};
