/** Makes the Python environments of the integrations: `npm run python:env -- python|spark`. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const INSTALL_LIMIT_MS = 900_000;
const OLDEST_MINOR = 10;
const run = promisify(execFile);

/** The integrations with tests in Python. */
const ENVIRONMENTS = ["python", "spark"] as const;
/** The name of an environment: that of its folder in `integrations`. */
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** An environment with the packages of `integrations/NAME/requirements.txt`. */
export interface PythonEnvironment {
  readonly folder: string;
  /** Where its commands are. */
  readonly bin: string;
  readonly python: string;
}

/** Where an environment is, made or not; another set of packages or another Python is another place. */
export async function findEnvironment(
  name: EnvironmentName,
): Promise<PythonEnvironment & { readonly isMade: boolean }> {
  const wanted = readFileSync(join(ROOT, "integrations", name, "requirements.txt"), "utf8");
  const version = await findPython();
  const print = createHash("sha256").update(`${version}\n${wanted}`).digest("hex").slice(0, 12);
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = join(cache, "galley", `${name}-${print}`);
  const bin = join(folder, process.platform === "win32" ? "Scripts" : "bin");
  return { folder, bin, python: join(bin, "python"), isMade: existsSync(join(folder, "made")) };
}

/** Makes an environment unless it is there; throws with a reason where Python or its packages cannot be had. */
export async function makeEnvironment(name: EnvironmentName): Promise<PythonEnvironment> {
  const found = await findEnvironment(name);
  if (found.isMade) return found;
  const release = await takeTurn(found.folder);
  try {
    if (!(await findEnvironment(name)).isMade) await install(name, found);
  } finally {
    release();
  }
  return found;
}

async function install(name: EnvironmentName, { folder, python }: PythonEnvironment): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await attempt("Python could not make an environment", pythonCommand(), ["-m", "venv", folder]);
  const list = join(ROOT, "integrations", name, "requirements.txt");
  // Few retries: without a network the answer should not take minutes.
  const patience = ["--retries", "1", "--timeout", "30"];
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...patience, "-r", list];
  await attempt(`pip could not install integrations/${name}/requirements.txt`, python, pip);
  writeFileSync(join(folder, "made"), "");
}

function pythonCommand(): string {
  return process.env.PYTHON || "python3";
}

async function findPython(): Promise<string> {
  const says = ["-c", "import sys; print(*sys.version_info[:3], sys.executable)"];
  const version = await attempt(`${pythonCommand()} does not run`, pythonCommand(), says);
  const [major, minor] = version.split(" ").map(Number);
  if (major === 3 && minor !== undefined && minor >= OLDEST_MINOR) return version;
  throw new Error(`${pythonCommand()} is older than Python 3.${OLDEST_MINOR}; name a newer one in PYTHON`);
}

async function attempt(problem: string, file: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(file, args, { timeout: INSTALL_LIMIT_MS });
    return stdout.trim();
  } catch (cause) {
    const said = String((cause as { readonly stderr?: unknown }).stderr ?? "")
      .trim()
      .split("\n")
      .at(-1);
    throw new Error(`${problem}${said ? `: ${said}` : ""}`, { cause });
  }
}

/** One process makes an environment, the others wait for it; a lock that outlived its process is taken over. */
async function takeTurn(folder: string): Promise<() => void> {
  const lock = `${folder}.lock`;
  mkdirSync(join(folder, ".."), { recursive: true });
  while (true) {
    try {
      mkdirSync(lock);
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made > INSTALL_LIMIT_MS) rmSync(lock, { recursive: true, force: true });
    await wait(500);
  }
}

// Node 22, which may run the scripts too, does not know import.meta.main.
if (process.argv[1] === import.meta.filename) {
  const names = ENVIRONMENTS.filter((name) => process.argv.slice(2).includes(name));
  for (const name of names.length === 0 ? ENVIRONMENTS : names) {
    process.stdout.write(`${(await makeEnvironment(name)).folder}\n`);
  }
}
