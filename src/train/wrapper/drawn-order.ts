import type { Label } from "../../sets/index.ts";
import { hashText } from "../../text/index.ts";

/** Labels in an order that a seed draws, the same however many there are and wherever they stood. */
export function inDrawnOrder(labels: readonly Label[], seed: string): readonly Label[] {
  const place = new Map(labels.map((label) => [label, hashText(`${seed} ${label.id}`)]));
  return labels.toSorted((a, b) => place.get(a)! - place.get(b)!);
}
