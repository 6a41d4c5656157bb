/** ECON's verdicts on a page: whole and alone, whole with noise, or not whole. */
export type EconClass = "correctly" | "wrongly" | "missed";

/** The share of words at which a text counts as whole, or as alone; the paper judged by eye and names no figure. */
export const WHOLE = 0.95;

/** ECON's verdict from word precision and recall. */
export function econClass(precision: number, recall: number): EconClass {
  if (recall < WHOLE) return "missed";
  return precision >= WHOLE ? "correctly" : "wrongly";
}
