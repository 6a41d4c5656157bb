import { foldTitle } from "../../sets/index.ts";

/** 1 where the same people are named, in any order, 0 where not, null where the label names nobody. */
export function authorSet(truth: readonly string[], found: readonly string[]): 0 | 1 | null {
  const asked = names(truth);
  if (asked.size === 0) return null;
  const given = names(found);
  return asked.size === given.size && [...asked].every((name) => given.has(name)) ? 1 : 0;
}

function names(list: readonly string[]): Set<string> {
  return new Set(list.map(foldTitle).filter((name) => name !== ""));
}

/** 1 where both titles fold to the same, 0 where not, null where the label has none. */
export function titleExact(truth: string | null, found: string | null): 0 | 1 | null {
  if (truth === null || foldTitle(truth) === "") return null;
  return found !== null && foldTitle(found) === foldTitle(truth) ? 1 : 0;
}
