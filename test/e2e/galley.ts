import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The built command, which starts several times as fast as its sources. */
export const MAIN: string = join(import.meta.dirname, "../../dist/cli/main.js");

/** The command as its sources, whose files have the names that tests of loading look for. */
export const SOURCE_MAIN: string = join(import.meta.dirname, "../../src/cli/main.ts");

/** The pages that ship with the project. */
export const EXAMPLES: string = join(import.meta.dirname, "../../examples");

/** The result of a run of the command. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a run is fed and where it runs. */
export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  /** The file to run; default `MAIN`. */
  readonly main?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sends the signal, once, when it is time. */
  readonly stopWhen?: { readonly signal: NodeJS.Signals; readonly isTime: () => boolean };
}

/** Runs the real command, as a shell would. */
export function galley(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = spawn(process.execPath, [options.main ?? MAIN, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { ...process.env, ...options.env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // A command that fails early does not read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  const { stopWhen } = options;
  const timer =
    stopWhen &&
    setInterval(() => {
      if (!stopWhen.isTime()) return;
      clearInterval(timer);
      child.kill(stopWhen.signal);
    }, 10);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      clearInterval(timer);
      resolve({ status, stdout, stderr });
    });
  });
}

/** A new empty folder. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "galley-e2e-"));
}
