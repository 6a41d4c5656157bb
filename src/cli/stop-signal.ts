import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Says goodbye before a signal ends the process, with the status a shell expects; gives the function that stops listening. */
export function beforeSignal(sayGoodbye: (signal: string) => void): () => void {
  const end = (signal: NodeJS.Signals): void => {
    sayGoodbye(signal);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
