import type { BatchPart } from "../batch/index.ts";

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
    const before = this.#before === 0 ? "" : `; ${countOf(this.#before)} done before`;
    return `${countOf(this.#pages)}, ${failed}, ${seconds.toFixed(1)} s, ${rate} pages/s${before}`;
  }
}

/** A number of pages in words. */
export function countOf(pages: number): string {
  return `${pages} ${pages === 1 ? "page" : "pages"}`;
}
