import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = [
  "src/**/*.ts",
  "test/contract/*.ts",
  "tsdown.config.ts",
  "scripts/build/*.ts",
  "scripts/write-*.ts",
  "models/*.json.gz",
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
