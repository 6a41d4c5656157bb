import { createRequire } from "node:module";
import type { Plugin } from "rolldown";

const PREFIX = "\0late-node:";
const CALLED = "?called";
/** Modules of Node that are slow to load, and that many runs of the command do without. */
const LATE = ["node:child_process", "node:fs", "node:fs/promises", "node:zlib"];
/** What packages call that ask for all of such a module. */
const CALLED_BY_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "node:child_process": ["spawn"],
  "node:fs": ["existsSync", "realpathSync"],
};

/**
 * Loads some modules of Node on the first call of a function of theirs, and by `require`: an import has Node read all
 * that they export, among it what they themselves load late.
 */
export function lateNode(): Plugin {
  return {
    name: "late-node",
    resolveId: {
      // Before all modules of Node are said to be no part of the build.
      order: "pre",
      handler(id, importer, { kind }) {
        if (!LATE.includes(id) || importer?.startsWith(PREFIX)) return null;
        if (kind === "import-statement") return PREFIX + id;
        return kind === "require-call" && Object.hasOwn(CALLED_BY_PACKAGES, id)
          ? `${PREFIX}${id}${CALLED}`
          : null;
      },
    },
    load: (id) => (id.startsWith(PREFIX) ? lateModule(id.slice(PREFIX.length)) : null),
  };
}

function lateModule(id: string): string {
  const name = id.replace(CALLED, "");
  const exported = id === name ? everythingOf(name) : (CALLED_BY_PACKAGES[name] ?? []).map(lateCall);
  return [
    `import { createRequire } from "node:module";`,
    "let loaded;",
    `const load = () => (loaded ??= createRequire(import.meta.url)("${name}"));`,
    ...exported,
  ].join("\n");
}

function everythingOf(name: string): readonly string[] {
  const own: Readonly<Record<string, unknown>> = createRequire(import.meta.url)(name);
  return Object.entries(own).map(([key, value]) =>
    // Said to be pure, so that what nobody imports is left out.
    isPlainFunction(key, value)
      ? lateCall(key)
      : `export const ${key} = /* @__PURE__ */ (() => load().${key})();`,
  );
}

function lateCall(name: string): string {
  return `export const ${name} = (...args) => load().${name}(...args);`;
}

/** Whether a value is a function without properties of its own, and no class. */
function isPlainFunction(name: string, value: unknown): boolean {
  if (typeof value !== "function" || !/^[a-z]/.test(name)) return false;
  return Reflect.ownKeys(value).every((key) => ["length", "name", "prototype"].includes(String(key)));
}
