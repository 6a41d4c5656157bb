import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { SHIPPED_MODELS, type ShippedName, shippedModule } from "./shipped-module.ts";
import { SHIPPED_SETS, writeOldNewsroom } from "./shipped-recipe.ts";

/** Trains a shipped model with the command that anyone can use, on the clean sets and the made-up old pages. */
export async function trainShipped(name: ShippedName, options: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "galley-train-"));
  const { file, module } = SHIPPED_MODELS[name];
  try {
    const newsroom = await writeOldNewsroom(folder);
    const words = ["train", name, ...Object.keys(SHIPPED_SETS), newsroom, ...options, "-o", file];
    execFileSync(process.execPath, [join("src", "cli", "main.ts"), ...words], { stdio: "inherit" });
    writeFileSync(module, shippedModule(name, gunzipSync(readFileSync(file)).toString()));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
