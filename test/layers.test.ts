import { describe, expect, test } from "vitest";
import { importsOf, ownFiles, read, withoutComments } from "./layers/sources.ts";

/** The path of a page: each part imports only from parts before it. */
const PURE = [
  "errors",
  "text",
  "url",
  "article",
  "html",
  "page",
  "layout",
  "profile",
  "model",
  "roles",
  "extractors",
  "metadata",
  "assemble",
  "output",
  "extract.ts",
  "core.ts",
  "fused.ts",
  "default-parts.ts",
  "default-extract.ts",
  "parts.ts",
  "readability.ts",
  "index.ts",
  "client",
];
const WORLD = [
  "fetch",
  "node.ts",
  "browser",
  "archive",
  "batch",
  "site",
  "sets",
  "eval",
  "train",
  "discover",
  "store",
  "collect",
  "fleet",
  "papers.ts",
  "server",
  "cli",
];
const ORDER = [...PURE, ...WORLD];

/** Packages that run in a browser and do nothing at import. */
const PURE_PACKAGES = ["@exodus/bytes", "entities", "jschardet", "tldts", "stemmer", "snowball-stemmers"];

/** Files that a folder's index.ts leaves out: why, and who may import them all the same. */
const BESIDE_INDEX: Readonly<Record<string, { readonly why: string; readonly by: readonly string[] }>> = {
  "src/url/public-suffixes.ts": {
    why: "a large list of suffixes that the small core does without",
    by: ["src/default-parts.ts", "src/parts.ts"],
  },
  "src/html/detect-charset.ts": {
    why: "large tables that the small core does without and the command loads late",
    by: ["src/default-extract.ts", "src/parts.ts", "src/browser/", "src/cli/", "src/site/source/"],
  },
  "src/layout/laid-out.testing.ts": {
    why: "made-up layouts of tests, which are not for others",
    by: ["src/extractors/vips/laid-out.testing.ts", "src/extractors/wrapper/layout.testing.ts"],
  },
  "src/fetch/loopback.testing.ts": {
    why: "servers of tests, which are not for others",
    by: ["src/collect/made-up.testing.ts", "src/discover/web.testing.ts"],
  },
  "src/html/decode-charset.ts": {
    why: "browsers have their own decoders, and the command loads ours late",
    by: ["src/default-extract.ts", "src/parts.ts", "src/browser/", "src/cli/", "src/site/source/"],
  },
  "src/text/stem.ts": {
    why: "stemmers of many languages that the small core does without",
    by: ["src/extractors/mss/", "src/site/taxonomy/"],
  },
  "src/extractors/core-extractors.ts": {
    why: "the index loads all extractors with their models",
    by: ["src/core.ts", "src/extract.ts", "src/cli/"],
  },
  "src/extractors/extractor-ids.ts": {
    why: "the command checks a name before it loads a model",
    by: ["src/cli/"],
  },
  "src/extractors/fused/load-fused.ts": {
    why: "galley/fused gets its model from the caller, and the command reads tables",
    by: ["src/fused.ts", "src/cli/"],
  },
  "src/archive/choose-extractors.ts": { why: "the command loads other extractors late", by: ["src/cli/"] },
  "src/browser/chromium.ts": {
    why: "the index is a public entry, and its types are without playwright-core's",
    by: ["src/server/studio/"],
  },
  "src/browser/render-source.ts": {
    why: "the index is a public entry, which finds no files for others",
    by: ["src/server/studio/"],
  },
  "src/store/postgres.ts": {
    why: "galley/store shows no driver; the queue of a fleet connects to the same server",
    by: ["src/fleet/"],
  },
  "src/server/mcp/tools.ts": { why: "galley mcp needs no HTTP server", by: ["src/cli/"] },
  "src/output/styled/styled.ts": { why: "the command loads the styled format late", by: ["src/cli/"] },
};

/** The methods that ask or borrow from others. */
const BORROWERS: readonly string[] = ["src/extractors/fused", "src/extractors/lean"];

/** Files beside the methods; every other file or folder under extractors/ is a method. */
const SHARED_BY_METHODS = [
  "core-extractors",
  "extractor",
  "extractor-ids",
  "index",
  "models",
  "score-leaves",
  "shipped-models.data",
].map((name) => `src/extractors/${name}.ts`);

const SOURCES = ownFiles().filter((file) => /^src\/.+\.ts$/.test(file) && !file.endsWith(".test.ts"));
const EDGES = SOURCES.flatMap((file) => importsOf(file).map((found) => ({ file, ...found })));
const OURS = EDGES.flatMap(({ target, ...edge }) => (target === undefined ? [] : [{ ...edge, target }]));

