import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "galley-tests-";

/** Before any test: one folder for all temporary files of the run, those of the commands it starts included; removed with the run. */
export function setup(): (() => void) | undefined {
  // Every project of the run calls this.
  if (tmpdir().includes(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // PostgreSQL runs as another user where the tests are run by root.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
