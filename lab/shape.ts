/**
 * `npm run shape [-- --singles]`: how the source is cut into files, and how many of them one page needs. `--singles` lists the files
 * whose only importer is in their own folder: candidates for a merge.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { importsOf, ownFiles, ROOT, read } from "../test/layers/sources.ts";

/** One script of a V8 coverage report; `functions[0]` is the module's own top level. */
interface CoveredScript {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

const { values } = parseArgs({ options: { singles: { type: "boolean" } } });
const SOURCES = ownFiles().filter(
  (file) => /^src\/.+\.ts$/.test(file) && !/\.(?:test|testing|data)\.ts$/.test(file),
);
const lines = SOURCES.map((file) => read(file).trimEnd().split("\n").length).sort((a, b) => a - b);
const singles = singleImporters();
const { loaded, run } = filesOfOnePage();
const docs = ownFiles().filter((file) => /^(?:docs\/.+|README|CONTRIBUTING|CHANGELOG)\.md$/.test(file));

console.log(`files ${SOURCES.length}, under 40 lines ${lines.filter((count) => count < 40).length}`);
console.log(`lines ${lines.reduce((sum, count) => sum + count, 0)}`);
console.log(`lines a file: median ${at(0.5)}, 95th percentile ${at(0.95)}, most ${at(1)}`);
console.log(`one importer, in the same folder ${singles.length}`);
console.log(`one page, \`galley extract\` from source: ${loaded} files loaded, ${run} run`);
console.log(`words of docs ${docs.reduce((sum, file) => sum + read(file).split(/\s+/).length, 0)}`);
console.log(`crowded folders: ${crowded().join(", ") || "none"}`);
if (values.singles) console.log(singles.join("\n"));

function at(share: number): number {
  return lines[Math.min(lines.length - 1, Math.floor(share * lines.length))] ?? 0;
}

/** Files with exactly one importer, which stands in the same folder; entries of folders are left out. */
function singleImporters(): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const file of SOURCES) {
    for (const { target } of importsOf(file)) {
      if (target !== undefined) importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return SOURCES.filter((file) => {
    const [first, ...others] = importers.get(file) ?? [];
    return (
      !file.endsWith("/index.ts") &&
      others.length === 0 &&
      first !== undefined &&
      dirname(first) === dirname(file)
    );
  });
}

/** Folders with more than 25 files side by side, tests apart. */
function crowded(): readonly string[] {
  const counts = Map.groupBy(SOURCES, (file) => dirname(file));
  return [...counts].filter(([, files]) => files.length > 25).map(([at, { length }]) => `${at} ${length}`);
}

/** How many source files the command loads for one page, and in how many a function runs. */
function filesOfOnePage(): { readonly loaded: number; readonly run: number } {
  const folder = mkdtempSync(join(tmpdir(), "galley-shape-"));
  try {
    execFileSync(
      process.execPath,
      [join(ROOT, "src/cli/main.ts"), "extract", join(ROOT, "examples/harbour.html")],
      {
        env: { ...process.env, NODE_V8_COVERAGE: folder },
        stdio: "ignore",
      },
    );
    const scripts = readdirSync(folder).flatMap(
      (file) => (JSON.parse(readFileSync(join(folder, file), "utf8")) as { result: CoveredScript[] }).result,
    );
    const ours = scripts.filter(
      ({ url }) => url.startsWith("file:") && fileURLToPath(url).startsWith(join(ROOT, "src")),
    );
    const isRun = ({ functions }: CoveredScript) =>
      functions.slice(1).some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    return { loaded: ours.length, run: ours.filter(isRun).length };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
