/**
 * Builds the package unless it is newer than its sources. Runs after `npm ci` and before `npm pack`, by the hooks `postprepare` and
 * `prepack`, as npm warns whoever installs a packed package that has a `prepare`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeModels } from "./write-models.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = [
  "src/**/*.ts",
  "test/contract/*.ts",
  "tsdown.config.ts",
  "scripts/build/*.ts",
  "scripts/write-*.ts",
  "models/*.json.gz",
  "studio/{*,src/**/*,styles/*}.{ts,tsx,css,html,svg}",
  "package.json",
];
const LAST_BUILT = join(ROOT, "dist/article.schema.json");

/** Builds the package unless it is newer than its sources; `npx galley` prepares the checkout on its first call. */
export function buildIfStale(): void {
  if (isFresh()) return;
  const { status, stdout, stderr } = spawnSync("npm", ["run", "build"], { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm run build failed:\n${stdout}${stderr}`);
}

function isFresh(): boolean {
  if (!existsSync(LAST_BUILT)) return false;
  const built = statSync(LAST_BUILT).mtimeMs;
  return globSync(SOURCES, { cwd: ROOT }).every((file) => statSync(join(ROOT, file)).mtimeMs <= built);
}

// Node 22, which may run the scripts too, does not know import.meta.main.
if (process.argv[1] === import.meta.filename) {
  // The sources need the models even where the build is fresh.
  writeModels();
  buildIfStale();
}
