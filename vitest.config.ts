import { configDefaults, defineConfig } from "vitest/config";

/** Tests that time things, start browsers or spawn commands: one file at a time, after all others. */
const ALONE = [
  "bench/**/*.test.ts",
  "src/browser/**/*.test.ts",
  "test/browser.test.ts",
  "test/contract/**/*.test.ts",
  "test/e2e/**/*.test.ts",
  "test/output/hostile.test.ts",
  "test/parser/chromium.test.ts",
  "test/parser/growth.test.ts",
  "test/parser/hostile.test.ts",
];

/** Tests of the package as others will get it: these build it first. */
const BUILT = ["test/bundle/**/*.test.ts", "test/docs.test.ts", "test/package.test.ts"];

const SLOW = { fileParallelism: false, testTimeout: 240_000, hookTimeout: 240_000 };

export default defineConfig({
  test: {
    setupFiles: ["test/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...ALONE, ...BUILT],
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { ...SLOW, name: "alone", include: ALONE, sequence: { groupOrder: 1 } } },
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
    ],
  },
});
