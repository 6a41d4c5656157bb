import { configDefaults, defineConfig } from "vitest/config";

/** Oracle runs, growth and large pages: minutes, so that only `npm run test:long` has them. */
const LONG = ["{src,test}/**/*.long.test.ts"];

/** Tests that start browsers or measure time and memory: one file at a time. */
const ALONE = [
  "bench/**/*.test.ts",
  "lab/peers/**/*.test.ts",
  "src/browser/**/*.test.ts",
  "src/server/reader/browser.test.ts",
  "test/browser.test.ts",
  "test/e2e/render.test.ts",
  "test/output/document.test.ts",
  "test/output/hostile.test.ts",
];

/** Tests that start commands or worker threads, each file in a process of its own. */
const COMMANDS = ["test/e2e/**/*.test.ts", "src/batch/**/*.test.ts"];

/** Tests of the package as others will get it: these build it first. */
const BUILT = ["test/bundle/**/*.test.ts", "test/docs.test.ts", "test/package.test.ts"];

const SLOW = { testTimeout: 240_000, hookTimeout: 240_000 };

export default defineConfig({
  test: {
    setupFiles: ["test/seed.ts"],
    globalSetup: ["test/write-models.ts"],
    // Documents run their blocks side by side, as many as a small machine has cores.
    maxConcurrency: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          include: ["{src,test,lab,scripts}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...LONG, ...ALONE, ...COMMANDS, ...BUILT],
          // No answer depends on what modules keep, so that files can share them; loading them for each file takes longer than the tests.
          pool: "threads",
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...SLOW,
          name: "commands",
          include: COMMANDS,
          globalSetup: ["test/build.ts"],
          exclude: [...configDefaults.exclude, ...ALONE],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...SLOW,
          name: "built",
          include: BUILT,
          globalSetup: ["test/build.ts"],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...SLOW,
          name: "alone",
          include: ALONE,
          globalSetup: ["test/build.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: { ...SLOW, name: "long", include: LONG, fileParallelism: false, sequence: { groupOrder: 4 } },
      },
    ],
  },
});
