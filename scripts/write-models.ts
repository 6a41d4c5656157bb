/**
 * Writes the module that carries the shipped models, for bundles that can read no file. Git holds the models once, as
 * `models/*.json.gz`; `npm ci`, the build, the tests and every command of package.json that runs the source write it anew.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const ROOT = join(import.meta.dirname, "..");

/** The generated module. */
export const MODELS_MODULE: string = join(ROOT, "src/extractors/shipped-models.data.ts");

/** The models that are shipped. */
export const SHIPPED_NAMES = ["fused", "attention", "mss", "wrapper", "roles", "lean", "quick"] as const;

/** The name of a shipped model. */
export type ShippedName = (typeof SHIPPED_NAMES)[number];

/** The file of a shipped model. */
export function shippedFile(name: ShippedName): string {
  return join(ROOT, "models", `${name}.json.gz`);
}

/** The JSON of a shipped model. */
export function shippedJson(name: ShippedName): string {
  return gunzipSync(readFileSync(shippedFile(name))).toString();
}

/** Writes the module unless it carries these very models already. */
export function writeModels(): void {
  const text = modelsModule();
  if (existsSync(MODELS_MODULE) && readFileSync(MODELS_MODULE, "utf8") === text) return;
  // An import at the same time sees either the old file or the new one, never half of it.
  const whole = `${MODELS_MODULE}.${process.pid}`;
  writeFileSync(whole, text);
  renameSync(whole, MODELS_MODULE);
}

/** A constant each, so that a bundler leaves out the models that nothing uses. */
function modelsModule(): string {
  const constants = SHIPPED_NAMES.map((name) => {
    const text = JSON.stringify(shippedJson(name).trim());
    return `/** The JSON of models/${name}.json.gz. */\nexport const ${name.toUpperCase()}_MODEL =\n  ${text};\n`;
  });
  return `// Written by scripts/write-models.ts; not in git.\n\n${constants.join("\n")}`;
}

// Node 22, which may run the scripts too, does not know import.meta.main.
if (process.argv[1] === import.meta.filename) writeModels();
