import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findData } from "../../src/sets/index.ts";

const SET = "xss-payloads";

/** The hostile snippets of the data folder; undefined where it is missing. */
export function readPayloads(): readonly string[] | undefined {
  const data = findData();
  if (data === undefined) return undefined;
  for (const folder of [data, join(data, "unpacked")]) {
    const file = join(folder, SET, "payloads.json");
    if (existsSync(file)) return readFile(file);
  }
  const archive = join(data, `${SET}.tar.xz`);
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
