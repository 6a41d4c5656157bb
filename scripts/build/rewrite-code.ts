import type { Plugin } from "rolldown";

/** Rewrites the code of every file that is written, types left alone. */
export function rewriteCode(name: string, rewrite: (code: string) => string): Plugin {
  return {
    name,
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && file.fileName.endsWith(".js")) file.code = rewrite(file.code);
      }
    },
  };
}
