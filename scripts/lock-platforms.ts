import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** The part of a lockfile's entry that says which package is installed, and where. */
interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
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
      if (path in complete || !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) continue;
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

/** The packages of a lockfile that come from a registry and whose bytes `npm ci` could not check. */
export function withoutIntegrity(packages: Readonly<Record<string, Entry>>): readonly string[] {
  return Object.entries(packages)
    .filter(([path, { integrity, link }]) => path.includes("node_modules/") && !link && !integrity)
    .map(([path]) => path);
}

async function fillIntegrity(packages: Readonly<Record<string, Entry>>): Promise<Record<string, Entry>> {
  const filled: Record<string, Entry> = { ...packages };
  for (const path of withoutIntegrity(packages)) {
    const { version, ...rest } = packages[path]!;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    // Right after the version, where npm puts it.
    filled[path] = {
      ...(version ? { version } : {}),
      integrity: await askIntegrity(`${name}@${version}`),
      ...rest,
    };
  }
  return filled;
}

async function askIntegrity(nameAndVersion: string): Promise<string> {
  const help = "pin its parent to a version that the registry has for every platform";
  try {
    const { stdout } = await promisify(execFile)("npm", ["view", nameAndVersion, "dist.integrity"]);
    if (stdout.trim() !== "") return stdout.trim();
  } catch (cause) {
    throw new Error(`The registry does not have ${nameAndVersion}: ${help}.`, { cause });
  }
  throw new Error(`The registry states no integrity of ${nameAndVersion}: ${help}.`);
}

// Node 22, which may run the scripts too, does not know import.meta.main.
if (process.argv[1] === import.meta.filename) {
  const file = join(import.meta.dirname, "../package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const packages = await fillIntegrity(completeLock(lock.packages));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages }, undefined, 2)}\n`);
}
