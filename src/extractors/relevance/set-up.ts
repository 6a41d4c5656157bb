import { makeStems, type StemOf } from "./keyword-stem.ts";
import type { RelevanceOptions } from "./options.ts";
import { NodeRooms } from "./rooms.ts";
import { type TagRoles, tagRoles } from "./tag-roles.ts";
import { WordTable } from "./word-table.ts";

/** What is made once for all pages. */
export interface SetUp {
  readonly options: RelevanceOptions;
  readonly stemOf: StemOf;
  readonly roles: TagRoles;
  readonly rooms: NodeRooms;
  /** For the words of one title after another. */
  readonly table: WordTable;
}

/** Makes what all pages share. */
export function makeSetUp(options: RelevanceOptions): SetUp {
  return {
    options,
    stemOf: makeStems(),
    roles: tagRoles(options),
    rooms: new NodeRooms(),
    table: new WordTable(0),
  };
}
