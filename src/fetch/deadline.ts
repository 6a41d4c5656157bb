import { NewsError } from "../errors/index.ts";

/** A running time limit: its signal fires with FETCH_TIMEOUT, unless stopped first. */
export interface Deadline {
  readonly signal: AbortSignal;
  stop(): void;
}

/** Starts a time limit for an answer from someone, which also ends when the one around it does. */
export function startDeadline(timeoutMs: number, from: string, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const expire = () =>
    controller.abort(
      new NewsError("FETCH_TIMEOUT", `No whole answer within ${timeoutMs / 1000} s from ${from}.`),
    );
  const timer = setTimeout(expire, timeoutMs);
  const signal = outer ? AbortSignal.any([controller.signal, outer]) : controller.signal;
  return { signal, stop: () => clearTimeout(timer) };
}

/** Waits for work that cannot be aborted itself, such as a DNS look-up, no longer than the signal allows. */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stopWaiting = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    stopWaiting = () => signal.removeEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    stopWaiting();
  }
}
