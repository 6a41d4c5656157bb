import { tagTable } from "../../html/index.ts";

/** Elements without an end tag. */
export const VOID_TAGS = tagTable(
  ...(["area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input"] as const),
  ...(["link", "meta", "param", "source", "track", "wbr"] as const),
);
