import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

const FILE = "licences.txt";
const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** What a package says of itself. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string;
}

/** Writes the licences of all packages whose code is in the bundle beside it. */
export function writeLicences(): Plugin {
  return {
    name: "write-licences",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => PACKAGE_FOLDER.exec(id)?.[0] ?? []));
      if (folders.size === 0) return;
      this.emitFile({ type: "asset", fileName: FILE, source: [...folders].sort().map(describe).join("\n") });
    },
  };
}

function describe(folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license, author } = manifest;
  const [file] = globSync("{LICENSE,LICENCE,license,licence}{,.md,.txt}", { cwd: folder });
  const text =
    file === undefined
      ? `It comes without the text of its licence. Its author is ${author}.`
      : readFileSync(join(folder, file), "utf8").trim();
  return `== ${name} ${version} (${license})\n\n${text}\n`;
}
