import type { Command } from "commander";
import { NewsError } from "../../errors/index.ts";
import type { RetentionPolicy, Store } from "../../store/index.ts";
import { counted } from "../progress.ts";
import { libraryCommand, type StoreOptions, sizeWithUnit, timeSpan, withLibrary } from "./store-option.ts";

interface Options extends StoreOptions {
  readonly olderThan?: number;
  readonly maxSize?: number;
  readonly off?: boolean;
}

/** `galley retention`: how long and how much a library keeps. */
export function makeCommand(): Command {
  return libraryCommand("retention")
    .description(
      "Sets or shows how long and how much a library keeps; galley collect applies it after each run.",
    )
    .option("--older-than <time>", "remove what was first seen longer ago, such as 365d", timeSpan)
    .option(
      "--max-size <size>",
      "remove the oldest until articles and raw pages have at most this size, such as 20GB",
      sizeWithUnit,
    )
    .option("--off", "keep everything from now on")
    .addHelpText(
      "after",
      `
What is removed stays removed, as with galley remove; galley remove --dry-run tries the same limits once.

Examples:
  galley retention --older-than 365d --max-size 20GB
  galley retention
  galley retention --off`,
    )
    .action((options: Options) => withLibrary(options, "must-exist", (store) => retention(store, options)));
}

async function retention(store: Store, { olderThan, maxSize, off }: Options): Promise<void> {
  const isSet = olderThan !== undefined || maxSize !== undefined;
  if (isSet && off) throw new NewsError("BAD_OPTION", "The option --off cannot be given with a limit.");
  if (off) await store.setRetention(null);
  if (isSet) await store.setRetention({ maxAgeMs: olderThan ?? null, maxBytes: maxSize ?? null });
  const policy = await store.getRetention();
  process.stdout.write(`${describePolicy(policy)}\n`);
  if (policy === null || !isSet) return;
  const { maxAgeMs, maxBytes } = policy;
  const beforeMs = maxAgeMs === null ? undefined : Date.now() - maxAgeMs;
  const expired = await store.listExpired({ beforeMs, maxBytes: maxBytes ?? undefined });
  process.stderr.write(
    `galley: ${counted(expired.length, "article")} would be removed after a run that ended now\n`,
  );
}

const DAY_MS = 86_400_000;
const SIZES = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
] as const;

/** The retention of a library as a message. */
export function describePolicy(policy: RetentionPolicy | null): string {
  if (policy === null) return "everything is kept";
  const { maxAgeMs, maxBytes } = policy;
  const limits = [
    ...(maxAgeMs === null ? [] : [counted(inTenths(maxAgeMs / DAY_MS), "day")]),
    ...(maxBytes === null ? [] : [describeSize(maxBytes)]),
  ];
  return `kept: at most ${limits.join(" and ")}`;
}

function describeSize(bytes: number): string {
  const [unit, size] = SIZES.find(([, least]) => bytes >= least) ?? ["bytes", 1];
  return `${inTenths(bytes / size)} ${unit}`;
}

function inTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
