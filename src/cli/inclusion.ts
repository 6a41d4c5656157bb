import { DEFAULT_INCLUSION, type Inclusion } from "../assemble/index.ts";
import { NewsError } from "../errors/index.ts";

const PARTS = Object.keys(DEFAULT_INCLUSION) as readonly (keyof Inclusion)[];

/** The parts of an article that are kept unless they are excluded, in words. */
export const PARTS_IN: string = PARTS.filter((part) => DEFAULT_INCLUSION[part]).join(", ");

/** The parts that are left out unless they are included, in words. */
export const PARTS_OUT: string = PARTS.filter((part) => !DEFAULT_INCLUSION[part]).join(", ");

/** Reads `--include` and `--exclude`; a part in both is left out. */
export function readInclusion(
  include: readonly string[] = [],
  exclude: readonly string[] = [],
): Partial<Inclusion> {
  const unknown = [...include, ...exclude].find((word) => partOf(word) === undefined);
  if (unknown !== undefined) {
    throw new NewsError("BAD_OPTION", `An article has no part "${unknown}"; it has ${PARTS.join(", ")}.`);
  }
  const chosen = [
    ...include.map((word) => [partOf(word), true]),
    ...exclude.map((word) => [partOf(word), false]),
  ];
  return Object.fromEntries(chosen);
}

function partOf(word: string): keyof Inclusion | undefined {
  // Command lines often spell pullQuotes as pull-quotes.
  const plain = word.replaceAll("-", "").toLowerCase();
  return PARTS.find((part) => part.toLowerCase() === plain);
}
