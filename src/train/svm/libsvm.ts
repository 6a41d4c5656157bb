import { createRequire } from "node:module";
import { SupportVectorMachine } from "../../model/index.ts";

/** Rows to learn from, as `holdRow` makes them, with what they are. */
export interface SvmRows {
  readonly rows: readonly Float64Array[];
  /** 1 for a row of what is looked for, -1 for others. */
  readonly labels: readonly (1 | -1)[];
}

/** How a machine is trained. */
export interface SvmSettings {
  readonly cost: number;
  readonly gamma: number;
}

/** What libsvm-js gives, of which it has no types. */
interface Trainer {
  train(samples: readonly (readonly number[])[], labels: readonly number[]): void;
  getSVIndices(): readonly number[];
  serializeModel(): string;
  free(): void;
}
type TrainerClass = new (options: Readonly<Record<string, unknown>>) => Trainer;

/** Platt's sigmoid of a machine that has none yet: any that rises with the decision. */
const RISING = { slope: -1, offset: 0 };

/**
 * Trains a machine by libsvm, compiled to JavaScript: its WebAssembly takes a third of the time but writes to standard
 * error as it loads. Loaded on first use, as only training needs it. Without libsvm's own probabilities, which draw random
 * numbers that nobody can seed.
 */
export function trainSvm(lessons: SvmRows, settings: SvmSettings): SupportVectorMachine {
  const require = createRequire(import.meta.url);
  const Svm: TrainerClass = require("libsvm-js/asm.js");
  const { cost, gamma } = settings;
  // Types 0 and 2: classes with a cost, a radial kernel.
  const trainer = new Svm({ type: "0", kernel: "2", cost, gamma, quiet: true });
  try {
    trainer.train(
      lessons.rows.map((row) => [...row]),
      lessons.labels,
    );
    const { rho, coefficients, sign } = readModel(trainer.serializeModel());
    const vectors = trainer.getSVIndices().map((at) => lessons.rows[at]!);
    return new SupportVectorMachine({
      ...{ gamma, cost, vectors, ...RISING },
      width: lessons.rows[0]?.length ?? 0,
      rho: rho * sign,
      coefficients: coefficients.map((weight) => weight * sign),
    });
  } finally {
    // Its memory is not the garbage collector's.
    trainer.free();
  }
}

/** The part of libsvm's model text that its library does not give; vectors are taken from the rows, as the text rounds them. */
function readModel(text: string): {
  readonly rho: number;
  readonly coefficients: Float64Array;
  readonly sign: 1 | -1;
} {
  const [head = "", body = ""] = text.split(/^SV$/m);
  // Decisions are for the class of the first row.
  const [, first] = /^label (-?1) /m.exec(head) ?? [];
  const [, rho] = /^rho (\S+)/m.exec(head) ?? [];
  const weights = body
    .trim()
    .split("\n")
    .map((line) => Number.parseFloat(line));
  return { rho: Number(rho), coefficients: Float64Array.from(weights), sign: first === "-1" ? -1 : 1 };
}
