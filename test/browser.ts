import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";

const SYSTEM_NAMES = ["chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable"];

/** No test page may reach past this machine, whatever it holds. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--no-pings",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

interface Candidate {
  readonly name: string;
  readonly path: string;
  readonly libraries?: string;
}

/** Starts a headless Chromium with a fresh profile; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const failures: string[] = [];
  for (const find of [named, installed, carried, carriedWithLibraries]) {
    const candidate = find();
    if (candidate === undefined) continue;
    try {
      return await start(candidate);
    } catch (error) {
      failures.push(`${candidate.name}: ${browserLog(error)}`);
    }
  }
  throw new Error(
    `No Chromium starts here. Set CHROME_PATH to one, or GALLEY_NO_SANDBOX=1 where user namespaces are closed.\n${failures.join("\n")}`,
  );
}

function browserLog(error: unknown): string {
  const lines = String(error).split("\n");
  const said = lines.filter((line) => line.includes("[err]")).slice(0, 3);
  return (said.length > 0 ? said : lines.slice(0, 1)).join("\n  ");
}

function start({ path, libraries }: Candidate): Promise<Browser> {
  // Chromium's sandbox refuses to run as root; everybody else keeps it.
  const sandbox = process.getuid?.() !== 0 && process.env.GALLEY_NO_SANDBOX !== "1";
  const env = { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) };
  return chromium.launch({
    executablePath: path,
    headless: true,
    chromiumSandbox: sandbox,
    args: QUIET,
    env,
    timeout: 60_000,
  });
}

function named(): Candidate | undefined {
  const path = process.env.CHROME_PATH;
  return path ? { name: `CHROME_PATH ${path}`, path } : undefined;
}

function installed(): Candidate | undefined {
  if (process.env.GALLEY_CARRIED_CHROMIUM === "1") return undefined;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of SYSTEM_NAMES) {
    const path = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (path !== undefined) return { name, path };
  }
  return undefined;
}

/** The Chromium inside @sparticuz/chromium, on the machine's own libraries. */
function carried(): Candidate | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  return { name: "@sparticuz/chromium", path: join(unpackOnce(), "chromium") };
}

/** The same with the libraries the package brings; second, as they are built for another distribution. */
function carriedWithLibraries(): Candidate | undefined {
  const candidate = carried();
  return candidate && { ...candidate, libraries: join(dirname(candidate.path), "lib") };
}

function unpackOnce(): string {
  const require = createRequire(import.meta.url);
  const packageFolder = join(dirname(require.resolve("@sparticuz/chromium")), "../..");
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  const cache = join(packageFolder, "../../.cache/galley");
  const target = join(cache, `chromium-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(cache, { recursive: true });
  // Test files run in parallel: whoever renames first wins, and nobody sees half a browser.
  const fresh = mkdtempSync(join(cache, "unpack-"));
  const binary = join(fresh, "chromium");
  writeFileSync(binary, unpacked(packageFolder, "chromium.br"));
  chmodSync(binary, 0o755);
  for (const archive of ["al2023.tar.br", "swiftshader.tar.br"]) {
    spawnSync("tar", ["-xf", "-", "-C", fresh], { input: unpacked(packageFolder, archive) });
  }
  try {
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function unpacked(packageFolder: string, file: string): Buffer {
  return brotliDecompressSync(readFileSync(join(packageFolder, "bin", file)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
