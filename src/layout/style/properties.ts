import { BOX_PROPERTIES, KEYWORD_PROPERTIES, OTHER_PROPERTIES } from "./properties.data.ts";

type BoxProperty = (typeof BOX_PROPERTIES)[number];
type KeywordProperty = keyof typeof KEYWORD_PROPERTIES;

/** A supported property; shorthands expand into these. */
export type Property = BoxProperty | KeywordProperty | (typeof OTHER_PROPERTIES)[number];

/** The first properties are box lengths; this many. */
export const BOX_PROPERTY_COUNT = BOX_PROPERTIES.length;

/** One past the id of the last keyword property. */
export const KEYWORD_PROPERTY_END = BOX_PROPERTY_COUNT + Object.keys(KEYWORD_PROPERTIES).length;

const NAMES: readonly Property[] = [
  ...BOX_PROPERTIES,
  ...(Object.keys(KEYWORD_PROPERTIES) as KeywordProperty[]),
  ...OTHER_PROPERTIES,
];

/** The id of every property. */
export const PROPERTY = Object.fromEntries(NAMES.map((name, id) => [name, id])) as Readonly<
  Record<Property, number>
>;

/** How many properties there are. */
export const PROPERTY_COUNT = NAMES.length;

/** How to interpret the value of a declaration. */
export const UNIT = { px: 0, em: 1, rem: 2, auto: 3, code: 4, number: 5, inherit: 6, initial: 7 } as const;

/** Codes for weights that are relative to the parent's, next to their most common results. */
export const RELATIVE_WEIGHT = { bolder: 701, lighter: 399 } as const;

/** Codes of computed `display` values; the first are those of `DISPLAYS`. */
export const BOX = {
  none: 0,
  block: 1,
  inline: 2,
  inlineBlock: 3,
  flex: 4,
  grid: 5,
  table: 6,
  row: 7,
  cell: 8,
  listItem: 9,
  contents: 10,
  inlineFlex: 11,
  inlineGrid: 12,
  inlineTable: 13,
  rowGroup: 14,
  caption: 15,
} as const;
