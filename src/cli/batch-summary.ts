import type { BatchPart } from "../batch/index.ts";

/** What a batch has done so far. */
export class BatchTally {
  #pages = 0;
  readonly #failures = new Map<string, number>();
  readonly #startedMs: number;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
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
    return `${this.#pages} ${this.#pages === 1 ? "page" : "pages"}, ${failed}, ${seconds.toFixed(1)} s, ${rate} pages/s`;
  }
}
