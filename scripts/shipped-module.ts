import { join } from "node:path";

/** Where the module lies that carries the shipped model. */
export const SHIPPED_MODULE = join("src", "extractors", "mss", "shipped-model.data.ts");

/** The text of a module with a model's JSON, for bundles that can read no file. */
export function shippedModule(json: string): string {
  const text = JSON.stringify(json.trim());
  return `// Written by npm run train:mss from models/mss.json.gz; a test compares the two.\n/** The shipped model, as the JSON of its file. */\nexport const SHIPPED_MODEL =\n  ${text};\n`;
}
