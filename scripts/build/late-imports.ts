import { createRequire } from "node:module";
import type { Plugin } from "rolldown";

const IMPORTED = "\0late-node:";
const REQUIRED = "\0late-node-required:";
/** Modules of Node that are slow to load, and that many runs of the command do not need. */
const LATE = ["node:child_process", "node:fs", "node:fs/promises", "node:zlib"];
/** Stand-ins for modules of Node in packages that import whole modules: only the functions that are called. */
const IN_PACKAGES: Readonly<Record<string, string>> = {
  "node:child_process": lateModule("node:child_process", ["spawn"].map(lateCall)),
  "node:fs": lateModule("node:fs", ["existsSync", "realpathSync"].map(lateCall)),
  "node:process": "module.exports = globalThis.process;",
};

/**
 * Loads some modules of Node on the first call of a function of theirs, and by `require`: an import has Node read all
 * that they export, among it what they themselves load late, such as the three standard streams. Saves 5 of the 11 ms of
 * `galley --version`, and 5 of the 70 to 90 of `galley extract`.
 */
export function lateNode(): Plugin {
  return {
    name: "late-node",
    resolveId: {
      // Runs before all modules of Node are marked as external.
      order: "pre",
      handler(id, _, { kind }) {
        if (kind === "import-statement" && LATE.includes(id)) return IMPORTED + id;
        return kind === "require-call" && Object.hasOwn(IN_PACKAGES, id) ? REQUIRED + id : null;
      },
    },
    load(id) {
      if (id.startsWith(REQUIRED)) return IN_PACKAGES[id.slice(REQUIRED.length)];
      return id.startsWith(IMPORTED) ? wholeModule(id.slice(IMPORTED.length)) : null;
    },
  };
}

function wholeModule(name: string): string {
  const own: Readonly<Record<string, unknown>> = createRequire(import.meta.url)(name);
  const exported = Object.entries(own).map(([key, value]) =>
    // Marked as pure, so that unused ones are left out.
    isPlainFunction(key, value)
      ? lateCall(key)
      : `export const ${key} = /* @__PURE__ */ (() => load().${key})();`,
  );
  return lateModule(name, exported);
}

function lateModule(name: string, exported: readonly string[]): string {
  return [
    `import { createRequire } from "node:module";`,
    "let loaded;",
    `const load = () => (loaded ??= createRequire(import.meta.url)("${name}"));`,
    ...exported,
  ].join("\n");
}

function lateCall(name: string): string {
  return `export const ${name} = (...args) => load().${name}(...args);`;
}

/** Whether a value is a function without properties of its own, and no class. */
function isPlainFunction(name: string, value: unknown): boolean {
  if (typeof value !== "function" || !/^[a-z]/.test(name)) return false;
  return Reflect.ownKeys(value).every((key) => ["length", "name", "prototype"].includes(String(key)));
}

const PREFIX = "\0late:";
const PART = "\0part-of-";

/** The used exports of packages that take longer to run than most pages, and that few pages need. */
const LATE_PACKAGES: Readonly<Record<string, string>> = {
  "@exodus/bytes/multi-byte.js": lateFunctions("@exodus/bytes/multi-byte.js", "createMultibyteDecoder"),
  "entities/decode": lateFunctions(`${PART}entities`, "decodeHTML", "decodeHTMLAttribute"),
  jschardet: `export const chardet = { detect: (...args) => require("jschardet").chardet.detect(...args) };`,
  "snowball-stemmers": lateFunctions("snowball-stemmers", "newStemmer"),
};
/** What is required is bundled whole; a package for browsers should only bring the functions in use. */
const PARTS: Readonly<Record<string, string>> = {
  [`${PART}entities`]: `export { decodeHTML, decodeHTMLAttribute } from "entities/decode";`,
};

/**
 * Runs the code of some packages on the first call of it: a bundler can do that inside of a call, an import cannot. Saves 20 of
 * the 170 ms of a script that imports `galley`.
 */
export function latePackages(): Plugin {
  return {
    name: "late-packages",
    resolveId(id, importer) {
      if (Object.hasOwn(PARTS, id)) return id;
      const isLate = Object.hasOwn(LATE_PACKAGES, id) && !importer?.startsWith("\0");
      return isLate ? PREFIX + id : null;
    },
    load: (id) => PARTS[id] ?? (id.startsWith(PREFIX) ? LATE_PACKAGES[id.slice(PREFIX.length)] : null),
  };
}

function lateFunctions(name: string, ...called: readonly string[]): string {
  return called
    .map((each) => `export const ${each} = (...args) => require(${JSON.stringify(name)}).${each}(...args);`)
    .join("\n");
}
