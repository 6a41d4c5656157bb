import { configDefaults, defineConfig } from "vitest/config";

/** Oracle runs, growth and large pages: minutes, so that only `npm run test:long` has them. */
const LONG = ["{src,test}/**/*.long.test.ts"];

/** Fleets and clusters of processes, some of them killed: minutes, so that only `npm run test:scale` has them. */
const SCALE = ["test/scale/**/*.test.ts"];

/** Tests that start browsers or measure time and memory: one file at a time. */
const ALONE = [
  "bench/**/*.test.ts",
  "lab/peers/**/*.test.ts",
  "src/browser/**/*.test.ts",
  "src/server/reader/browser.test.ts",
  "src/server/studio/browser.test.ts",
  "test/browser.test.ts",
  "test/e2e/render.test.ts",
  "test/extension/extension.test.ts",
  "test/label-studio/paths.test.ts",
  "test/output/document.test.ts",
  "test/output/hostile.test.ts",
];

/** Tests that start commands or worker threads, each file in a process of its own. */
const COMMANDS = ["test/e2e/**/*.test.ts", "src/batch/**/*.test.ts"];

/** Tests of the package as others will get it: these build it first. */
const BUILT = ["test/bundle/**/*.test.ts", "test/docs.test.ts", "test/package.test.ts"];

/** The studio in a browser, against the built server: `npm run test:studio` alone has them. */
const STUDIO = ["studio/e2e/**/*.test.ts"];

/**
 * Tests of real processes, browsers and growth. A busy machine can starve one of them, so CI tries it once more and the report names
 * it; a fault that is there every time still fails.
 */
const SLOW = { testTimeout: 240_000, hookTimeout: 240_000, retry: process.env.CI ? 1 : 0 };

export default defineConfig({
  test: {
    setupFiles: ["test/seed.ts"],
    globalSetup: ["test/temporary-folder.ts", "test/write-models.ts"],
    // Documents run their blocks side by side, as many as a small machine has cores.
    maxConcurrency: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          include: ["{src,test,lab,scripts,studio/src}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...LONG, ...SCALE, ...ALONE, ...COMMANDS, ...BUILT],
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
        test: {
          ...SLOW,
          name: "studio",
          include: STUDIO,
          globalSetup: ["test/build.ts"],
          // Each file has a server and a browser of its own; two of them wait for different things.
          maxWorkers: 2,
          // A busy machine takes longer than the usual second.
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        // Growth is measured by the processor time of a thread, so two files at a time do no harm.
        test: { ...SLOW, name: "long", include: LONG, maxWorkers: 2, sequence: { groupOrder: 4 } },
      },
      {
        extends: true,
        test: {
          ...SLOW,
          name: "scale",
          include: SCALE,
          globalSetup: ["test/build.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
