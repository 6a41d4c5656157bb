import type { Plugin } from "rolldown";
import { rewriteCode } from "./rewrite-code.ts";

/** An escape and what it escapes, so that no backslash is read twice; or a character beyond ASCII. */
const WIDE = /\\[\s\S]|[^\0-\x7f]/g;

/**
 * Writes every character beyond ASCII as an escape. One of them in a file, and V8 holds all of it in two bytes a
 * character, and Node decodes it on a slower path.
 */
export function asciiOnly(): Plugin {
  return rewriteCode("ascii-only", escapeWide);
}

/** Code that says the same in ASCII, as long as it has wide characters in literals and comments alone. */
export function escapeWide(code: string): string {
  return code.replace(WIDE, (found) => {
    const wide = found.at(-1) ?? "";
    return wide > "\x7f" ? `\\u${wide.charCodeAt(0).toString(16).padStart(4, "0")}` : found;
  });
}
