import type { Plugin } from "rolldown";

const PREFIX = "\0late:";

/** What is used of packages that take longer to run than most pages take, and that few pages ask for. */
const LATE_PACKAGES: Readonly<Record<string, string>> = {
  "@exodus/bytes/multi-byte.js": lateFunctions("@exodus/bytes/multi-byte.js", "createMultibyteDecoder"),
  "entities/decode": lateFunctions("entities/decode", "decodeHTML", "decodeHTMLAttribute"),
  jschardet: `export const chardet = { detect: (...args) => require("jschardet").chardet.detect(...args) };`,
  "snowball-stemmers": lateFunctions("snowball-stemmers", "newStemmer"),
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

function lateFunctions(name: string, ...called: readonly string[]): string {
  return called
    .map((each) => `export const ${each} = (...args) => require("${name}").${each}(...args);`)
    .join("\n");
}
