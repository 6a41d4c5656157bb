import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

const FILE = "licences.txt";
const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** The fields of a package.json that matter here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: unknown;
}

/** Licence texts for packages that name a licence and bring no copy of it. */
const TEXTS: Readonly<Record<string, string>> = {
  ISC: `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF
OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
};

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
  const { name, version, license } = manifest;
  const [file] = globSync("{LICENSE,LICENCE,license,licence}{,.md,.txt}", { cwd: folder });
  const text = file === undefined ? textFor(manifest) : readFileSync(join(folder, file), "utf8").trim();
  return `== ${name} ${version} (${license})\n\n${text}\n`;
}

function textFor({ name, license, author }: Manifest): string {
  const text = TEXTS[license];
  if (text === undefined || typeof author !== "string") {
    throw new Error(
      `${name} brings no text of its licence (${license}): add it to scripts/build/licences.ts`,
    );
  }
  return `Copyright ${author}\n\n${text}`;
}
