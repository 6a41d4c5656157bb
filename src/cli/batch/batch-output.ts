import {
  type BatchInput,
  checkResumed,
  type Destination,
  demandFile,
  type IdCounts,
  isBegun,
  type LogEntry,
  type Recovered,
  RunLog,
  type RunOptions,
  type RunRecord,
  recover,
  refuseExisting,
  removeUnlisted,
  type Sink,
  type Target,
} from "../../archive/index.ts";
import { type BatchPart, type DedupKind, KnownTexts, withoutCopies } from "../../batch/index.ts";
import { NewsError } from "../../errors/index.ts";
import { type BatchProgress, counted } from "../progress.ts";
import { beforeSignal } from "../stop-signal.ts";
import type { BatchTally } from "./batch-report.ts";

interface Ends {
  readonly sink: Sink;
  /** The output as the user names it, and its partial file after a stop. */
  readonly place: { readonly target: Target; readonly partialName: string };
  /** How the output is made, kept beside it. */
  readonly record?: RunRecord | undefined;
  /** Skipped pages, and the texts of earlier ones. */
  readonly log?: RunLog | undefined;
  /** Texts by which copies are found. */
  readonly known?: KnownTexts | undefined;
  readonly progress: BatchProgress;
  readonly tally: BatchTally;
  /** Lines that the output has already. */
  readonly lines?: number;
  /** Whether a run without pages is valid, as for one part of many. */
  readonly mayBeEmpty?: boolean;
  /** Records of archives that are not pages, by what they are. */
  readonly skipped?: ReadonlyMap<string, number>;
  /** Writes the report of the run, as far as it came. */
  readonly report?: () => Promise<void>;
}

/** Writes the parts of a batch, and keeps them for a resumed run where a failure or a signal ends this one. */
export async function writeParts(parts: AsyncIterable<BatchPart>, ends: Ends): Promise<void> {
  const { sink, place, record, log, known, progress, tally } = ends;
  let { lines = 0 } = ends;
  // Writes and the message on a signal follow each other, so that the message has the right count of lines.
  let turn = Promise.resolve();
  const release = beforeSignal((signal) => {
    progress.stop();
    // A pipe may never take the lines in flight; a file does.
    const isFile = place.target.path !== undefined;
    const before = isFile ? turn.catch(() => undefined) : Promise.resolve();
    turn = new Promise(() => undefined);
    return before.then(() => reportStop(signal, ends));
  });
  const write = async (whole: BatchPart): Promise<void> => {
    const part = known ? withoutCopies(whole, known) : whole;
    lines += part.pages - (part.leftOut?.length ?? 0);
    await log?.append(entriesOf(part, lines));
    await sink.write(part);
    tally.add(part);
  };
  try {
    for await (const part of parts) {
      turn = turn.then(() => write(part));
      await turn;
      progress.show(tally);
    }
    // An output of an earlier run must not be replaced by an empty one.
    if (tally.lines === 0 && !ends.mayBeEmpty) throw noPages(ends);
    const finish = () => sink.finish();
    turn = turn.then(() => (record ? record.finish(finish) : finish()));
    await turn;
  } catch (error) {
    const isKept = await sink.leave();
    await record?.leave(isKept);
    // The run's own error matters more than one of writing the report.
    await ends.report?.().catch(() => undefined);
    throw error;
  } finally {
    release();
    await log?.close();
    progress.stop();
  }
  await ends.report?.();
}

function noPages({ skipped = new Map() }: Ends): NewsError {
  const kinds = [...skipped].map(([what, count]) => `${count} ${what}`).join(", ");
  return new NewsError("NO_PAGES", `The inputs hold no page${kinds && `, only other records (${kinds})`}.`);
}

