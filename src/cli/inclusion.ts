import { DEFAULT_INCLUSION, type Inclusion } from "../assemble/index.ts";
import { NewsError } from "../errors/index.ts";

const PARTS = Object.keys(DEFAULT_INCLUSION) as readonly (keyof Inclusion)[];

/** The parts of an article that can be kept or left out, as the command line names them. */
export const PART_NAMES: readonly string[] = PARTS.map(asOption);

/** Reads `--include` and `--exclude`; a part in both is left out. */
export function readInclusion(include: readonly string[], exclude: readonly string[]): Partial<Inclusion> {
  const unknown = [...include, ...exclude].find((word) => partOf(word) === undefined);
  if (unknown !== undefined) {
    throw new NewsError(
      "BAD_OPTION",
      `An article has no part "${unknown}"; it has ${PART_NAMES.join(", ")}.`,
    );
  }
  const chosen = [
    ...include.map((word) => [partOf(word), true]),
    ...exclude.map((word) => [partOf(word), false]),
  ];
  return Object.fromEntries(chosen);
}

function partOf(word: string): keyof Inclusion | undefined {
  return PARTS.find((part) => part === word || asOption(part) === word);
}

function asOption(part: string): string {
  return part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
