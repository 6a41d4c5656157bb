import { readFileSync } from "node:fs";

/** The version of this package; this file lies two folders below package.json, as a source and as built. */
export function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
