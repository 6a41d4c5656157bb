import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { decodeHtml } from "../../src/html/index.ts";
import { dataPlaces, findSet, readSet } from "../../src/sets/index.ts";

/** Archives that hold something else. */
const NO_SETS: ReadonlySet<string> = new Set(["html5lib-tests", "xss-payloads"]);

/** A page of a labelled set, decoded. */
export interface RealPage {
  readonly id: string;
  readonly html: string;
}

/** The names of all labelled sets, unpacked or as archives. */
export function setNames(): readonly string[] {
  const { data, temporary } = dataPlaces(() => {});
  const names = new Set<string>();
  for (const folder of data === undefined ? [temporary] : [data, join(data, "unpacked"), temporary]) {
    for (const entry of existsSync(folder) ? readdirSync(folder) : []) {
      const name = entry.replace(/\.tar\.xz$/, "");
      if (name !== entry || existsSync(join(folder, entry, "index.jsonl"))) names.add(name);
    }
  }
  return [...names].filter((name) => !NO_SETS.has(name)).sort();
}

/** One page of `step` of a labelled set, in order. */
export async function* realPages(set: string, step: number): AsyncGenerator<RealPage> {
  const folder = await findSet(
    set,
    dataPlaces(() => {}),
  );
  let at = 0;
  for await (const { label, html } of readSet(folder)) {
    if (at++ % step !== 0) continue;
    const encoding = label.encoding ?? undefined;
    yield { id: label.id, html: typeof html === "string" ? html : decodeHtml(html, { encoding }).text };
  }
}
