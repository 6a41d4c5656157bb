import { ATTRIBUTES } from "./attributes.data.ts";
import { MATH_ATTRIBUTES, NAMESPACED_ATTRIBUTES, SVG_ATTRIBUTES } from "./foreign-attributes.data.ts";
import { TAGS } from "./tags.data.ts";

/** Names that the standard's rules speak of and that have no tag id of their own. */
const RULE_NAMES = [
  "annotation-xml",
  "bgsound",
  "desc",
  "foreignobject",
  "image",
  "keygen",
  "malignmark",
  "mglyph",
  "mi",
  "mn",
  "mo",
  "ms",
  "mtext",
] as const;

/** Names that have the same number in every document: tag ids first, so that an element's name is its tag id. */
export const KNOWN_NAMES: readonly string[] = [
  ...new Set([
    ...TAGS,
    ...RULE_NAMES,
    ...ATTRIBUTES,
    ...SVG_ATTRIBUTES.flatMap((name) => [name, name.toLowerCase()]),
    ...NAMESPACED_ATTRIBUTES.flat(),
    ...MATH_ATTRIBUTES.flatMap((name) => [name, name.toLowerCase()]),
  ]),
];

/** The number of each. */
export const KNOWN_NUMBERS: ReadonlyMap<string, number> = new Map(
  KNOWN_NAMES.map((name, number) => [name, number]),
);

/** The numbers of names that the parser's rules know. */
export const NAME = Object.fromEntries(KNOWN_NUMBERS) as Readonly<
  Record<(typeof TAGS)[number] | (typeof RULE_NAMES)[number], number>
>;

/** The numbers of attributes' names that are compared as numbers. */
export const ATTRIBUTE = Object.fromEntries(KNOWN_NUMBERS) as Readonly<
  Record<(typeof ATTRIBUTES)[number], number>
>;
