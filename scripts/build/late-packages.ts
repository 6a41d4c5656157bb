import type { Plugin } from "rolldown";

const PREFIX = "\0late:";

/** What is used of packages that take longer to run than most pages take, and that few pages ask for. */
const LATE_PACKAGES: Readonly<Record<string, string>> = {
  "@exodus/bytes/multi-byte.js": lateFunction("@exodus/bytes/multi-byte.js", "createMultibyteDecoder"),
  jschardet: `export const chardet = { detect: (...args) => require("jschardet").chardet.detect(...args) };`,
  "snowball-stemmers": lateFunction("snowball-stemmers", "newStemmer"),
};

/** Runs the code of some packages on the first call of it: a bundler can do that inside of a call, an import cannot. */
export function latePackages(): Plugin {
  return {
    name: "late-packages",
    resolveId: (id, importer) =>
      Object.hasOwn(LATE_PACKAGES, id) && !importer?.startsWith(PREFIX) ? PREFIX + id : null,
    load: (id) => (id.startsWith(PREFIX) ? LATE_PACKAGES[id.slice(PREFIX.length)] : null),
  };
}

function lateFunction(name: string, called: string): string {
  return `export const ${called} = (...args) => require("${name}").${called}(...args);`;
}
