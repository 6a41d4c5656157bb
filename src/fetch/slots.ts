/** A semaphore: runs as many at once as there are slots, the others in the order they came. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  /** Does some work in a slot; at once where one is free. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#enterNow()) await this.#turn();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Waits for a slot, which is left by `leave`. */
  async enter(): Promise<void> {
    if (!this.#enterNow()) await this.#turn();
  }

  leave(): void {
    const admit = this.#waiting.shift();
    if (admit) admit();
    else this.#free++;
  }

  #enterNow(): boolean {
    return this.#free > 0 && this.#free-- > 0;
  }

  #turn(): Promise<void> {
    return new Promise((admit) => this.#waiting.push(admit));
  }
}
