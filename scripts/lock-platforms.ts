import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The part of a lockfile's entry that says where a package is installed. */
interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const SYSTEMS = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
  "aix",
];
const PROCESSORS = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];
const LIBRARIES = { musl: "musl", gnu: "glibc" };

/**
 * Adds the builds for other platforms that npm left out of the lockfile.
 * A registry mirror that lacks them makes npm drop them, and `npm ci` then refuses the lockfile everywhere.
 */
export function completeLock(packages: Readonly<Record<string, Entry>>): Record<string, Entry> {
  const complete: Record<string, Entry> = { ...packages };
  for (const [, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const path = `node_modules/${name}`;
      // A range would need the registry to decide; every platform build at hand is pinned by its parent.
      if (path in complete || !/^\d+\.\d+\.\d+$/.test(version)) continue;
      const { os, cpu, libc } = platformOf(name);
      // In npm's own order, so that its next install changes nothing here.
      complete[path] = { version, ...cpu, ...(dev ? { dev } : {}), ...libc, optional: true, ...os };
    }
  }
  return Object.fromEntries(Object.entries(complete).sort(([a], [b]) => a.localeCompare(b, "en")));
}

function platformOf(name: string): { os: Entry; cpu: Entry; libc: Entry } {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = Object.entries(LIBRARIES).flatMap(([word, library]) =>
    os.includes("linux") && words.some((part) => part.startsWith(word)) ? [library] : [],
  );
  return {
    os: os.length > 0 ? { os } : {},
    cpu: cpu.length > 0 ? { cpu } : {},
    libc: libc.length > 0 ? { libc } : {},
  };
}

// Node 22, which may run the scripts too, does not know import.meta.main.
if (process.argv[1] === import.meta.filename) {
  const file = join(import.meta.dirname, "../package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(
    file,
    `${JSON.stringify({ ...lock, packages: completeLock(lock.packages) }, undefined, 2)}\n`,
  );
}
