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
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

const MODULE = "module";

const { values } = parseArgs({ options: { singles: { type: "boolean" } } });
const SOURCES = ownFiles().filter(
  (file) => /^src\/.+\.ts$/.test(file) && !/\.(?:test|testing|data)\.ts$/.test(file),
);
const lines = SOURCES.map((file) => read(file).trimEnd().split("\n").length).sort((a, b) => a - b);
const singles = singleImporters();
const { loaded, run, runForIt } = filesOfOnePage();
const docs = ownFiles().filter((file) => /^(?:docs\/.+|README|CONTRIBUTING|CHANGELOG)\.md$/.test(file));

console.log(`files ${SOURCES.length}, under 40 lines ${lines.filter((count) => count < 40).length}`);
console.log(`lines ${lines.reduce((sum, count) => sum + count, 0)}`);
console.log(`lines a file: median ${at(0.5)}, 95th percentile ${at(0.95)}, most ${at(1)}`);
const listed = singles.filter(({ importer }) => importer.endsWith("/index.ts")).length;
console.log(`one importer, in the same folder ${singles.length}, of which an index.ts lists ${listed}`);
console.log(
  `one page, \`galley extract\` from source: ${loaded} files loaded, ${run} run, ${runForIt} of them not at load alone`,
);
console.log(
  `words of docs ${countWords(/\S+/g)}, without the bars and lines of tables ${countWords(/\S*[\p{L}\p{N}]\S*/gu)}`,
);
console.log(`crowded folders: ${crowded().join(", ") || "none"}`);
if (values.singles) console.log(singles.map(({ file, importer }) => `${file} in ${importer}`).join("\n"));

function countWords(word: RegExp): number {
  return docs.reduce((sum, file) => sum + (read(file).match(word)?.length ?? 0), 0);
}

function at(share: number): number {
  return lines[Math.min(lines.length - 1, Math.floor(share * lines.length))] ?? 0;
}

/** Files with exactly one importer, which is in the same folder; entries of folders are left out. */
function singleImporters(): readonly { readonly file: string; readonly importer: string }[] {
  const importers = new Map<string, Set<string>>();
  for (const file of SOURCES) {
    for (const { target } of importsOf(file)) {
      if (target !== undefined) importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return SOURCES.flatMap((file) => {
    const [importer, ...others] = importers.get(file) ?? [];
    if (importer === undefined || others.length > 0 || file.endsWith("/index.ts")) return [];
    return dirname(importer) === dirname(file) ? [{ file, importer }] : [];
  });
}

/** Folders with more than 25 files side by side, without tests. */
function crowded(): readonly string[] {
  const counts = Map.groupBy(SOURCES, (file) => dirname(file));
  return [...counts].filter(([, files]) => files.length > 25).map(([at, { length }]) => `${at} ${length}`);
}

/** How many source files the command loads for one page, in how many a function runs, and in how many for the page itself. */
function filesOfOnePage(): { readonly loaded: number; readonly run: number; readonly runForIt: number } {
  const [extract, ...parts] = [
    "cli/extract.ts",
    "cli/extract-page.ts",
    "default-extract.ts",
    "output/index.ts",
  ];
  const load = [extract, ...parts].map(
    (file) => `await import(${JSON.stringify(join(ROOT, "src", file!))});`,
  );
  const atLoad = coverage(["--input-type=module", "-e", load.join("")]);
  const all = coverage([join(ROOT, "src/cli/main.ts"), "extract", join(ROOT, "examples/harbour.html")]);
  const filesWith = (isCounted: (place: string, count: number) => boolean) => {
    const places = [...all].filter(([place, count]) => isCounted(place, count));
    return new Set(places.map(([place]) => place.split(" ")[0])).size;
  };
  return {
    loaded: filesWith(() => true),
    run: filesWith((place, count) => !place.endsWith(MODULE) && count > 0),
    runForIt: filesWith((place, count) => !place.endsWith(MODULE) && count > (atLoad.get(place) ?? 0)),
  };
}

/** How often each function of ours ran in a process, by file and place; the module itself has the place `MODULE`. */
function coverage(command: readonly string[]): ReadonlyMap<string, number> {
  const folder = mkdtempSync(join(tmpdir(), "galley-shape-"));
  const counts = new Map<string, number>();
  try {
    execFileSync(process.execPath, command, {
      env: { ...process.env, NODE_V8_COVERAGE: folder },
      stdio: "ignore",
    });
    for (const file of readdirSync(folder)) {
      const { result } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { result: CoveredScript[] };
      for (const { url, functions } of result) {
        if (!url.startsWith("file:") || !fileURLToPath(url).startsWith(join(ROOT, "src"))) continue;
        for (const [at, { ranges }] of functions.entries()) {
          const place = at === 0 ? MODULE : String(ranges[0]?.startOffset);
          counts.set(`${fileURLToPath(url)} ${place}`, ranges[0]?.count ?? 0);
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return counts;
}
