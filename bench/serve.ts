/** `npm run bench:serve`: what the server costs over the bare call, how late it answers, what it keeps, and how it ends. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { extract } from "../src/index.ts";
import { makePages } from "../test/newsroom/index.ts";
import type { Flooded, FloodSettings } from "./flood.ts";
import { benchPages } from "./pages.ts";

const HELP = `Starts galley serve from its sources and measures it. CPU time is that of the whole process.

  npm run bench:serve
  npm run bench:serve -- --pages 400 --rounds 5 --requests 100000
  npm run bench:serve -- --only cpu,latency,memory,overload,stop`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    pages: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    requests: { type: "string", default: "100000" },
    only: { type: "string", default: "cpu,latency,memory,overload,stop" },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

const CONNECTIONS = 32;
const LARGE_BYTES = 5_000_000;
/** With 100 pages a round: the bare call gets faster for its first 700 pages, and would flatter the server before. */
const WARM_ROUNDS = 8;
/** Times as many requests as the server can answer. */
const OVERLOAD = 10;
const OVERLOAD_MS = 8000;
/** How long a client waits that was refused; the server says a second, which would leave too few to measure. */
const RETRY_MS = 200;
const MAIN = join(import.meta.dirname, "../src/cli/main.ts");
const folder = mkdtempSync(join(tmpdir(), "galley-bench-"));
const pages = await benchPages({ count: Number(values.pages), source: "data" });
const meanBytes = Math.round(pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / pages.length);
console.log(`${pages.length} pages, ${Math.round(meanBytes / 1000)} kB on the mean`);
const htmlBodies = pages.map(({ bytes }) => Buffer.from(bytes));
const jsonBodies = pages.map(({ bytes }) =>
  Buffer.from(JSON.stringify({ html: Buffer.from(bytes).toString("utf8") })),
);
const parts: Readonly<Record<string, () => Promise<void>>> = {
  cpu: measureCpu,
  latency: measureLatency,
  memory: measureMemory,
  overload: measureOverload,
  stop: measureStop,
};
try {
  for (const name of values.only.split(",")) await parts[name]?.();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Served {
  readonly port: number;
  readonly process: ChildProcess;
  readonly agent: Agent;
  readonly ended: Promise<number | null>;
}

async function withServer(args: readonly string[], work: (server: Served) => Promise<void>): Promise<void> {
  const command = [MAIN, "serve", "--port", "0", "--quiet", ...args];
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  const port = await new Promise<number>((done, fail) => {
    let text = "";
    child.stderr.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      const found = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (found) done(Number(found));
    });
    child.on("close", () => fail(new Error(text)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    await work({ port, process: child, agent, ended });
  } finally {
    agent.destroy();
    child.kill("SIGKILL");
    await ended;
  }
}

interface Answer {
  readonly status: number;
  readonly ms: number;
}

function post(
  { port, agent }: Pick<Served, "port" | "agent">,
  body: Buffer,
  type = "text/html",
): Promise<Answer> {
  const startedMs = performance.now();
  return new Promise((done, fail) => {
    const headers = { "content-type": type, "content-length": body.length };
    const sent = httpRequest(
      { port, host: "127.0.0.1", method: "POST", path: "/extract", agent, headers },
      (answer) => {
        answer.on("data", () => undefined);
        answer.on("end", () => done({ status: answer.statusCode ?? 0, ms: performance.now() - startedMs }));
        answer.on("error", fail);
      },
    );
    sent.on("error", fail);
    sent.end(body);
  });
}

/** A figure of the server's own metrics. */
async function metric({ port }: Served, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
}

/** Sends bodies over several connections at once. */
async function sendAll(
  count: number,
  connections: number,
  send: (index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const loop = async () => {
    for (let index = next++; index < count; index = next++) answers.push(await send(index));
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return answers;
}

async function measureCpu(): Promise<void> {
  const rounds = Number(values.rounds);
  const encoder = new TextEncoder();
  const bare = () => {
    const before = process.cpuUsage();
    for (const { bytes } of pages) encoder.encode(JSON.stringify(extract(bytes)));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await withServer(["--workers", "1"], async (server) => {
    const served = async (bodies: readonly Buffer[], type: string) => {
      const before = await metric(server, "process_cpu_seconds_total");
      await sendAll(bodies.length, 2, (index) => post(server, bodies[index]!, type));
      return 1000 * ((await metric(server, "process_cpu_seconds_total")) - before);
    };
    const times: Record<"bare" | "html" | "json", number[]> = { bare: [], html: [], json: [] };
    // Interleaved, so that other load on the machine affects all three.
    for (let round = -WARM_ROUNDS; round < rounds; round++) {
      const ms = {
        bare: bare(),
        html: await served(htmlBodies, "text/html"),
        json: await served(jsonBodies, "application/json"),
      };
      if (round >= 0) for (const name of ["bare", "html", "json"] as const) times[name].push(ms[name]);
    }
    const [call, html, json] = [median(times.bare), median(times.html), median(times.json)];
    const page = (ms: number) => `${(ms / pages.length).toFixed(2)} ms a page`;
    console.log(`cpu  bare call and serialising ${page(call)}`);
    console.log(`cpu  HTML body ${(html / call).toFixed(2)}x the bare call, ${page(html)}`);
    console.log(`cpu  JSON body ${(json / call).toFixed(2)}x the bare call, ${page(json)}`);
  });
}

async function measureLatency(): Promise<void> {
  const large = largePage();
  await withServer([], async (server) => {
    await sendAll(400, CONNECTIONS, (index) => post(server, htmlBodies[index % htmlBodies.length]!));
    const run = async (name: string, withLarge: boolean) => {
      let isDone = false;
      const ours = withLarge
        ? (async () => {
            while (!isDone) await post(server, large);
          })()
        : undefined;
      const answers = await sendAll(3000, withLarge ? CONNECTIONS - 1 : CONNECTIONS, (index) =>
        post(server, htmlBodies[index % htmlBodies.length]!),
      );
      isDone = true;
      await ours;
      console.log(`latency  ${name}: ${percentiles(answers)}`);
    };
    await run(`${CONNECTIONS} connections`, false);
    await run(`${CONNECTIONS} connections, one of them with pages of 5 MB`, true);
  });
}

async function measureMemory(): Promise<void> {
  // Short, so that its many requests end: requests are what may leak, not pages.
  const body = Buffer.from(makePages({ count: 1, seed: 1 })[0]?.html ?? "");
  const total = Number(values.requests);
  await withServer([], async (server) => {
    const rss = async () => (await metric(server, "process_resident_memory_bytes")) / 1e6;
    await sendAll(total / 10, CONNECTIONS, () => post(server, body));
    const early = await rss();
    await sendAll(total - total / 10, CONNECTIONS, () => post(server, body));
    const late = await rss();
    console.log(
      `memory  ${early.toFixed(0)} MB after ${total / 10} requests, ${late.toFixed(0)} MB after ${total} (${(late / early).toFixed(2)}x)`,
    );
  });
}

async function measureOverload(): Promise<void> {
  const body = [...htmlBodies].sort((one, other) => one.length - other.length)[
    Math.floor(htmlBodies.length / 2)
  ]!;
  const bodyFile = join(folder, "flood.html");
  writeFileSync(bodyFile, body);
  await withServer([], async (server) => {
    const ask = () => post(server, body);
    await sendAll(500, CONNECTIONS, ask);
    const startedMs = performance.now();
    const usual = await sendAll(1500, CONNECTIONS, ask);
    const perSecond = (1000 * usual.length) / (performance.now() - startedMs);
    // Other processes overload the server; the same 32 connections measure what accepted requests take.
    const settings = { port: server.port, bodyFile, perSecond: OVERLOAD * perSecond, forMs: OVERLOAD_MS };
    const flooding = runFlood(settings);
    const answers: Answer[] = [];
    let isOver = false;
    flooding.finally(() => {
      isOver = true;
    });
    const loop = async () => {
      while (!isOver) {
        const answer = await ask();
        answers.push(answer);
        // As a client does that is told to retry later.
        if (answer.status === 429) await sleep(RETRY_MS * (0.5 + Math.random()));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, loop));
    const flooded = await flooding;
    const of = (status: number) => answers.filter((answer) => answer.status === status);
    const [accepted, refused] = [of(200), of(429)];
    const sent = flooded.accepted + flooded.refused + answers.length;
    const others = flooded.other + answers.length - accepted.length - refused.length;
    console.log(`overload  usual: ${perSecond.toFixed(0)} pages a second, ${percentiles(usual)}`);
    console.log(
      `overload  ${((1000 * sent) / OVERLOAD_MS / perSecond).toFixed(1)} times as many requests: ${((1000 * (accepted.length + flooded.accepted)) / OVERLOAD_MS).toFixed(0)} pages a second, ${flooded.refused + refused.length} of ${sent} got 429, ${others} another answer`,
    );
    console.log(
      `overload  ${accepted.length} accepted of the same ${CONNECTIONS} connections: ${percentiles(accepted)}`,
    );
  });
}

/** Floods the server from a process of its own, so that it does not hold up the one that measures. */
function runFlood(settings: FloodSettings): Promise<Flooded> {
  const command = [join(import.meta.dirname, "flood.ts"), JSON.stringify(settings)];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    text += more;
  });
  return new Promise((done) => child.on("close", () => done(JSON.parse(text))));
}

async function measureStop(): Promise<void> {
  await withServer([], async (server) => {
    let [isStopping, refused] = [false, 0];
    const statuses = new Map<number, number>();
    const loop = async () => {
      for (let index = 0; ; index++) {
        try {
          const { status } = await post(server, htmlBodies[index % htmlBodies.length]!);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        } catch (error) {
          // The server no longer listens: the request was never accepted.
          if (isStopping && error instanceof Error && "code" in error && error.code === "ECONNREFUSED")
            return void refused++;
          console.error(`stop  lost: ${error}`);
          statuses.set(0, (statuses.get(0) ?? 0) + 1);
          if (isStopping) return;
        }
      }
    };
    const loops = Array.from({ length: CONNECTIONS }, loop);
    await sleep(2000);
    isStopping = true;
    server.process.kill("SIGTERM");
    await Promise.all(loops);
    const lost = [...statuses]
      .filter(([status]) => status !== 200)
      .reduce((sum, [, count]) => sum + count, 0);
    console.log(
      `stop  ${statuses.get(200)} answered, ${lost} lost, ${refused} of ${CONNECTIONS} connections refused after SIGTERM, exit status ${await server.ended}`,
    );
  });
}

/** Many articles in one page. */
function largePage(): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0, at = 0; size < LARGE_BYTES; at++) {
    const body = htmlBodies[at % htmlBodies.length]!;
    chunks.push(body);
    size += body.length;
  }
  return Buffer.concat(chunks).subarray(0, LARGE_BYTES);
}

function percentiles(answers: readonly Answer[]): string {
  const sorted = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!;
}
