import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** npx passes on the signal that the terminal has sent already; one that comes later is a second wish. */
const SAME_WISH_MS = 1000;

/** Says goodbye before a signal ends the process, with the status a shell expects; gives the function that stops listening. */
export function beforeSignal(sayGoodbye: (signal: string) => Promise<void>): () => void {
  let firstMs: number | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const nowMs = performance.now();
    if (firstMs === undefined) {
      firstMs = nowMs;
      await sayGoodbye(signal);
      // Loaded here: where no browser was started it is small, and nobody else needs it.
      await (await import("../browser/index.ts")).browsersStarted();
    } else if (nowMs - firstMs < SAME_WISH_MS) return;
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