/** The state of a part that a resumed run needs besides its lines; with them, the output has `lines` lines. */
function entriesOf({ leftOut = [], texts = [] }: BatchPart, lines: number): readonly LogEntry[] {
  // Texts first: for a half-written part they are needed with its lines.
  return [
    ...texts.flatMap(({ id, fingerprint }) => {
      if (fingerprint === undefined) return [];
      const { digest, signature } = fingerprint;
      const value = signature && Buffer.from(signature.buffer, signature.byteOffset, signature.byteLength);
      return { id, digest, ...(value && { signature: value.toString("base64") }) };
    }),
    ...leftOut.map(({ id, code }) => ({ id, code, lines })),
  ];
}

async function reportStop(signal: string, { sink, place, record, tally, report }: Ends): Promise<void> {
  const isKept = await sink.leave();
  await record?.leave(isKept);
  await report?.();
  const kept = isKept ? `; ${place.partialName} holds them, continue with --resume` : "";
  process.stderr.write(`galley: stopped by ${signal} after ${counted(tally.lines, "page")}${kept}.\n`);
}

/** The state that a run continues from. */
export interface Earlier {
  /** Undefined for a new output. */
  readonly recovered?: Recovered;
  /** Pages that have a line or are skipped. */
  readonly done?: IdCounts;
  readonly failures: ReadonlyMap<string, number>;
  /** Undefined where nothing is skipped. */
  readonly known?: KnownTexts | undefined;
  readonly log?: RunLog | undefined;
}

interface EarlierOptions {
  readonly inputs: readonly BatchInput[];
  readonly options: {
    readonly resume?: boolean;
    readonly overwrite?: boolean;
    readonly onlyArticles?: boolean;
    readonly dedup?: DedupKind;
  };
}

/** Refuses an existing output, or reads what the run to be resumed has done. */
export async function openEarlier(
  destination: Destination,
  run: RunOptions,
  { inputs, options }: EarlierOptions,
): Promise<Earlier> {
  const { target } = destination;
  const isLogged = options.onlyArticles || options.dedup !== undefined;
  const logPath = isLogged && target.path !== undefined ? `${target.path}.log.jsonl` : undefined;
  const known = options.dedup ? new KnownTexts() : undefined;
  if (!options.resume || !isBegun(destination)) {
    if (options.resume) demandFile(target);
    if (!options.overwrite || destination.kind === "pages") refuseExisting(destination);
    const log = logPath === undefined ? undefined : await RunLog.open(logPath, "new");
    return { failures: new Map(), known, log, ...(options.resume && { done: new Map() }) };
  }
  const isRecorded = checkResumed(target, run, inputs);
  const recovered = await recover(destination);
  if (isRecorded && destination.kind === "pages") removeUnlisted(destination, recovered);
  const done = new Map(recovered.ids);
  const failures = new Map(recovered.failures);
  const bytes = logPath === undefined ? 0 : await readLog(logPath, { recovered, done, failures, known });
  const log = logPath === undefined ? undefined : await RunLog.open(logPath, { bytes });
  return { recovered, done, failures, known, log };
}

interface LogState {
  readonly recovered: Recovered;
  readonly done: Map<string, number>;
  readonly failures: Map<string, number>;
  readonly known: KnownTexts | undefined;
}

/** Counts the skipped pages, and learns the texts of those that have lines. */
function readLog(path: string, { recovered, done, failures, known }: LogState): Promise<number> {
  const lines = new Map(recovered.ids);
  return RunLog.read(path, sumOf(recovered.ids), ({ id, code, digest, signature }) => {
    if (code !== undefined) {
      done.set(id, (done.get(id) ?? 0) + 1);
      failures.set(code, (failures.get(code) ?? 0) + 1);
    }
    const left = lines.get(id) ?? 0;
    if (digest === undefined || left === 0) return;
    lines.set(id, left - 1);
    known?.add({ digest, signature: signature === undefined ? undefined : readSignature(signature) });
  });
}

/** Pages of all ids. */
export function sumOf(counts: IdCounts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function readSignature(text: string): Int32Array {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  return new Int32Array(bytes.buffer);
}
