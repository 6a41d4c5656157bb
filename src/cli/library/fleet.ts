import type { Command } from "commander";
import {
  FleetQueue,
  type FleetReport,
  listDead,
  reportFleet,
  retryDead,
  setupFleet,
} from "../../fleet/index.ts";
import type { Store } from "../../store/index.ts";
import { alignRows } from "../../text/index.ts";
import { oneLine } from "../failure-line.ts";
import { counted } from "../progress.ts";
import { fleetLibrary, libraryCommand, type StoreOptions, timeSpan, withLibrary } from "./store-option.ts";

interface ShowOptions extends StoreOptions {
  readonly json?: boolean;
}

interface RetryOptions extends StoreOptions {
  readonly code?: string;
}

interface SetupCommandOptions extends StoreOptions {
  readonly role?: string;
  readonly lease?: number;
  readonly retryAfter?: number;
}

const NOTES = `
A fleet is any number of processes that collect for one library in PostgreSQL. Its queue is in the same database.

Examples:
  galley fleet setup --store-file owner.txt --role galley_worker
  galley collect feeds.opml --store-file store.txt
  galley collect --worker --store-file store.txt
  galley fleet --store-file store.txt
  galley fleet dead
  galley fleet retry --code HTTP_STATUS`;

/** `galley fleet`: the workers of a library, its queue, and what failed for good. */
export function makeCommand(): Command {
  const command = libraryCommand("fleet")
    .description(
      "Shows the workers that collect for a library together, its queue, and what failed for good.",
    )
    .option("--json", "as one JSON object")
    .addHelpText("after", NOTES)
    .action((options: ShowOptions) => withFleet(options, (queue, store) => show(queue, store, options)));
  command
    .command("setup")
    .description("Makes the queue of a library, or brings it up to date, as the owner of the database.")
    .option("--role <name>", "a role of the database that gets the rights of a worker, and no others")
    .option(
      "--lease <time>",
      "a worker not heard of for this long is taken for dead (default: 30s)",
      timeSpan,
    )
    .option("--retry-after <time>", "the wait after the first failure of a page (default: 10m)", timeSpan)
    .action((_, own: Command) => setup(own.optsWithGlobals()));
  command
    .command("dead")
    .description("Lists what failed for good, a line each: when, why, and the address.")
    .action((_, own: Command) => withFleet(own.optsWithGlobals(), showDead));
  command
    .command("retry")
    .description("Tries again what failed for good.")
    .option("--code <code>", "only what failed with this code")
    .action((_, own: Command) => {
      const options: RetryOptions = own.optsWithGlobals();
      return withFleet(options, async (queue, store) => {
        const count = await retryDead(queue, store, options.code);
        process.stderr.write(`galley: ${counted(count, "job")} back in the queue\n`);
      });
    });
  return command;
}

async function setup({ role, lease, retryAfter, ...options }: SetupCommandOptions): Promise<void> {
  await setupFleet(fleetLibrary(options), { role, leaseMs: lease, firstRetryMs: retryAfter });
  process.stderr.write("galley: the library has a queue; start workers with galley collect --worker\n");
}

async function withFleet(
  options: StoreOptions,
  work: (queue: FleetQueue, store: Store) => Promise<void>,
): Promise<void> {
  const queue = await FleetQueue.open(fleetLibrary(options), "visitor");
  try {
    await withLibrary(options, "must-exist", (store) => work(queue, store));
  } finally {
    await queue.close();
  }
}

async function show(queue: FleetQueue, store: Store, { json }: ShowOptions): Promise<void> {
  const report = await reportFleet(queue, store);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : describe(report, queue.now()));
}

function describe({ workers, queues, pages, dead, hosts }: FleetReport, nowMs: number): string {
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  const right = (heading: string) => ({ heading, align: "right" }) as const;
  const tables = [
    alignRows(
      ["worker", "state", right("open"), right("done"), right("seen")],
      workers.map(({ name, state, open, done, seenMs }) => [
        oneLine(name),
        state,
        String(open),
        String(done),
        `${seconds(Math.max(0, nowMs - seenMs))} ago`,
      ]),
    ),
    alignRows(
      ["queue", right("waiting"), right("active"), right("later"), right("age")],
      queues.map(({ name, waiting, active, later, ageMs }) => [
        name,
        String(waiting),
        String(active),
        String(later),
        seconds(ageMs),
      ]),
    ),
  ];
  const failed = Object.entries(dead).map(([code, count]) => `${count} ${code}`);
  const notes = [
    `${counted(pages.due, "page")} due, the first for ${seconds(pages.ageMs)}`,
    `${counted(hosts.known, "host")}, ${hosts.closed} of them left alone for now`,
    failed.length === 0
      ? "nothing failed for good"
      : `failed for good: ${failed.join(", ")}; galley fleet dead`,
  ];
  if (workers.length === 0) notes.push("no worker runs: galley collect --worker");
  return `${[...tables, notes].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

async function showDead(queue: FleetQueue): Promise<void> {
  for (const { atMs, code, message, url } of await listDead(queue)) {
    const when = new Date(atMs).toISOString().slice(0, 19);
    process.stdout.write(`${when}Z ${code} ${url} ${oneLine(message)}\n`);
  }
}
