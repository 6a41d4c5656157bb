/** Asked for a part that is not there yet; whoever catches it loads the part and calls again. */
class PartMissing extends Error {
  readonly load: () => Promise<void>;

  constructor(load: () => Promise<void>) {
    super("A part is not loaded yet");
    this.load = load;
  }
}

/** A function that most calls do without, loaded when one asks for it; for calls inside of `withLateParts` only. */
export function latePart<Args extends readonly unknown[], Result>(
  load: () => Promise<(...args: Args) => Result>,
): (...args: Args) => Result {
  let part: ((...args: Args) => Result) | undefined;
  return (...args) => {
    if (part !== undefined) return part(...args);
    throw new PartMissing(async () => {
      part = await load();
    });
  };
}

/** Runs a call that changes nothing; once more for each part that it asks for and that has to be loaded first. */
export async function withLateParts<Result>(call: () => Result): Promise<Result> {
  while (true) {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof PartMissing)) throw error;
      await error.load();
    }
  }
}
