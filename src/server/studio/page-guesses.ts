import { NewsError } from "../../errors/index.ts";
import type { Guess } from "./pages/page-view.ts";
import type { IndexedPage } from "./set-index.ts";
import type { StudioThreads } from "./studio-threads.ts";

/** Pages of a large set that are guessed, spread over it: more than anybody labels, and they take minutes. */
const MAX_GUESSED = 2000;

/** Cached orders, for lists on screens; of 100,000 pages each takes 0.8 MB. */
const MAX_ORDERS = 8;

/** Guesses in the background which pages are most worth labelling: those with low confidence, and those on which methods differ. */
export class PageGuesses {
  readonly #threads: StudioThreads;
  readonly #guesses = new Map<string, Guess>();
  /** Pages without a guess. */
  readonly #failed = new Set<string>();
  #waiting: IndexedPage[] = [];
  #started: readonly IndexedPage[] | undefined;
  #isRunning = false;
  /** Recent orders by the number of guesses they are based on, the last requested one at the end. */
  readonly #orders = new Map<number, readonly IndexedPage[]>();
  #ordered: readonly IndexedPage[] | undefined;

  constructor(threads: StudioThreads) {
    this.#threads = threads;
  }

  /** Pages whose guess is still being made. */
  get waiting(): number {
    return this.#waiting.length + (this.#isRunning ? 1 : 0);
  }

  /** Pages that were guessed, or cannot be. */
  get count(): number {
    return this.#guesses.size + this.#failed.size;
  }

  of(id: string): Guess | undefined {
    return this.#guesses.get(id);
  }

  /** Starts guessing the pages of an index, once. */
  start(pages: readonly IndexedPage[]): void {
    if (this.#started === pages) return;
    this.#started = pages;
    const step = Math.max(1, pages.length / MAX_GUESSED);
    const chosen: IndexedPage[] = [];
    for (let at = 0; at < pages.length; at += step) chosen.push(pages[Math.floor(at)]!);
    this.#waiting = chosen.filter(({ id }) => !this.#guesses.has(id) && !this.#failed.has(id));
    if (!this.#isRunning) void this.#run();
  }

  stop(): void {
    this.#waiting = [];
  }

  /** One page at a time, so that a thread stays free for requests. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let page = this.#waiting.shift(); page !== undefined; page = this.#waiting.shift()) {
      try {
        this.#guesses.set(page.id, await this.#threads.ask("guess", { place: page.place }));
      } catch (error) {
        // The page reports the failure when it is opened.
        if (!(error instanceof NewsError)) break;
        this.#failed.add(page.id);
      }
    }
    this.#isRunning = false;
  }

  /**
   * The pages that were guessed, most worth labelling first, then all others as in the index. The order changes every second; a
   * request can ask for that of an earlier answer.
   */
  order(
    pages: readonly IndexedPage[],
    asked: number = this.count,
  ): { readonly number: number; readonly pages: readonly IndexedPage[] } {
    if (this.#ordered !== pages) this.#orders.clear();
    this.#ordered = pages;
    const number = this.#orders.has(asked) ? asked : this.count;
    const sorted = this.#orders.get(number) ?? this.#sorted(pages);
    this.#orders.delete(number);
    this.#orders.set(number, sorted);
    for (const old of this.#orders.keys()) if (this.#orders.size > MAX_ORDERS) this.#orders.delete(old);
    return { number, pages: sorted };
  }

  #sorted(pages: readonly IndexedPage[]): readonly IndexedPage[] {
    const worth = ({ id }: IndexedPage) => worthOf(this.#guesses.get(id));
    const guessed = pages.filter(({ id }) => this.#guesses.has(id)).sort((a, b) => worth(b) - worth(a));
    const others = pages.filter(({ id }) => !this.#guesses.has(id));
    return [...guessed, ...others];
  }
}

function worthOf(guess: Guess | undefined): number {
  return guess === undefined ? 0 : 1 - guess.confidence + guess.disagreement;
}
