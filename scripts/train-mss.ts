/** `npm run train:mss`: makes the shipped MSS model again, its card, and the module that carries it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { SHIPPED_MODULE, shippedModule } from "./shipped-module.ts";
import { OLD_NEWSROOM, SHIPPED_OPTIONS, SHIPPED_SETS, writeOldNewsroom } from "./shipped-recipe.ts";

const { pageType, minTokens, maxTags, clothes, maxFeatures, seed } = SHIPPED_OPTIONS;
const LICENCES = Object.entries({ ...SHIPPED_SETS, [OLD_NEWSROOM]: "written by us" });
const MODEL = join("models", "mss.json.gz");

const folder = mkdtempSync(join(tmpdir(), "galley-train-"));
try {
  const newsroom = await writeOldNewsroom(folder);
  const options = [
    ...["--page-type", pageType, "--keep-first", "--min-tokens", `${minTokens}`, "--max-tags", `${maxTags}`],
    ...["--clothes", `${clothes}`, "--max-features", `${maxFeatures}`, "--seed", `${seed}`],
    ...LICENCES.flatMap(([set, licence]) => ["--licence", `${set}=${licence}`]),
  ];
  const words = ["train", "mss", ...Object.keys(SHIPPED_SETS), newsroom, ...options, "-o", MODEL];
  execFileSync(process.execPath, [join("src", "cli", "main.ts"), ...words], { stdio: "inherit" });
  writeFileSync(SHIPPED_MODULE, shippedModule(gunzipSync(readFileSync(MODEL)).toString()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
