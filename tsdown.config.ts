import { posix } from "node:path";
import { defineConfig, type UserConfig } from "tsdown";

const SOURCES = ["src/**/*.ts", "!src/**/*.test.ts", "!src/**/*.testing.ts"];

/** dist mirrors src, so that workers and package.json lie where the sources find theirs. */
const shared: UserConfig = {
  format: "esm",
  target: "node22",
  unbundle: true,
  fixedExtension: false,
  dts: true,
  deps: { onlyBundle: [] },
  checks: { bundlerTimings: false },
  logLevel: "warn",
};

export default defineConfig([
  { ...shared, entry: SOURCES, outDir: "dist", clean: true },
  {
    ...shared,
    entry: ["test/contract/extractor.ts"],
    outDir: "dist/contract",
    clean: false,
    plugins: [
      {
        name: "import-built-sources",
        // A second copy of Page would not be the Page that an extractor of the package gets.
        resolveId(id: string) {
          const source = /^\.\.\/\.\.\/src\/(.+)\.ts$/.exec(id)?.[1];
          return source === undefined
            ? null
            : { id: posix.join("..", `${source}.js`), external: "relative" as const };
        },
      },
    ],
  },
]);
