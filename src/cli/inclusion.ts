import { Option } from "commander";
import { DEFAULT_INCLUSION, type Inclusion } from "../assemble/index.ts";
import { NewsError } from "../errors/index.ts";
import { wordList } from "./option-values.ts";

const PARTS = Object.keys(DEFAULT_INCLUSION) as readonly (keyof Inclusion)[];

/** What the two options are read as. */
export interface InclusionOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** The parts of an article that are kept unless they are excluded, in words. */
const PARTS_IN = PARTS.filter((part) => DEFAULT_INCLUSION[part]).join(", ");

/** The parts that are left out unless they are included, in words. */
const PARTS_OUT = PARTS.filter((part) => !DEFAULT_INCLUSION[part]).join(", ");

/** The option that names parts to add. */
export function includeOption(): Option {
  const description = `parts to add wherever the page shows them: ${PARTS_OUT}; also standfirst`;
  return new Option("--include <parts>", description).argParser(wordList);
}

/** The option that names parts to leave out. */
export function excludeOption(): Option {
  const description = `parts to leave out that are kept by default: ${PARTS_IN}`;
  return new Option("--exclude <parts>", description).argParser(wordList);
}

/** Reads `--include` and `--exclude`; a part in both is left out. */
export function readInclusion({ include = [], exclude = [] }: InclusionOptions): Partial<Inclusion> {
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

/** What was read of the two options, the same for all ways to spell it; null where nothing was said. */
export function describeInclusion(
  inclusion: Partial<Inclusion>,
): Readonly<Record<"--include" | "--exclude", string | null>> {
  const named = (isIn: boolean) => PARTS.filter((part) => inclusion[part] === isIn).join(",") || null;
  return { "--include": named(true), "--exclude": named(false) };
}

function partOf(word: string): keyof Inclusion | undefined {
  // Command lines often spell pullQuotes as pull-quotes.
  const plain = word.replaceAll("-", "").toLowerCase();
  return PARTS.find((part) => part.toLowerCase() === plain);
}
