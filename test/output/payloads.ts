import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const DATA = process.env.GALLEY_DATA ?? join(import.meta.dirname, "../../../shared/data");
const SET = "xss-payloads";

/** The hostile snippets of the data folder; undefined where it is not at hand. */
export function readPayloads(): readonly string[] | undefined {
  for (const folder of [DATA, join(DATA, "unpacked")]) {
    const file = join(folder, SET, "payloads.json");
    if (existsSync(file)) return readFile(file);
  }
  const archive = join(DATA, `${SET}.tar.xz`);
  if (!existsSync(archive)) return undefined;
  const target = mkdtempSync(join(tmpdir(), "galley-payloads-"));
  try {
    spawnSync("tar", ["-xJf", archive, "-C", target]);
    return readFile(join(target, SET, "payloads.json"));
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

function readFile(file: string): string[] {
  const list: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(list)) throw new Error(`${file} is no list`);
  return list.map((entry: { readonly payload: string }) => entry.payload);
}
