import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Output, type PageFolder, partialPath, type RunRecord, type Target } from "../archive/index.ts";
import type { BatchPart } from "../batch/index.ts";
import { NewsError } from "../errors/index.ts";
import { type BatchProgress, counted } from "./progress.ts";
import { beforeSignal } from "./stop-signal.ts";

/** Where the lines of a batch go, and what reports on them. */
interface Ends {
  readonly output: Output;
  readonly target: Target;
  /** Where the files of pages go; the lines are their index then. */
  readonly folder?: PageFolder | undefined;
  /** How the output is made, kept beside it. */
  readonly record?: RunRecord | undefined;
  readonly progress: BatchProgress;
  readonly tally: BatchTally;
}

/** Writes the parts of a batch, and keeps them for a resumed run where a failure or a signal ends this one. */
export async function writeParts(parts: AsyncIterable<BatchPart>, ends: Ends): Promise<void> {
  const { output, target, folder, record, progress, tally } = ends;
  // Writes and the message on a signal take turns, so that the message never comes between lines and their count.
  let turn = Promise.resolve();
  const release = beforeSignal((signal) => {
    progress.stop();
    // A pipe may never take the lines in flight; a file does.
    const before = target.path === undefined ? Promise.resolve() : turn.catch(() => undefined);
    turn = new Promise(() => undefined);
    return before.then(() => reportStop(signal, ends));
  });
  const write = async (part: BatchPart): Promise<void> => {
    await output.write(part.files && folder ? await folder.write(part.files) : part.bytes);
    tally.add(part);
  };
  try {
    for await (const part of parts) {
      turn = turn.then(() => write(part));
      await turn;
      progress.show(tally);
    }
    // An output of an earlier run must not be replaced by an empty one.
    if (tally.lines === 0) throw new NewsError("NO_PAGES", "The inputs hold no page.");
    const finish = () => output.finish();
    turn = turn.then(() => (record ? record.finish(finish) : finish()));
    await turn;
  } catch (error) {
    await output.leave();
    await record?.leave();
    throw error;
  } finally {
    release();
    progress.stop();
  }
}

async function reportStop(signal: string, { output, target, folder, record, tally }: Ends): Promise<void> {
  if (target.path !== undefined) await output.leave();
  await record?.leave();
  const isKept = target.path !== undefined && existsSync(partialPath(target.path));
  const place = folder ? dirname(target.name) : partialPath(target.name);
  const kept = isKept ? `; ${place} holds them, continue with --resume` : "";
  process.stderr.write(`galley: stopped by ${signal} after ${counted(tally.lines, "page")}${kept}.\n`);
}

/** What a batch has done so far. */
export class BatchTally {
  #pages = 0;
  readonly #failures = new Map<string, number>();
  readonly #startedMs: number;
  readonly #now: () => number;
  readonly #before: number;

  /** `before`: pages whose lines are there from an earlier run. */
  constructor(now: () => number, before = 0) {
    this.#now = now;
    this.#before = before;
    this.#startedMs = now();
  }

  add({ pages, failures }: Pick<BatchPart, "pages" | "failures">): void {
    this.#pages += pages;
    for (const [code, count] of Object.entries(failures)) {
      this.#failures.set(code, (this.#failures.get(code) ?? 0) + count);
    }
  }

  get pages(): number {
    return this.#pages;
  }

  /** Lines in the output, those of earlier runs too. */
  get lines(): number {
    return this.#before + this.#pages;
  }

  get failed(): number {
    return [...this.#failures.values()].reduce((sum, count) => sum + count, 0);
  }

  /** One line: pages, failed by code, seconds, pages a second. */
  summary(): string {
    const seconds = (this.#now() - this.#startedMs) / 1000;
    const codes = [...this.#failures].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    const failed =
      this.failed === 0
        ? "none failed"
        : `${this.failed} failed (${codes.map((pair) => pair.join(" ")).join(", ")})`;
    const rate = seconds > 0 ? (this.#pages / seconds).toFixed(1) : "0.0";
    const before = this.#before === 0 ? "" : `; ${counted(this.#before, "page")} done before`;
    return `${counted(this.#pages, "page")}, ${failed}, ${seconds.toFixed(1)} s, ${rate} pages/s${before}`;
  }
}
