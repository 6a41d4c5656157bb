import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

/** Followed by the id of the process that runs the tests. */
const PREFIX = "galley-tests-";
const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/** Before any test: one folder for all temporary files of the run, those of the commands it starts included; removed with the run. */
export function setup(): (() => void) | undefined {
  // Every project of the run calls this.
  if (tmpdir().includes(PREFIX)) return undefined;
  removeLeft();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user where the tests are run by root.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  for (const signal of SIGNALS)
    process.once(signal, () => {
      remove();
      // As it would end without this listener.
      if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal]);
    });
  return remove;
}

/** Removes the folders of runs that were killed. */
function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process is there, and may not be sent a signal.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
