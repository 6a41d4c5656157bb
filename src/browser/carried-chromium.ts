import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { NewsError } from "../errors/index.ts";

/** The path of the Chromium inside @sparticuz/chromium, unpacked on first use; undefined where there is none for this machine. */
export function unpackCarried(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = packageFolder();
  return folder === undefined ? undefined : join(unpackFrom(folder), "chromium");
}

function packageFolder(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve("@sparticuz/chromium")), "../..");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** The folder that a package's browser is unpacked to, which happens once; throws NO_BROWSER where it cannot be. */
export function unpackFrom(folder: string): string {
  try {
    return unpackOnce(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NewsError("NO_BROWSER", `The Chromium of npm cannot be unpacked: ${reason}`, { cause });
  }
}

function unpackOnce(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const cache = join(folder, "../../.cache/galley");
  const target = join(cache, `chromium-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(cache, { recursive: true });
  // Several processes may begin at once: whoever renames first wins, and nobody sees half a browser.
  const fresh = mkdtempSync(join(cache, "unpack-"));
  try {
    unpackInto(fresh, folder);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function unpackInto(fresh: string, folder: string): void {
  const binary = join(fresh, "chromium");
  writeFileSync(binary, unpacked(folder, "chromium.br"));
  chmodSync(binary, 0o755);
  for (const archive of ["al2023.tar.br", "swiftshader.tar.br"]) {
    const { status, error, stderr } = spawnSync("tar", ["-xf", "-", "-C", fresh], {
      input: unpacked(folder, archive),
    });
    if (status !== 0) throw new Error(`tar fails on ${archive}: ${error?.message ?? String(stderr).trim()}`);
  }
}

function unpacked(folder: string, file: string): Buffer {
  return brotliDecompressSync(readFileSync(join(folder, "bin", file)));
}
