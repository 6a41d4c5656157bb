import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Rolldown } from "vite";
import { asciiOnly } from "../scripts/build/ascii-only.ts";
import { writeLicences } from "../scripts/build/licences.ts";

/** What a visitor loads before the first view: a screen that nobody opened may be larger. */
const MAX_INITIAL_BYTES = 150_000;

/** Fails the build when the scripts of the first view are larger than they may be. */
function limitInitialScript(): Rolldown.Plugin {
  return {
    name: "limit-initial-script",
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])),
      );
      const initial = new Set<string>();
      const visit = (name: string): void => {
        const chunk = chunks.get(name);
        if (chunk === undefined || initial.has(name)) return;
        initial.add(name);
        for (const imported of chunk.imports) visit(imported);
      };
      for (const chunk of chunks.values()) if (chunk.isEntry) visit(chunk.fileName);
      const sizes = [...initial].map((name) => gzipSync(chunks.get(name)?.code ?? "").length);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const message = `${(total / 1000).toFixed(1)} KB gzipped of ${MAX_INITIAL_BYTES / 1000} KB`;
      if (total > MAX_INITIAL_BYTES) this.error(`The studio's initial script has ${message}.`);
      this.info(`The studio's initial script has ${message}.`);
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: "/studio/",
  publicDir: false,
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: join(import.meta.dirname, "../dist/studio"),
    assetsDir: "",
    emptyOutDir: true,
    target: "es2023",
    // Nothing inline: the policy of the server allows no inline script, and pictures come as files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { plugins: [asciiOnly(), writeLicences(), limitInitialScript()] },
  },
});