describe("the layers", () => {
  test("every part of src has its place in the order", () => {
    expect(SOURCES.filter((file) => !ORDER.includes(part(file)))).toEqual([]);
  });

  test("every import of a file of ours names a file that is there", () => {
    const missing = EDGES.filter(({ target }) => target?.endsWith(".ts") && !SOURCES.includes(target));
    expect(listed(missing)).toEqual([]);
  });

  test("a part imports only from parts before it", () => {
    const upward = OURS.filter(({ file, target }) => ORDER.indexOf(part(target)) > ORDER.indexOf(part(file)));
    expect(listed(upward)).toEqual([]);
  });

  test("a folder is entered through its index.ts", () => {
    const sideways = OURS.filter(
      ({ file, target }) =>
        isBesideIndex(file, target) && !BESIDE_INDEX[target]?.by.some((from) => file.startsWith(from)),
    );
    expect(listed(sideways)).toEqual([]);
  });

  test("every exception to that is in use", () => {
    const unused = Object.entries(BESIDE_INDEX).flatMap(([target, { by }]) =>
      by
        .filter(
          (from) =>
            !OURS.some(
              (edge) =>
                edge.target === target && edge.file.startsWith(from) && isBesideIndex(edge.file, target),
            ),
        )
        .map((from) => `${from} does not import ${target}`),
    );
    expect(unused).toEqual([]);
  });

  test("only fused, lean, which borrows its corrections, and the registry know the extractors", () => {
    expect(SHARED_BY_METHODS.filter((file) => !SOURCES.includes(file))).toEqual([]);
    const sideways = OURS.filter(({ file, target }) => {
      const from = method(file);
      const to = method(target);
      return from !== undefined && to !== undefined && from !== to && !BORROWERS.includes(from);
    });
    expect(listed(sideways)).toEqual([]);
  });

  test("no file imports itself by way of others", () => {
    expect(cycle(new Map(SOURCES.map((file) => [file, targets(file)])))).toEqual([]);
  });

  test("everything above extract.ts runs in a browser", () => {
    const foreign = EDGES.filter(
      ({ file, written, target }) =>
        PURE.includes(part(file)) && target === undefined && !PURE_PACKAGES.includes(packageOf(written)),
    );
    expect(listed(foreign)).toEqual([]);
    const globals = SOURCES.filter(
      (file) =>
        PURE.includes(part(file)) &&
        /\b(?:process\.|Buffer\.|setImmediate\()/.test(withoutComments(read(file))),
    );
    expect(globals).toEqual([]);
  });
});

describe("the reader of imports", () => {
  test("sees plain, type, bare, lazy and re-exporting imports, and no comments", () => {
    const code = [
      'import { a } from "../a/index.ts";',
      'import type { B } from "./b.ts";',
      'import "bare";',
      'export {\n  c,\n} from "./c.ts";',
      'const d = () => import("../d.ts");',
      '// import { e } from "./e.ts";',
      'export const word = "from";',
    ].join("\n");
    expect(importsOf("src/x/y.ts", code).map(({ target, written }) => target ?? written)).toEqual([
      "src/a/index.ts",
      "src/x/b.ts",
      "bare",
      "src/x/c.ts",
      "src/d.ts",
    ]);
  });

  test("finds a cycle and names its files in order", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", []],
      ["d", ["b"]],
    ]);
    expect(cycle(graph)).toEqual(["b", "d", "b"]);
  });
});

/** The first cycle of a graph as a closed path, or nothing. */
function cycle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): readonly string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const found = visit(next);
      if (found.length > 0) return found;
    }
    path.pop();
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const found = visit(node);
    if (found.length > 0) return found;
  }
  return [];
}

function targets(file: string): readonly string[] {
  return OURS.filter((edge) => edge.file === file).map(({ target }) => target);
}

function packageOf(written: string): string {
  return written
    .split("/")
    .slice(0, written.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Whether a file imports another part's file that is not its index.ts. */
function isBesideIndex(file: string, target: string): boolean {
  return part(file) !== part(target) && !/^src\/[^/]+(?:\/index)?\.ts$/.test(target);
}

function part(file: string): string {
  return file.split("/")[1] ?? "";
}

/** The folder or the file of a method under extractors/, if the file is of one. */
function method(file: string): string | undefined {
  return SHARED_BY_METHODS.includes(file) ? undefined : /^src\/extractors\/[^/]+/.exec(file)?.[0];
}

function listed(edges: readonly { file: string; written: string }[]): readonly string[] {
  return edges.map(({ file, written }) => `${file} imports ${written}`);
}
