import { existsSync, realpathSync, statSync } from "node:fs";
import { Command } from "commander";
import { NewsError } from "../../errors/index.ts";
import { type RunningServer, startServer } from "../../server/index.ts";
import type { Store } from "../../store/index.ts";
import {
  addStoreOptions,
  isServed,
  libraryName,
  openLibrary,
  type StoreOptions,
} from "../library/store-option.ts";
import {
  addPageOptions,
  delayAsMs,
  fetchOptions,
  type PageOptions,
  repeatable,
  secondsAsMs,
  wholeNumber,
} from "../options.ts";
import { readVersion } from "../version.ts";
import { DEFAULT_KEY_FILE } from "./key.ts";

interface Options extends PageOptions, StoreOptions {
  readonly port: number;
  readonly host: string;
  readonly keyFile?: string;
  readonly auth: boolean;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly workers?: number;
  readonly maxOpen?: number;
  readonly rate?: number;
  readonly bodyTimeout?: number;
  readonly compat?: boolean;
  readonly delay?: number;
  readonly folder?: readonly string[];
  readonly studioFolder: string;
  readonly fetchStyles?: boolean;
  readonly quiet?: boolean;
}

const EXAMPLES = `
Only this machine can reach the server unless --host says otherwise; other addresses need keys (galley key add) or --no-auth.
Where --key-file, GALLEY_KEYS or ./${DEFAULT_KEY_FILE} names keys, they are asked for on every address. A missing library is created.
Pages of sites that the library knows are extracted with their profile and model.
The studio, where people label pages, is at /studio; the address that is printed at the start lets one browser in.
Logs are lines of JSON on standard output, without bodies and keys.

Examples:
  galley serve
  galley serve --port 8080 --store news.db
  galley serve --compat --key-file keys.json
  galley serve --folder sets
  galley serve --host 0.0.0.0 --key-file keys.json --allow-host news.example
  curl --data-binary @page.html -H 'content-type: text/html' http://127.0.0.1:7420/extract`;

const DEFAULT_STUDIO_FOLDER = "galley-studio";
const DEFAULT_PORT = 7420;
const DEFAULT_HOST = "127.0.0.1";

/** `galley serve`: the HTTP API. */
export function makeCommand(): Command {
  const command = new Command("serve")
    .description(
      "Serves extraction and a library over HTTP, with a page to read it at / and tools for AI assistants at /mcp.",
    )
    .option("--port <number>", "the port; 0 for a free one", portNumber, DEFAULT_PORT)
    .option("--host <address>", "the address to listen on", DEFAULT_HOST)
    .option(
      "--key-file <file>",
      `the keys of clients (default: GALLEY_KEYS, else ./${DEFAULT_KEY_FILE} if it is there)`,
    )
    .option("--no-auth", "let everyone in who can reach the address")
    .option(
      "--allow-host <name>",
      "a name by which clients call the server, such as that of a proxy; may be repeated",
      repeatable,
    )
    .option(
      "--allow-origin <origin>",
      "an origin whose web pages may use the API from a browser (CORS), such as https://app.example; may be repeated",
      repeatable,
    )
    .option("--workers <count>", "threads that extract (default: one for each core)", wholeNumber)
    .option(
      "--max-open <count>",
      "pages in work or waiting; more get 429 (default: 16 for each worker, 32 at least)",
      wholeNumber,
    )
    .option(
      "--rate <count>",
      "requests a minute of each client, if its key has no limit (default: no limit)",
      wholeNumber,
    )
    .option("--body-timeout <seconds>", "time for a body to arrive (default: 30)", secondsAsMs)
    .option(
      "--compat",
      "also answer like Mercury, the Readability server and Full-Text RSS, for feed readers; docs/readers.md",
    )
    .option(
      "--delay <seconds>",
      "time between requests to a host for feeds, batches and collecting (default: 1)",
      delayAsMs,
    )
    .option("-q, --quiet", "no log");
  return addPageOptions(addStudioOptions(addStoreOptions(command)), {
    maxBytes: "20MB",
    timeout: "time limit for fetching a page, and for extracting it (default: 20, 30)",
  })
    .addHelpText("after", EXAMPLES)
    .action(runServe);
}

