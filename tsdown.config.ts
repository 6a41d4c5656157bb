import { defineConfig } from "tsdown";

/**
 * What people import, and what starts by itself: the command and the workers. The rest is gathered into a few files, as Node
 * takes longer to find and open hundreds of small ones than to run them.
 */
const ENTRIES = {
  index: "src/index.ts",
  core: "src/core.ts",
  fused: "src/fused.ts",
  "browser/index": "src/browser/index.ts",
  "site/index": "src/site/index.ts",
  "contract/extractor": "test/contract/extractor.ts",
  "cli/main": "src/cli/main.ts",
  "parts/page-worker": "src/batch/page-worker.ts",
  "parts/score-worker": "src/eval/score-worker.ts",
};

export default defineConfig({
  entry: ENTRIES,
  outDir: "dist",
  clean: true,
  format: "esm",
  target: "node22",
  fixedExtension: false,
  dts: true,
  deps: { onlyBundle: [] },
  checks: { bundlerTimings: false },
  logLevel: "warn",
  // Shared code lies two folders down, as its sources do: it finds package.json and its workers from there.
  outputOptions: { chunkFileNames: "parts/[name].js" },
});
