import type { Label } from "../../sets/index.ts";

/** What of a truth says which blocks are the article's, and what they are to it. */
export type BlockTruth = Pick<Label["truth"], "title" | "authors" | "published" | "body">;

/** A block of which a larger share is the body's is content. */
export const CONTENT_SHARE = 0.5;