function addStudioOptions(command: Command): Command {
  return command
    .option(
      "--folder <dir>",
      "a folder that the studio may open labelled sets and pages from, and those below it; may be repeated",
      repeatable,
    )
    .option(
      "--studio-folder <dir>",
      "where the studio keeps its own sets and sign-ins",
      DEFAULT_STUDIO_FOLDER,
    )
    .option("--fetch-styles", "fetch style sheets and pictures of pages that the studio shows");
}

async function runServe(options: Options): Promise<void> {
  const library = new LateLibrary(options);
  const hasStore = await findLibrary(library, options);
  const keyFile = options.auth ? keyFileOf(options) : undefined;
  const server = await startServer({
    host: options.host,
    port: options.port,
    keyFile,
    noAuth: !options.auth,
    allowHosts: options.allowHost,
    allowOrigins: options.allowOrigin,
    workers: options.workers,
    maxOpen: options.maxOpen,
    maxBytes: options.maxBytes,
    hasStore,
    pageTimeoutMs: options.timeout,
    bodyTimeoutMs: options.bodyTimeout,
    ratePerMinute: options.rate,
    network: fetchOptions(options),
    delayMs: options.delay,
    store: libraryName(options),
    openStore: () => library.open(),
    version: readVersion(),
    isCompat: options.compat,
    studio: {
      home: options.studioFolder,
      folders: foldersOf(options),
      canFetch: options.fetchStyles,
      onAddress: (url) => process.stderr.write(`galley: the studio for another browser: ${url}\n`),
    },
    log: options.quiet ? undefined : process.stdout,
  });
  if (keyFile !== undefined) process.stderr.write(`galley: keys of ${keyFile} are asked for\n`);
  else if (options.auth && options.allowHost !== undefined)
    process.stderr.write(
      "galley: there are no keys: everyone whom a proxy lets through can use the server; see galley key add --help\n",
    );
  process.stderr.write(
    `galley: listening on ${server.urls.join(" and ")}\ngalley: the studio for one browser: ${server.studioUrl}\n`,
  );
  await untilStopped(server);
  await library.close();
}

/** Whether there is a library; a named one is opened at once, so that a wrong name fails at the start. */
async function findLibrary(library: LateLibrary, options: Options): Promise<boolean> {
  const isNamed = options.store !== undefined || options.storeFile !== undefined || process.env.GALLEY_STORE;
  if (!isNamed && !existsSync(libraryName(options))) return false;
  try {
    await library.open();
    return true;
  } catch (error) {
    // Without a library the caller may only want to extract.
    if (isNamed || !(error instanceof NewsError)) throw error;
    return false;
  }
}

/** The real paths of the folders; a wrong one is refused at the start. */
function foldersOf({ folder: folders = [] }: Options): readonly string[] {
  return folders.map((folder) => {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder);
    throw new NewsError("BAD_OPTION", `The option --folder names ${folder}, which is not a folder.`);
  });
}

/** The named key file, else the usual one if it exists. */
function keyFileOf({ keyFile }: Options): string | undefined {
  if (keyFile !== undefined) return keyFile;
  const usual = process.env.GALLEY_KEYS || DEFAULT_KEY_FILE;
  return process.env.GALLEY_KEYS || existsSync(usual) ? usual : undefined;
}

/** The library, opened on first use, as extraction needs none. */
class LateLibrary {
  readonly #options: StoreOptions;
  #opened: Promise<Store> | undefined;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  open(): Promise<Store> {
    if (this.#opened === undefined) {
      const opened = openAndTell(this.#options);
      // One that could not be opened is tried again by the next request.
      opened.catch(() => {
        this.#opened = undefined;
      });
      this.#opened = opened;
    }
    return this.#opened;
  }

  async close(): Promise<void> {
    await (await this.#opened?.catch(() => undefined))?.close();
  }
}

/** Opens the library, and says so where a new one was made, as its name may be mistyped. */
async function openAndTell(options: StoreOptions): Promise<Store> {
  const name = libraryName(options);
  const isNew = !isServed(name) && !existsSync(name);
  const store = await openLibrary(options, "may-create");
  if (isNew) process.stderr.write(`galley: made a new library ${name}\n`);
  return store;
}

/** Waits for a signal and closes the server; a second signal ends the process at once. */
function untilStopped(server: RunningServer): Promise<void> {
  return new Promise((done, fail) => {
    let isClosing = false;
    const stop = () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      server.close().then(done, fail);
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new NewsError("BAD_OPTION", "The port must be a number from 0 to 65535.");
}
