import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** npx repeats a signal that the terminal has sent already; only a later one is a second request. */
export const SAME_REQUEST_MS = 1000;

/** Cleans up before a signal ends the process with the status that a shell expects; returns the function that stops listening. */
export function beforeSignal(cleanUp: (signal: string) => Promise<void>): () => void {
  let firstMs: number | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const nowMs = performance.now();
    if (firstMs === undefined) {
      firstMs = nowMs;
      await cleanUp(signal);
      // Loaded here: only a signal needs it.
      await (await import("../browser/index.ts")).browsersStarted();
    } else if (nowMs - firstMs < SAME_REQUEST_MS) return;
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
