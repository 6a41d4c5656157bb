/** A bounded line of promises: filled at one end, read in order at the other. */
export class InFlight<T> {
  readonly #limit: number;
  readonly #line: Promise<T>[] = [];
  #ended = false;
  #stopped = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the reader has gone, so that nothing more is wanted. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  push(promise: Promise<T>): void {
    // The reader may be far behind; a rejection waits for it instead of ending the process.
    promise.catch(() => undefined);
    this.#line.push(promise);
    this.#signal();
  }

  /** Resolves once fewer promises than the limit are waiting to be read. */
  async room(): Promise<void> {
    while (this.#line.length >= this.#limit && !this.#stopped) await this.#change();
  }

  /** Nothing more will come; with an error, reading ends with it after what came before. */
  end(failure?: { readonly error: unknown }): void {
    this.#ended = true;
    this.#failure = failure;
    this.#signal();
  }

  /** The reader wants nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#signal();
  }

  async *read(): AsyncGenerator<T, void, undefined> {
    while (true) {
      const first = this.#line[0];
      if (first) {
        const value = await first;
        this.#line.shift();
        this.#signal();
        yield value;
      } else if (this.#ended) {
        if (this.#failure) throw this.#failure.error;
        return;
      } else await this.#change();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #signal(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const resolve of wake) resolve();
  }
}
