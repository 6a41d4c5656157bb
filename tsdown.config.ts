import { esmExternalRequirePlugin } from "rolldown/plugins";
import { defineConfig } from "tsdown";
import { asciiOnly } from "./scripts/build/ascii-only.ts";
import { FUSED_STAMP, fusedTables } from "./scripts/build/fused-tables.ts";
import { lateNode, latePackages } from "./scripts/build/late-imports.ts";
import { writeLicences } from "./scripts/build/licences.ts";

/** What people import, and what starts by itself: the command and the workers. */
const ENTRIES = {
  index: "src/index.ts",
  node: "src/node.ts",
  "client/index": "src/client/index.ts",
  core: "src/core.ts",
  fused: "src/fused.ts",
  parts: "src/parts.ts",
  papers: "src/papers.ts",
  "browser/index": "src/browser/index.ts",
  "site/index": "src/site/index.ts",
  "store/index": "src/store/index.ts",
  "contract/extractor": "test/contract/extractor.ts",
  "cli/main": "src/cli/main.ts",
  "parts/pool-worker": "src/batch/pool-worker.ts",
  "parts/page-worker": "src/batch/page-worker.ts",
  "parts/parquet-worker": "src/batch/parquet-worker.ts",
  "parts/site-worker": "src/server/site-worker.ts",
  "parts/extract-worker": "src/server/extract-worker.ts",
  "parts/studio-worker": "src/server/studio/studio-worker.ts",
  "parts/studio-job-worker": "src/server/studio/studio-job-worker.ts",
  "parts/score-worker": "src/eval/score-worker.ts",
};

/** Packages that most processes load: Node takes longer to find and open their files than to run them. */
const BUNDLED = [
  "@exodus/bytes",
  "commander",
  "entities",
  "jschardet",
  "snowball-stemmers",
  "stemmer",
  "tldts",
  "tldts-core",
  "typebox",
];

/**
 * The shared code as a few files, each with all that it imports and no earlier one has: Node takes longer to find and open
 * many files than to run them, and a bundler for a browser takes of the first no more than the small core needs.
 */
const PARTS = [
  { name: "models", test: /shipped-models\.data\.ts$/ },
  // Not what the types are made of (`.d.ts`): a part that takes both in is written as code alone.
  { name: "errors", test: /src\/(?:errors\/[\w-]+(?:\.data)?|cli\/failure-line)\.ts$/ },
  { name: "core", test: /src\/core\.ts$/ },
  { name: "suffixes", test: /src\/url\/public-suffixes\.ts$/ },
  {
    name: "whole",
    test: /src\/(?:default-parts|extractors\/extractor-ids|profile\/[\w-]+)\.ts$/,
  },
  { name: "command-line", test: /src\/cli\/command-line\.ts$/ },
  { name: "extract-command", test: /src\/cli\/extract\.ts$/ },
  { name: "fused", test: /src\/extractors\/fused\/load-fused\.ts$/ },
];

export default defineConfig({
  entry: ENTRIES,
  outDir: "dist",
  clean: true,
  format: "esm",
  target: "node22",
  // The same files for Node and for browsers: of packages with a build for each, the one that runs in both.
  platform: "neutral",
  inputOptions: {
    resolve: { mainFields: ["module", "main"], conditionNames: ["browser", "import", "default"] },
  },
  // Less to read and to parse. Lines stay, as Node prints the whole line that an uncaught error comes from; so do names at the
  // top of a file, which traces of errors and programs for pages are told by.
  minify: { compress: true, mangle: { toplevel: false }, codegen: { removeWhitespace: false } },
  define: { FUSED_STAMP: `${FUSED_STAMP}` },
  fixedExtension: false,
  dts: true,
  plugins: [
    lateNode(),
    esmExternalRequirePlugin({ external: [/^node:/] }),
    latePackages(),
    asciiOnly(),
    fusedTables(),
    writeLicences(),
  ],
  deps: { alwaysBundle: BUNDLED.map((name) => new RegExp(`^${name}(?:$|/)`)), onlyBundle: BUNDLED },
  checks: { bundlerTimings: false },
  logLevel: "warn",
  // Shared code lies two folders down, as its sources do: it finds package.json and its workers from there.
  outputOptions: {
    chunkFileNames: "parts/[name].js",
    codeSplitting: { groups: PARTS.map((part, index) => ({ ...part, priority: PARTS.length - index })) },
  },
});
