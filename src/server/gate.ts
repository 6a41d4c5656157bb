import { NewsError } from "../errors/index.ts";

/** Retry-After where no slot is free. */
const RETRY_MS = 5000;

/** Limits concurrent work; more is refused with OVERLOADED. */
export class Gate {
  readonly #busy: string;
  #free: number;

  constructor(slots: number, /** Why the next one is refused. */ busy: string) {
    this.#free = slots;
    this.#busy = busy;
  }

  /** Takes a slot, until the returned function is called. */
  enter(): () => void {
    if (this.#free === 0) throw new NewsError("OVERLOADED", this.#busy, { retryAfterMs: RETRY_MS });
    this.#free--;
    let isIn = true;
    return () => {
      if (isIn) this.#free++;
      isIn = false;
    };
  }

  /** Holds a slot while some work runs. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    const leave = this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
