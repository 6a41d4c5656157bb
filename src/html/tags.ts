import { ATTRIBUTES } from "./attributes.data.ts";
import { MATH_ATTRIBUTES, NAMESPACED_ATTRIBUTES, SVG_ATTRIBUTES } from "./foreign-attributes.data.ts";
import { BLOCK_NAMES, DATA_NAMES, MEDIA_NAMES, RULE_NAMES, TAGS } from "./tags.data.ts";

/** A known element name. */
export type TagName = Exclude<(typeof TAGS)[number], "#other">;

/** The id of every known element name, as found in `Document.tag`; `TAG["#other"]` is 0. */
export const TAG = Object.fromEntries(TAGS.map((name, id) => [name, id])) as Readonly<
  Record<(typeof TAGS)[number], number>
>;

const IDS: ReadonlyMap<string, number> = new Map(TAGS.map((name, id) => [name, id]));

/** The id of an element name, 0 for one we have no id for. */
export function tagId(name: string): number {
  return IDS.get(name) ?? 0;
}

/** A membership table over tag ids: `table[document.tag[node]]` is 1 for the named tags. */
export function tagTable(...names: readonly TagName[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const name of names) table[TAG[name]] = 1;
  return table;
}

/** Elements that start a new block of text (CSS `display` other than inline, in browsers' default style sheets). */
export const BLOCK_TAGS = tagTable(...BLOCK_NAMES);

/** Elements that show something other than text. */
export const MEDIA_TAGS = tagTable(...MEDIA_NAMES);

/** Elements whose text is data for machines, never prose. */
export const DATA_TAGS = tagTable(...DATA_NAMES);

/** Headings h1 to h6. */
export const HEADING_TAGS = tagTable("h1", "h2", "h3", "h4", "h5", "h6");

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
