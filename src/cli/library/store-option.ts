import { existsSync, statSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { readPrivateFile } from "../../archive/index.ts";
import { WHOLE_PARTS } from "../../default-parts.ts";
import { NewsError } from "../../errors/index.ts";
import { openStore, type SearchHit, type SearchOptions, type Store } from "../../store/index.ts";
import { registrableDomain } from "../../url/index.ts";
import { sizeInBytes } from "../options.ts";

const DEFAULT_STORE = "galley.db";

/** The option of commands that use the library. */
export interface StoreOptions {
  readonly store?: string;
  readonly storeFile?: string;
}

/** Adds the options that name the library; --store-file, as all users of a machine can see command lines. */
export function addStoreOptions(command: Command): Command {
  return command
    .option(
      "--store <place>",
      `the library: a file, or a postgres:// address (default: GALLEY_STORE, else ./${DEFAULT_STORE})`,
    )
    .addOption(
      new Option(
        "--store-file <file>",
        "a file with the address of the library, which only its owner can read",
      ).conflicts("store"),
    );
}

/** A command that uses the library. */
export function libraryCommand(name: string): Command {
  return addStoreOptions(new Command(name));
}

/** The path or address of the library that a command line or the environment names. */
export function libraryName({ store, storeFile }: StoreOptions): string {
  if (storeFile !== undefined) return readPrivateFile(storeFile);
  if (store === "") throw new NewsError("BAD_OPTION", "The option --store needs the name of a library.");
  return store ?? (process.env.GALLEY_STORE || DEFAULT_STORE);
}

/** Whether a library is in PostgreSQL. */
export function isServed(name: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(name);
}

/** The address of a library that can have a fleet. */
export function fleetLibrary(options: StoreOptions): string {
  const name = libraryName(options);
  if (isServed(name)) return name;
  throw new NewsError("BAD_OPTION", "A fleet needs a library in PostgreSQL, not in a file.");
}

/** Opens the library that a command line or the environment names; `mayCreate` makes one that is not there yet. */
export async function openLibrary(
  options: StoreOptions,
  mayCreate: "may-create" | "must-exist",
): Promise<Store> {
  const name = libraryName(options);
  if (existsSync(name) && statSync(name).isDirectory())
    throw new NewsError("NOT_A_STORE", `The library ${name} is a folder, not a file.`);
  try {
    return await openStore(name, { mayCreate: mayCreate === "may-create" });
  } catch (error) {
    if (error instanceof NewsError && error.code === "FILE_NOT_FOUND")
      throw new NewsError("NO_STORE", error.message, { cause: error });
    throw error;
  }
}

/** Opens the library for a command and closes it after. */
export async function withLibrary<T>(
  options: StoreOptions,
  mayCreate: "may-create" | "must-exist",
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openLibrary(options, mayCreate);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** All hits of a query; `limit` is how many are read at once. */
export async function* eachHit(
  store: Store,
  query: string,
  options: Omit<SearchOptions, "after">,
): AsyncGenerator<SearchHit> {
  for (let after: number | undefined; ; ) {
    const { hits, next } = await store.search(query, { ...options, after });
    yield* hits;
    if (next === null) return;
    after = next;
  }
}

/** Reads `--store [place]`, the option of commands that can do without a library. */
export function givenStore(store: string | true): StoreOptions {
  return store === true ? {} : { store };
}

/** The registrable domain of an address or of the name of a site. */
export function siteNamed(name: string): string {
  const url = /^https?:/i.test(name) ? name : `https://${name}/`;
  const site = registrableDomain(url, WHOLE_PARTS.suffixes);
  if (site !== undefined) return site;
  throw new NewsError("BAD_OPTION", `No site can be called ${name}; give a name such as news.example.`);
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a time span such as 90s, 15m, 6h or 30d, in milliseconds. */
export function timeSpan(text: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text.trim()) ?? [];
  const ms = Number(number) * (UNITS[unit] ?? Number.NaN);
  if (!(ms >= 1)) throw new InvalidArgumentError("It must be a time such as 90s, 15m, 6h or 30d.");
  return ms;
}

/** Reads a time span that may be none: 0, 0s. */
export function timeSpanOrNone(text: string): number {
  return /^0[smhd]?$/.test(text.trim()) ? 0 : timeSpan(text);
}

/** Reads a size that has a unit: without one, 10 for 10GB would empty a library. */
export function sizeWithUnit(text: string): number {
  if (/\d\s*$/.test(text)) throw new InvalidArgumentError("It needs a unit, such as 500MB or 10GB.");
  return sizeInBytes(text);
}

/** Reads a day or a moment of ISO 8601, in milliseconds; a day begins at midnight UTC. */
export function momentInMs(text: string): number {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text.trim()) ?? [];
  const ms = day !== undefined && isDay(day) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new InvalidArgumentError("It must be a day such as 2026-11-17.");
  return ms;
}

/** V8 takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
