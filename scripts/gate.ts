/** `npm run gate`: holds every extractor to its floors on a fixed sample of the labelled sets. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { asNewsError, NewsError } from "../src/errors/index.ts";
import { dataPlaces } from "../src/sets/index.ts";
import { GATE_SETS, GATE_SITES } from "./gate/measure-profiles.ts";
import { runGate } from "./gate/run-gate.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { update = false, lower } = readOptions();
  if (lower !== undefined && (!update || lower.trim() === "")) {
    throw new NewsError(
      "BAD_OPTION",
      'The option --lower goes with --update and needs a reason: --update --lower "why".',
    );
  }
  const places = dataPlaces(print);
  if (places.data === undefined && process.env.GALLEY_DATA) {
    throw new NewsError(
      "FILE_NOT_FOUND",
      `GALLEY_DATA names ${process.env.GALLEY_DATA}, which is not there.`,
    );
  }
  const permission =
    lower === undefined ? undefined : { reason: lower, date: new Date().toISOString().slice(0, 10) };
  await runGate({
    floorsPath: fileURLToPath(new URL("./gate/floors.json", import.meta.url)),
    sets: GATE_SETS,
    sites: GATE_SITES,
    places,
    print,
    update,
    ...(permission && { permission }),
  });
}

function readOptions() {
  try {
    return parseArgs({ options: { update: { type: "boolean" }, lower: { type: "string" } } }).values;
  } catch (cause) {
    throw new NewsError("BAD_OPTION", "The options are --update, and --lower REASON beside it.", { cause });
  }
}

try {
  await main();
} catch (error) {
  const { code, message, help } = asNewsError(error);
  process.stderr.write(`gate: ${code}: ${message} ${help}\n`);
  process.exitCode = 1;
}
