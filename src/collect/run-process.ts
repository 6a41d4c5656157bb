import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Names this process among all that use a store: its machine, its number and when it began, as numbers are used again. */
export function thisProcess(): string {
  return `${machine()} ${process.pid} ${startOf(process.pid) ?? ""}`;
}

/** Whether a process that `thisProcess` named has surely ended; on another machine nothing is sure. */
export function hasEnded(name: string): boolean {
  const [where, number, start] = name.split(" ");
  if (where !== machine()) return false;
  const pid = Number(number);
  return !isAlive(pid) || (startOf(pid) ?? "") !== start;
}

/** The host, and on Linux the space that process numbers count in: containers may share a host name. */
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

/** Where /proc/PID/stat has the state and the start, counted from the name of the program, which may hold spaces. */
const STATE = 0;
const START = 19;

/** When a process began, in ticks since the machine started; undefined where it is over, or the system does not tell. */
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
