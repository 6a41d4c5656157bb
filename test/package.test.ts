import { spawnSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { escapeWide } from "../scripts/build/ascii-only.ts";
import { linksOf } from "./docs/blocks.ts";

const ROOT = join(import.meta.dirname, "..");

const WORLD = ["fetch", "browser", "archive", "batch", "site", "eval", "train", "store", "server", "cli"];

/** The names of other files and packages in the code of imports, as written by hand or with as few spaces as it takes. */
const IMPORTED =
  /(?<=(?:^|;)(?:import|export)(?:[^"`;\n]*\bfrom)? ?"|\bimport\(["`])[^."`][^"`\n]*(?=["`])/gm;

/** Prints the addresses of all modules that a process has loaded. */
const TELL_LOADED = [
  'import { registerHooks } from "node:module";',
  "const urls = [];",
  "registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });",
  'process.on("exit", () => console.log(JSON.stringify(urls)));',
].join("\n");

test("importing galley loads no browser, server, database or trainer code", () => {
  const use = (from: string): string =>
    `import { extract } from ${JSON.stringify(from)}; extract("<p>Rain fell on the quay.</p>");`;
  // Built files hold many sources each; which ones an import reaches is seen from the sources themselves.
  const sources = modulesLoadedBy(use(join(ROOT, "src/index.ts"))).filter((file) => file.startsWith("src/"));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => WORLD.includes(file.split("/")[1] ?? ""))).toEqual([]);
  const loaded = modulesLoadedBy(use("galley"));
  expect(loaded.filter((file) => file.startsWith("dist/")).length).toBeGreaterThan(1);
  expect(loaded.filter((file) => !file.startsWith("dist/"))).toEqual([]);
});

test("every entry of the package leads to a file, with types beside the code", () => {
  const { exports, bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const files = [...Object.values(exports), ...Object.values(bin)].flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry as Record<string, string>),
  );
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test("the types of the package lead to nothing but types", () => {
  const dead = globSync("dist/**/*.d.ts", { cwd: ROOT }).flatMap((file) => {
    const imports = readFileSync(join(ROOT, file), "utf8").match(/(?<= from ")\.[^"]+(?=\.js";$)/gm) ?? [];
    return imports.map((path) => join(ROOT, file, "..", `${path}.d.ts`)).filter((path) => !existsSync(path));
  });
  expect(dead).toEqual([]);
});

test("the package imports nothing but itself, Node and what is installed with it", () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const installed = new Set(Object.keys({ ...dependencies, ...peerDependencies }));
  const imported = globSync("dist/**/*.{js,d.ts}", { cwd: ROOT }).flatMap((file) => {
    const code = readFileSync(join(ROOT, file), "utf8");
    const names = code.match(IMPORTED) ?? [];
    return names.map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
  });
  const packages = new Set(imported.filter((name) => !name.startsWith("node:")));
  expect(packages).toContain("undici");
  expect([...packages].filter((name) => !installed.has(name))).toEqual([]);
});

test("the types of the package need no package that is optional", () => {
  const { peerDependenciesMeta } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const optional = new Set(Object.keys(peerDependenciesMeta));
  const imported = globSync("dist/**/*.d.ts", { cwd: ROOT }).flatMap((file) =>
    Array.from(
      readFileSync(join(ROOT, file), "utf8").matchAll(/\bimport\b[^"\n]*"([^"]+)"/g),
      ([, name = ""]) => name,
    ),
  );
  expect(imported).toContain("../parts/article.js");
  expect(imported.filter((name) => optional.has(name))).toEqual([]);
});

test("the code of the package is ASCII, which is read fastest", () => {
  const wide = globSync("dist/**/*.js", { cwd: ROOT }).filter((file) =>
    /[^\0-\x7f]/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(wide).toEqual([]);
});

test("code says in ASCII what it said in other characters", () => {
  const code = '["é", "a\\\\é", "\\é", `→ 😀`, /^[à-ž]😀$/u.test("š😀")]';
  const evaluate = (text: string): unknown => new Function(`return ${text}`)();
  expect(evaluate(escapeWide(code))).toEqual(["é", "a\\é", "é", "→ 😀", true]);
});

test("an uncaught error shows the line it comes from, not most of a file", () => {
  expect(readFileSync(join(ROOT, "dist/parts/core.js"), "utf8")).toMatch(
    /^\s+throw new NewsError\(.{1,200}$/m,
  );
});

test("the packages inside of the build are named with their licences", () => {
  const notice = readFileSync(join(ROOT, "NOTICE"), "utf8");
  const [inside = ""] = notice.split("Installing galley");
  const [, studio = ""] = notice.split(/^The (?:studio in dist\/studio|models in models)\/ /m);
  for (const [part, file] of [
    [inside, "dist/licences.txt"],
    [studio, "dist/studio/licences.txt"],
  ] as const) {
    const named = part.match(/(?<=^ {2}\S+ +)[^(\n]+/gm)?.flatMap((names) => names.trim().split(", "));
    const licences = readFileSync(join(ROOT, file), "utf8");
    expect(licences.match(/(?<=^== )\S+/gm)).toEqual(named);
  }
});

test("the packages inside of the build that run late work", () => {
  const script = [
    'import { Page, parseHtml } from "galley";',
    'import { decodeCharset, detectCharset } from "galley/parts";',
    'import { makeRelevance } from "galley/papers";',
    'const bytes = Buffer.from("cff0e8e2e5f2ece8f02c20fdf2ee20eff0eee1ede0fffd", "hex");',
    "const { encoding } = detectCharset({ bytes, isDense: true });",
    'const korean = decodeCharset(Uint8Array.of(0x81, 0x41), "euc-kr");',
    // A language that we have no stemmer of our own for, and a reference that is not among the common ones.
    'const document = parseHtml("<html lang=es><p title=&hArr;>La casa &nGt; el mar.</p>");',
    'makeRelevance().extract(new Page(document), { collectedTitle: "Casas del mar" });',
    "console.log(encoding, korean, document.text, document.attributes.valueAt(1));",
  ].join("\n");
  expect(runInPackage(script)).toBe("Windows-1251 갂 La casa ≫⃒ el mar. ⇔\n");
});

test("the built command loads no module of Node that it does not call", () => {
  const tell = 'process.on("exit", () => console.error(process.moduleLoadList.join()));';
  const page = join(ROOT, "examples/harbour.html");
  const args = ["--import", asModule(tell), join(ROOT, "dist/cli/main.js"), "extract", page];
  const { status, stderr } = spawnSync("node", args, { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  expect(stderr).toContain("NativeModule fs,");
  expect(stderr).not.toMatch(/NativeModule (?:child_process|zlib|internal\/fs\/(?:promises|streams)),/);
});

test("the built command loads no model for one page, and no file that only passes on what another has", () => {
  const page = join(ROOT, "examples/harbour.html");
  const args = ["--import", asModule(TELL_LOADED), join(ROOT, "dist/cli/main.js"), "extract", page, "-o"];
  const { status, stdout, stderr } = spawnSync("node", [...args, "/dev/null"], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  const loaded = stdout.match(/(?<=\/dist\/parts\/)[\w-]+\.js/g) ?? [];
  expect(loaded).toContain("fused.js");
  expect(loaded).not.toContain("models.js");
  const code = (file: string) => readFileSync(join(ROOT, "dist/parts", file), "utf8");
  expect(loaded.filter((file) => /^export\{[^{}]+\}from"[^"]+";?$/.test(code(file)))).toEqual([]);
});

test("a program on an old Node gets an error that says so", () => {
  const script = [
    'import { extract } from "galley";',
    'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });',
    'try { extract("<p>Rain fell on the quay.</p>"); } catch ({ code, message }) { console.log(code, message); }',
  ].join("\n");
  expect(runInPackage(script)).toBe("OLD_NODE Galley needs Node 22.15 or newer, and this is Node 20.20.2.\n");
});

test("the contract of extractors runs from the built package", () => {
  const script = [
    'import { extract } from "galley";',
    'import { checkExtractor, EXTRACTOR_CONTRACT } from "galley/contract";',
    'if (typeof extract !== "function" || typeof checkExtractor !== "function") process.exit(1);',
    "console.log(EXTRACTOR_CONTRACT.length > 5);",
  ].join("\n");
  expect(runInPackage(script)).toBe("true\n");
});

describe("the packed package, installed in an empty project", () => {
  let project = "";
  let installed = "";
  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), "galley-packed-"));
    installed = installPacked(project);
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test("has no script that npm runs or warns of", () => {
    const { scripts } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    const warned = ["preinstall", "install", "postinstall", "prepare"];
    expect(Object.keys(scripts).filter((name) => warned.includes(name))).toEqual([]);
    expect(existsSync(join(installed, "binding.gyp"))).toBe(false);
  });

  test("has every file that its documents link to", () => {
    const documents = globSync("**/*.md", { cwd: installed });
    expect(documents).toContain("README.md");
    const dead = documents.flatMap((document) =>
      linksOf(readFileSync(join(installed, document), "utf8"))
        .filter((link) => !existsSync(join(installed, document, "..", link)))
        .map((link) => `${document}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  test("extracts an article as a command and in code", () => {
    const page = join(installed, "examples/harbour.html");
    const command = spawnSync("node", [join(installed, "dist/cli/main.js"), "extract", page], {
      cwd: project,
      encoding: "utf8",
    });
    expect(command.stdout, command.stderr).toMatch(/^A restored quay/);
    const script = `import { extract } from "galley"; import { readFileSync } from "node:fs";
console.log(extract(readFileSync(${JSON.stringify(page)})).title);`;
    const code = spawnSync("node", ["--input-type=module", "-e", script], { cwd: project, encoding: "utf8" });
    expect(code.stdout, code.stderr).toBe("Ferry returns to Wexley harbour after nine winters\n");
  });
});

/** Packs and unpacks the package beside links to its dependencies, as npm would install it, but without the network. */
function installPacked(project: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const modules = join(project, "node_modules");
  const installed = join(modules, "galley");
  mkdirSync(installed, { recursive: true });
  // The tests have built it; packing must not build it under tests that run the build.
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", project];
  const packed = spawnSync("npm", pack, { cwd: ROOT, encoding: "utf8" });
  expect(packed.status, packed.stderr).toBe(0);
  const tarball = readdirSync(project).find((name) => name.endsWith(".tgz")) ?? "";
  const unpack = ["-xzf", join(project, tarball), "-C", installed, "--strip-components=1"];
  expect(spawnSync("tar", unpack).status).toBe(0);
  for (const name of Object.keys(dependencies)) {
    // A name can have a scope, which is a folder of its own.
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  return installed;
}

/** The files that a module loads, as paths from the package's root; built-in modules as `node:name`. */
function modulesLoadedBy(script: string): readonly string[] {
  const urls: readonly unknown[] = JSON.parse(runInPackage(script, ["--import", asModule(TELL_LOADED)]));
  return urls
    .map((url) => String(url).replace(`file://${ROOT}/`, ""))
    .filter((url) => !url.startsWith("out/"));
}

function asModule(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

function runInPackage(script: string, flags: readonly string[] = []): string {
  // Inside the package, so that it finds itself by name.
  mkdirSync(join(ROOT, "out"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, "out/package-"));
  try {
    writeFileSync(join(folder, "script.mjs"), script);
    const run = spawnSync("node", [...flags, "script.mjs"], { cwd: folder, encoding: "utf8" });
    expect(run.status, run.stderr).toBe(0);
    return run.stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
