import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** A wish to end that came from outside. */
export interface StopSignal {
  /** The signal that came, if one did. */
  readonly name: string | undefined;
  /** What a shell expects of a program ended by this signal. */
  readonly exitStatus: number;
  /** Resolves when a signal comes. */
  readonly came: Promise<undefined>;
  /** Signals end the process again. */
  release(): void;
}

/** Holds back the end that signals bring, once, so that work can be left in order; a second one ends at once. */
export function catchSignals(): StopSignal {
  let name: (typeof SIGNALS)[number] | undefined;
  let resolveCame: (nothing: undefined) => void;
  const came = new Promise<undefined>((resolve) => {
    resolveCame = resolve;
  });
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, listen);
  };
  function listen(signal: NodeJS.Signals): void {
    name = signal === "SIGINT" ? "SIGINT" : "SIGTERM";
    release();
    resolveCame(undefined);
  }
  for (const signal of SIGNALS) process.on(signal, listen);
  return {
    get name() {
      return name;
    },
    get exitStatus() {
      return name === undefined ? 0 : 128 + constants.signals[name];
    },
    came,
    release,
  };
}
