import { tagTable } from "../../html/index.ts";
import type { RelevanceOptions } from "./options.ts";

/** Elements of the paper's list that set words in another style without parting them from the sentence around. */
const INLINE_TAGS = tagTable("a", "b", "strong", "span", "em", "font");

/** What tags are to the method, by their ids. */
export interface TagRoles {
  /** 1 for the tags of the list. */
  readonly listed: Uint8Array;
  /** 1 for those around a sentence that stand for it. */
  readonly wrapping: Uint8Array;
}

/** The roles that options give to tags. */
export function tagRoles({ tags, inline }: Pick<RelevanceOptions, "tags" | "inline">): TagRoles {
  const listed = tagTable(...tags);
  // Only tags that the list still has: a wrapper that can be related to nothing would take its sentence with it.
  const wrapping = listed.map((isListed, id) => (inline ? isListed & INLINE_TAGS[id]! : 0));
  return { listed, wrapping };
}
