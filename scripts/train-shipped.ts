import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { SHIPPED_MODELS, type ShippedName, shippedModule } from "./shipped-module.ts";
import { SHIPPED_SETS, writeOldNewsroom } from "./shipped-recipe.ts";

/** Trains a shipped model with the command that anyone can use, on the clean sets and the made-up old pages. */
export async function trainShipped(name: ShippedName, options: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "galley-train-"));
  const { file, module } = SHIPPED_MODELS[name];
  const card = file.replace(".json.gz", ".md");
  try {
    const newsroom = await writeOldNewsroom(folder);
    const words = ["train", name, ...Object.keys(SHIPPED_SETS), newsroom, ...options, "-o", file];
    const scores = existsSync(card) ? scoresOf(readFileSync(card, "utf8")) : "";
    execFileSync(process.execPath, [join("src", "cli", "main.ts"), ...words], { stdio: "inherit" });
    // Scores are pasted from the experiments; a model that is made again keeps them until they are measured anew.
    const fresh = readFileSync(card, "utf8");
    if (scores !== "")
      writeFileSync(
        card,
        fresh.replace(scoresOf(fresh), () => scores),
      );
    writeFileSync(module, shippedModule(name, gunzipSync(readFileSync(file)).toString()));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The last part of a card. */
function scoresOf(card: string): string {
  return card.slice(Math.max(0, card.indexOf("## Scores")));
}
