/** The part that all adapters for Node share: a line of JSON in, a line of JSON out, one page at a time, with what it took. */
import { createInterface } from "node:readline";

/** Answers every page on standard input with what `extract` gives: `{text}` or `{html}`, and a title where there is one. */
export async function serve(extract) {
  // Some tools talk; standard output belongs to the answers.
  for (const name of ["log", "info", "warn", "debug"]) console[name] = console.error;
  for await (const line of createInterface({ input: process.stdin })) {
    const page = JSON.parse(line);
    let answer;
    let isBroken = false;
    const start = performance.now();
    try {
      answer = await extract(page);
    } catch (error) {
      answer = { error: String(error) };
      // After a panic the memory of a WebAssembly module may be in any state.
      isBroken = error instanceof WebAssembly.RuntimeError;
    }
    const ms = performance.now() - start;
    await new Promise((done) =>
      process.stdout.write(`${JSON.stringify({ id: page.id, ms, ...answer })}\n`, done),
    );
    if (isBroken) process.exit(1);
  }
}
