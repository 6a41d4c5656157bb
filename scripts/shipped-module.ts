import { join } from "node:path";

/** The models that are shipped: their file, and the module that carries it for bundles that can read no file. */
export const SHIPPED_MODELS = {
  mss: {
    file: join("models", "mss.json.gz"),
    module: join("src", "extractors", "mss", "shipped-model.data.ts"),
  },
  fused: {
    file: join("models", "fused.json.gz"),
    module: join("src", "extractors", "fused", "shipped-fused.data.ts"),
  },
  wrapper: {
    file: join("models", "wrapper.json.gz"),
    module: join("src", "extractors", "wrapper", "shipped-wrapper.data.ts"),
  },
} as const;

/** The name of a shipped model. */
export type ShippedName = keyof typeof SHIPPED_MODELS;

/** The text of a module with a model's JSON. */
export function shippedModule(name: ShippedName, json: string): string {
  const text = JSON.stringify(json.trim());
  return `// Written by npm run train:${name} from models/${name}.json.gz; a test compares the two.\n/** The shipped model, as the JSON of its file. */\nexport const SHIPPED_MODEL =\n  ${text};\n`;
}
