import type { Plugin } from "rolldown";

const PREFIX = "\0late:";
const PART = "\0part-of-";

/** What is used of packages that take longer to run than most pages take, and that few pages ask for. */
const LATE_PACKAGES: Readonly<Record<string, string>> = {
  "@exodus/bytes/multi-byte.js": lateFunctions("@exodus/bytes/multi-byte.js", "createMultibyteDecoder"),
  "entities/decode": lateFunctions(`${PART}entities`, "decodeHTML", "decodeHTMLAttribute"),
  jschardet: `export const chardet = { detect: (...args) => require("jschardet").chardet.detect(...args) };`,
  "snowball-stemmers": lateFunctions("snowball-stemmers", "newStemmer"),
};
/** What is required is bundled whole; of a package that a browser loads, only what is called should be. */
const PARTS: Readonly<Record<string, string>> = {
  [`${PART}entities`]: `export { decodeHTML, decodeHTMLAttribute } from "entities/decode";`,
};

/** Runs the code of some packages on the first call of it: a bundler can do that inside of a call, an import cannot. */
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
