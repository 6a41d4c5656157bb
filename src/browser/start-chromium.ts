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
import { stripVTControlCharacters } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { NewsError } from "../errors/index.ts";
import { SYSTEM_NAMES, SYSTEM_PATHS } from "./browser-places.data.ts";

/** Options for starting a browser. */
interface StartOptions {
  /** Path of the browser; by default CHROME_PATH, else one from npm or the system. */
  readonly executablePath?: string | undefined;
  /** Additional Chromium switches. */
  readonly switches?: readonly string[];
}

/** No background traffic. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--dns-prefetch-disable",
  "--no-pings",
];

const START_TIMEOUT_MS = 60_000;

/** Launches in progress: their profile folder exists, their process is not known yet. */
const starting = new Set<Promise<Browser>>();

/** Waits for launches in progress; only a started browser removes its profile folder on exit. */
export async function browsersStarted(): Promise<void> {
  await Promise.allSettled(starting);
}

/** Starts a headless Chromium with a temporary profile; throws NO_BROWSER if none is found or starts. */
export async function startChromium({ executablePath, switches = [] }: StartOptions = {}): Promise<Browser> {
  const chromium = await loadPlaywright();
  const failures: string[] = [];
  for (const candidate of findBrowsers(executablePath)) {
    // Checked first: a failed launch would leave an empty profile folder.
    if (!isExecutable(candidate.path)) {
      failures.push(`${candidate.name} is no program`);
      continue;
    }
    const launch = chromium.launch(launchOptions(candidate, switches));
    starting.add(launch);
    try {
      return await launch;
    } catch (error) {
      failures.push(`${candidate.name}: ${browserLog(error)}`);
    } finally {
      starting.delete(launch);
    }
  }
  const found =
    failures.length === 0 ? "No Chromium was found." : `No Chromium starts: ${failures.join("; ")}.`;
  throw new NewsError("NO_BROWSER", found);
}

async function loadPlaywright() {
  try {
    // Loaded lazily: it is an optional peer dependency.
    return (await import("playwright-core")).chromium;
  } catch (cause) {
    throw new NewsError("NO_BROWSER", "The package playwright-core is not installed.", { cause });
  }
}

function launchOptions({ path, libraries }: Candidate, switches: readonly string[]) {
  // Chromium's sandbox does not run as root, nor on systems without user namespaces.
  const chromiumSandbox = process.getuid?.() !== 0 && process.env.GALLEY_NO_SANDBOX !== "1";
  return {
    executablePath: path,
    headless: true,
    chromiumSandbox,
    args: [...QUIET, ...switches],
    env: { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) },
    timeout: START_TIMEOUT_MS,
    // The caller handles signals; the browser ends with the process.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

/** The error output of the browser, else the first line of the failure. */
function browserLog(error: unknown): string {
  const text = stripVTControlCharacters(String(error));
  const said = [...text.matchAll(/\[err\] (.+)/g)].map(([, line = ""]) => line.trim());
  // Each line appears twice: live and in the summary.
  const lines = said.length > 0 ? [...new Set(said)].slice(0, 3) : [text.split("\n", 1)[0]!.trim()];
  return lines.join(" ");
}

/** A browser that may work on this machine. */
interface Candidate {
  readonly name: string;
  readonly path: string;
  /** A folder with additional libraries. */
  readonly libraries?: string;
}

/**
 * Browsers in order of preference, found lazily. The one from npm comes before the system's: its version is pinned, so a
 * page renders alike on every machine.
 */
export function* findBrowsers(executablePath = process.env.CHROME_PATH): Generator<Candidate> {
  // An explicit choice has no fallback.
  if (executablePath) return yield { name: executablePath, path: executablePath };
  const bundled = bundledChromium();
  if (!(bundled instanceof NewsError)) yield* bundled;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of SYSTEM_NAMES) {
    const path = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (path !== undefined) yield { name, path };
  }
  for (const path of SYSTEM_PATHS) if (isExecutable(path)) yield { name: path, path };
  // A read-only node_modules matters only if there is no other browser.
  if (bundled instanceof NewsError) throw bundled;
}

/** @sparticuz/chromium, first with the system's libraries, then with its own. */
function bundledChromium(): readonly Candidate[] | NewsError {
  try {
    const path = unpackBundled();
    if (path === undefined) return [];
    const name = "@sparticuz/chromium";
    return [
      { name, path },
      { name, path, libraries: join(dirname(path), "lib") },
    ];
  } catch (error) {
    if (error instanceof NewsError) return error;
    throw error;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the Chromium in @sparticuz/chromium, unpacked on first use; undefined if there is none for this machine. */
function unpackBundled(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = packageFolder();
  return folder === undefined ? undefined : join(unpackFrom(folder), "chromium");
}

function packageFolder(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve("@sparticuz/chromium")), "../..");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Unpacks the browser of a package once and returns the folder; throws NO_BROWSER if that fails. */
export function unpackFrom(folder: string): string {
  try {
    return unpackOnce(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NewsError("NO_BROWSER", `The Chromium of npm cannot be unpacked: ${reason}`, { cause });
  }
}

function unpackOnce(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const cache = join(folder, "../../.cache/galley");
  const target = join(cache, `chromium-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(cache, { recursive: true });
  // Several processes may unpack at once: the first rename wins, and nobody sees a partial browser.
  const fresh = mkdtempSync(join(cache, "unpack-"));
  try {
    unpackInto(fresh, folder);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function unpackInto(fresh: string, folder: string): void {
  const binary = join(fresh, "chromium");
  writeFileSync(binary, unpacked(folder, "chromium.br"));
  chmodSync(binary, 0o755);
  for (const archive of ["al2023.tar.br", "swiftshader.tar.br"]) {
    const { status, error, stderr } = spawnSync("tar", ["-xf", "-", "-C", fresh], {
      input: unpacked(folder, archive),
    });
    if (status !== 0) throw new Error(`tar fails on ${archive}: ${error?.message ?? String(stderr).trim()}`);
  }
}

function unpacked(folder: string, file: string): Buffer {
  return brotliDecompressSync(readFileSync(join(folder, "bin", file)));
}
