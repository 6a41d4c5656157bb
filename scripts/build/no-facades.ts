import { posix } from "node:path";
import type { OutputChunk, Plugin } from "rolldown";

/** A file that only passes on what another one exports. */
const FACADE = /^export\{([^{}]+)\}from"([^"]+)";?\s*$/;
const DYNAMIC_IMPORT = /\bimport\(`([^`]+)`\)/g;

/** Another file, and what is wanted of it: names with those that it exports them by. */
interface Passed {
  readonly file: string;
  readonly names: readonly (readonly [string, string])[];
}

/**
 * Imports parts of the command from the files that hold them. The bundler writes a file for each that passes them on, as
 * the big ones export more than was asked for; and Node takes its time for every file.
 */
export function noFacades(): Plugin {
  return {
    name: "no-facades",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const facades = new Map(chunks.flatMap((chunk) => passedBy(chunk)));
      for (const chunk of chunks) chunk.code = importPassed(chunk, facades);
      for (const file of facades.keys()) delete bundle[file];
    },
  };
}

function passedBy({ code, fileName, isDynamicEntry, isEntry }: OutputChunk): (readonly [string, Passed])[] {
  const [, names, path] = FACADE.exec(code) ?? [];
  if (names === undefined || path === undefined || !isDynamicEntry || isEntry) return [];
  const file = posix.join(posix.dirname(fileName), path);
  const pairs = names.split(",").map((name) => {
    const [own = "", asked = own] = name.split(" as ");
    return [asked, own] as const;
  });
  return [[fileName, { file, names: pairs }]];
}

function importPassed({ code, fileName }: OutputChunk, facades: ReadonlyMap<string, Passed>): string {
  const folder = posix.dirname(fileName);
  return code.replace(DYNAMIC_IMPORT, (whole, path: string) => {
    const passed = facades.get(posix.join(folder, path));
    if (passed === undefined) return whole;
    const from = posix.relative(folder, passed.file);
    const names = passed.names.map(([asked, own]) => `${asked}:e.${own}`);
    return `import(\`${from.startsWith(".") ? from : `./${from}`}\`).then(e=>({${names.join()}}))`;
  });
}
