import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { MAIN, newFolder } from "./galley.ts";

/** A running `galley serve`. */
export interface Served {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly process: ChildProcess;
  /** What it has logged so far. */
  log(): string;
  /** What it has said on standard error so far. */
  said(): string;
  /** Its exit status, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts the real server on a free port of loopback, in a folder of its own; it ends with the test. */
export async function serveGalley(
  args: readonly string[] = [],
  folder: string = newFolder(),
  main: string = MAIN,
): Promise<Served> {
  const child = spawn(process.execPath, [main, "serve", "--port", "0", ...args], { cwd: folder });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const [, found] = /listening on (http:\S+)/.exec(stderr) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on("close", () => reject(new Error(stderr)));
  });
  const port = Number(new URL(url).port);
  return { url, port, folder, process: child, log: () => stdout, said: () => stderr, ended };
}

/** Sends bytes to a port as they are, and gives all that comes back until the end of the connection. */
export function sendRaw(port: number, pieces: readonly string[], pauseMs = 0): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", async () => {
      for (const piece of pieces) {
        if (socket.destroyed) break;
        socket.write(piece);
        await new Promise((next) => setTimeout(next, pauseMs));
      }
    });
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}
