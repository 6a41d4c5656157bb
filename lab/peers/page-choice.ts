import { NewsError } from "../../src/errors/index.ts";
import type { Label } from "../../src/sets/index.ts";

/** Which pages of which set to measure. */
export interface PageChoice {
  /** The set's name or path. */
  readonly set: string;
  /** Only pages of this type. */
  readonly pageType: string | undefined;
  /** Every how manieth page of the index. */
  readonly every: number;
}

/** Reads `SET[:TYPE][@N]`: the pages of a type among every Nth page of a set. */
export function readChoice(word: string): PageChoice {
  const [, set, pageType, every] = /^(.+?)(?::([a-z-]+))?(?:@([1-9]\d*))?$/i.exec(word) ?? [];
  if (set === undefined) throw new NewsError("BAD_OPTION", `Write a set as SET[:TYPE][@N], not "${word}"`);
  return { set, pageType, every: Number(every ?? 1) };
}

/** Whether a page is chosen, by its place in the index, its type and a body to measure against. */
export function isChosen({ pageType, every }: PageChoice, label: Label, at: number): boolean {
  return (
    at % every === 0 &&
    (pageType === undefined || label.pageType === pageType) &&
    label.truth.body !== null &&
    !label.truth.bodyIsPrefix
  );
}
