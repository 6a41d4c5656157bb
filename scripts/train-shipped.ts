/**
 * `npm run train:mss`, `train:fused` and `train:wrapper`: train a shipped model again with the command that anyone can
 * use, on the sets of the recipe and the made-up old pages; write its model card and the module that carries it.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import {
  OLD_NEWSROOM,
  SHIPPED_FUSED,
  SHIPPED_KINDS,
  SHIPPED_OPTIONS,
  SHIPPED_SETS,
  SHIPPED_WRAPPER,
  writeOldNewsroom,
} from "./shipped-recipe.ts";
import { type ShippedName, shippedFile, writeModels } from "./write-models.ts";

/** The models that the command trains; the network beside the trees is trained in the lab, roles, `lean` and `quick` by scripts of their own. */
type TrainedName = Exclude<ShippedName, "attention" | "roles" | "lean" | "quick">;

/** The options of the command, by model. */
const OPTIONS: Readonly<Record<TrainedName, () => readonly string[]>> = {
  mss: () => {
    const { pageType, minTokens, maxTags, augmentations, maxFeatures, seed } = SHIPPED_OPTIONS;
    const licences = Object.entries({ ...SHIPPED_SETS, [OLD_NEWSROOM]: "written by us" });
    return [
      `--page-type=${pageType}`,
      `--min-tokens=${minTokens}`,
      `--max-tags=${maxTags}`,
      `--augment=${augmentations}`,
      `--max-features=${maxFeatures}`,
      `--seed=${seed}`,
      "--keep-first",
      ...licences.map(([set, licence]) => `--licence=${set}=${licence}`),
    ];
  },
  fused: () => {
    const { seed, folds, boosting } = SHIPPED_FUSED;
    return [...Object.keys(SHIPPED_KINDS), `--trees=${boosting.trees}`, `--folds=${folds}`, `--seed=${seed}`];
  },
  wrapper: () => {
    const { pageType, pages, study, seed } = SHIPPED_WRAPPER;
    const counts = [`--pages=${pages}`, `--study=${study}`];
    return [`--page-type=${pageType}`, ...counts, `--seed=${seed}`, "--keep-first"];
  },
};

async function trainShipped(name: TrainedName): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "galley-train-"));
  const file = relative("", shippedFile(name));
  const card = file.replace(".json.gz", ".md");
  try {
    const newsroom = await writeOldNewsroom(folder);
    const words = ["train", name, ...Object.keys(SHIPPED_SETS), newsroom, ...OPTIONS[name](), "-o", file];
    const scores = existsSync(card) ? scoresOf(readFileSync(card, "utf8")) : "";
    execFileSync(process.execPath, [join("src", "cli", "main.ts"), ...words], { stdio: "inherit" });
    // Scores are pasted from the experiments; a retrained model keeps them until they are measured again.
    const fresh = readFileSync(card, "utf8");
    if (scores !== "")
      writeFileSync(
        card,
        fresh.replace(scoresOf(fresh), () => scores),
      );
    writeModels();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The last part of a card. */
function scoresOf(card: string): string {
  return card.slice(Math.max(0, card.indexOf("## Scores")));
}

const name = process.argv[2] ?? "";
if (!Object.hasOwn(OPTIONS, name)) throw new Error(`Name a model: ${Object.keys(OPTIONS).join(", ")}`);
await trainShipped(name as TrainedName);
