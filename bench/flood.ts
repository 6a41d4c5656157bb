/** Sends a server more requests than it can answer, from a process of its own; `bench/serve.ts` starts it. */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What is sent, where to, and how often. */
export interface FloodSettings {
  readonly port: number;
  readonly bodyFile: string;
  readonly perSecond: number;
  readonly forMs: number;
}

/** How many answers there were of each kind. */
export interface Flooded {
  accepted: number;
  refused: number;
  other: number;
}

/** More than this would be a test of sockets. */
const MAX_SOCKETS = 512;

/** Sends requests at their own pace, whether earlier ones were answered or not, over bare sockets, which take little time. */
async function flood({ port, bodyFile, perSecond, forMs }: FloodSettings): Promise<void> {
  const body = readFileSync(bodyFile);
  const head = `POST /extract HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: text/html\r\ncontent-length: ${body.length}\r\n\r\n`;
  const request = Buffer.concat([Buffer.from(head), body]);
  const counts: Flooded = { accepted: 0, refused: 0, other: 0 };
  const idle: Socket[] = [];
  let [sent, open] = [0, 0];
  const openSocket = () => {
    let answer = "";
    const socket = connect(port, "127.0.0.1");
    socket.setEncoding("latin1").on("data", (text: string) => {
      answer += text;
      const end = answer.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
      if (end < 0 || answer.length < end + 4 + length) return;
      if (answer.startsWith("HTTP/1.1 200")) counts.accepted++;
      else if (answer.startsWith("HTTP/1.1 429")) counts.refused++;
      else counts.other++;
      answer = "";
      idle.push(socket);
    });
    socket.on("error", () => undefined);
    open++;
    return socket;
  };
  const startedMs = performance.now();
  for (let atMs = 0; atMs < forMs; atMs = performance.now() - startedMs) {
    for (; sent < (perSecond * atMs) / 1000; sent++) {
      const socket = idle.pop() ?? (open < MAX_SOCKETS ? openSocket() : undefined);
      if (socket === undefined) break;
      socket.write(request);
    }
    await sleep(5);
  }
  process.stdout.write(JSON.stringify(counts));
}

await flood(JSON.parse(process.argv[2] ?? ""));
process.exit();
