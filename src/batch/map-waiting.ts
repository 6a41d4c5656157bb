import { InFlight } from "./in-flight.ts";

/** Maps inputs in this thread, some of them at once, in input order: for work that is mostly waiting. */
export async function* mapWaiting<I, O>(
  inputs: AsyncIterable<I> | Iterable<I>,
  limit: number,
  work: (input: I) => Promise<O>,
): AsyncGenerator<O, void, undefined> {
  const line = new InFlight<O>(limit);
  void feed(inputs, line, work);
  try {
    yield* line.read();
  } finally {
    line.stop();
  }
}

async function feed<I, O>(
  inputs: AsyncIterable<I> | Iterable<I>,
  line: InFlight<O>,
  work: (input: I) => Promise<O>,
): Promise<void> {
  try {
    for await (const input of inputs) {
      await line.room();
      if (line.isStopped) break;
      line.push(work(input));
    }
    line.end();
  } catch (error) {
    line.end({ error });
  }
}
