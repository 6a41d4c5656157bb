import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "../..");
const ENTRY = "\0entry";

/** A script for a page's `<script>` that leaves a package entry's exports in a global, and its size on the wire. */
export interface Bundle {
  readonly code: string;
  readonly gzipBytes: number;
}

/** Bundles entries of the built package, such as `galley` or `galley/core`, as a site would for a browser. */
export async function bundleForBrowser(specifiers: readonly string[], global: string): Promise<Bundle> {
  const build = await rolldown({
    cwd: ROOT,
    input: ENTRY,
    platform: "browser",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? join(ROOT, "entry.js") : null),
        load: (id) =>
          id.endsWith("entry.js")
            ? specifiers.map((specifier) => `export * from ${JSON.stringify(specifier)};`).join("\n")
            : null,
      },
    ],
    onLog(level, log) {
      if (level === "warn")
        throw new Error(`${specifiers.join(" and ")} does not bundle for a browser: ${log.message}`);
    },
  });
  const { output } = await build.generate({ format: "iife", name: global, minify: true });
  await build.close();
  if (output.length !== 1)
    throw new Error(`${specifiers.join(" and ")} needs ${output.length} files in a browser`);
  const { code } = output[0];
  return { code, gzipBytes: gzipSync(code, { level: 9 }).length };
}
