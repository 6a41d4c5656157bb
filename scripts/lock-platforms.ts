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
      complete[path] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true };
    }
  }
  return Object.fromEntries(Object.entries(complete).sort(([a], [b]) => a.localeCompare(b, "en")));
}

function platformOf(name: string): Pick<Entry, "os" | "cpu" | "libc"> {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = ["musl", "gnu"].filter((kind) => words.some((word) => word.startsWith(kind)));
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(os.includes("linux") && libc.length > 0
      ? { libc: libc.map((kind) => (kind === "gnu" ? "glibc" : kind)) }
      : {}),
  };
}

if (import.meta.main) {
  const file = join(import.meta.dirname, "../package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(
    file,
    `${JSON.stringify({ ...lock, packages: completeLock(lock.packages) }, undefined, 2)}\n`,
  );
}
