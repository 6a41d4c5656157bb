import type { BatchPart, StageTimes } from "../../batch/index.ts";
import { NewsError } from "../../errors/index.ts";
import { counted } from "../progress.ts";

/** Codes of pages that a run was asked to leave out. */
const LEFT_OUT: ReadonlySet<string> = new Set(["NOT_ARTICLE", "DUPLICATE"]);

/** What earlier runs did to the output. */
export interface EarlierPages {
  readonly pages: number;
  readonly failures: ReadonlyMap<string, number>;
}

/** What a batch has done so far. */
export class BatchTally {
  #pages = 0;
  readonly #failures = new Map<string, number>();
  readonly #before: EarlierPages;
  readonly #startedMs: number;
  readonly #now: () => number;
  #ms: StageTimes = { open: 0, extract: 0, write: 0 };
  #bytesOut = 0;
  #fileBytes = 0;

  constructor(now: () => number, before: EarlierPages = { pages: 0, failures: new Map() }) {
    this.#now = now;
    this.#before = before;
    this.#startedMs = now();
  }

  add({
    pages,
    failures,
    ms,
    bytes,
    fileBytes = 0,
  }: Pick<BatchPart, "pages" | "failures"> & Partial<BatchPart>): void {
    this.#pages += pages;
    this.#bytesOut += bytes?.length ?? 0;
    this.#fileBytes += fileBytes;
    for (const [code, count] of Object.entries(failures)) {
      this.#failures.set(code, (this.#failures.get(code) ?? 0) + count);
    }
    if (ms === undefined) return;
    const { open, extract, write } = this.#ms;
    this.#ms = { open: open + ms.open, extract: extract + ms.extract, write: write + ms.write };
  }

  get pages(): number {
    return this.#pages;
  }

  /** Pages that are done, those of earlier runs too. */
  get lines(): number {
    return this.#before.pages + this.#pages;
  }

  /** Pages that failed, without those that were skipped on purpose. */
  get failed(): number {
    return sum([...this.#failures].filter(([code]) => !LEFT_OUT.has(code)));
  }

  /** Throws where no page of a new output worked. */
  refuseNothing(one: string, none: string): void {
    if (this.#pages === 0 || this.failed < this.#pages || this.#before.pages > 0) return;
    const message = this.#pages === 1 ? `The one page ${one}.` : `None of the ${this.#pages} pages ${none}.`;
    throw new NewsError("NOTHING_WORKED", message);
  }

  /** One line: pages, left out and failed by code, seconds, pages a second. */
  summary(): string {
    const seconds = (this.#now() - this.#startedMs) / 1000;
    const codes = [...this.#failures].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    const listed = (isLeftOut: boolean): string => {
      const own = codes.filter(([code]) => LEFT_OUT.has(code) === isLeftOut);
      return own.length === 0
        ? ""
        : `${sum(own)} ${isLeftOut ? "left out" : "failed"} (${own.map((pair) => pair.join(" ")).join(", ")})`;
    };
    const outcome = [listed(true), listed(false) || "none failed"].filter(Boolean).join(", ");
    const rate = seconds > 0 ? (this.#pages / seconds).toFixed(1) : "0.0";
    const before = this.#before.pages === 0 ? "" : `; ${counted(this.#before.pages, "page")} done before`;
    return `${counted(this.#pages, "page")}, ${outcome}, ${seconds.toFixed(1)} s, ${rate} pages/s${before}`;
  }

  /** The report of a run: the counts are those of the whole output, times and bytes those of this run. */
  report({ read, bytesIn, encodeMs, skipped, mainMs, cpuMs, workers }: RunFacts): BatchReport {
    const failures = new Map(this.#before.failures);
    for (const [code, count] of this.#failures) failures.set(code, (failures.get(code) ?? 0) + count);
    const own = sum([...this.#failures]);
    const answered = this.#pages - own + this.#before.pages - sum([...this.#before.failures]);
    const seconds = (ms: number): number => Math.round(ms) / 1000;
    return {
      format: "galley-report",
      version: 1,
      in: this.#before.pages + this.#pages,
      unanswered: read - this.#pages,
      out: answered,
      failed: sum([...failures]),
      failedByCode: Object.fromEntries([...failures].sort(([a], [b]) => (a < b ? -1 : 1))),
      doneBefore: this.#before.pages,
      skippedRecords: Object.fromEntries(skipped),
      bytesIn: bytesIn + this.#fileBytes,
      bytesOut: this.#bytesOut,
      workers,
      seconds: {
        total: seconds(this.#now() - this.#startedMs),
        read: seconds(mainMs + this.#ms.open),
        extract: seconds(this.#ms.extract),
        write: seconds(this.#ms.write + encodeMs),
        cpu: seconds(cpuMs),
      },
    };
  }
}

interface RunFacts {
  readonly read: number;
  readonly bytesIn: number;
  /** CPU time of the thread that encodes row groups. */
  readonly encodeMs: number;
  /** Records that are not pages, by what they are. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly mainMs: number;
  /** Processor time of all threads. */
  readonly cpuMs: number;
  readonly workers: number;
}

/** What `--report` writes. */
export interface BatchReport {
  readonly format: "galley-report";
  readonly version: 1;
  /** Pages of the input; `in` = `out` + `failed`. */
  readonly in: number;
  /** Pages that were read but have no answer yet: zero, except in a run that was stopped. */
  readonly unanswered: number;
  /** Pages with an article in the output. */
  readonly out: number;
  /** Pages without one, by code, skipped ones included. */
  readonly failed: number;
  readonly failedByCode: Readonly<Record<string, number>>;
  readonly doneBefore: number;
  readonly skippedRecords: Readonly<Record<string, number>>;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly workers: number;
  readonly seconds: Readonly<Record<"total" | "read" | "extract" | "write" | "cpu", number>>;
}

function sum(counts: readonly (readonly [string, number])[]): number {
  return counts.reduce((total, [, count]) => total + count, 0);
}
