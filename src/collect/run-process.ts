import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A name for this process, unique among users of a store: machine, process number and start, as numbers are reused. */
export function thisProcess(): string {
  return `${machine()} ${process.pid} ${startOf(process.pid) ?? ""}`;
}

/** Whether a process that `thisProcess` named has surely ended; false for other machines. */
export function hasEnded(name: string): boolean {
  const [where, number, start] = name.split(" ");
  if (where !== machine()) return false;
  const pid = Number(number);
  return !isAlive(pid) || (startOf(pid) ?? "") !== start;
}

/** The host and, on Linux, the namespace of process numbers, as containers may share a host name. */
function machine(): string {
  const space = process.platform === "linux" ? readlinkSync("/proc/self/ns/pid") : "";
  return encodeURIComponent(`${hostname()}/${space}`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Any other error means that the process exists and is not ours.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Fields of /proc/PID/stat, counted after the name of the program, which may hold spaces. */
const STATE = 0;
const START = 19;

/** When a process began, in ticks since boot; undefined if it has ended or the system does not say. */
function startOf(pid: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    // It has ended, or /proc is not there.
    return undefined;
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const isOver = fields[STATE] === "Z" || fields[STATE] === "X";
  return isOver ? undefined : fields[START];
}
