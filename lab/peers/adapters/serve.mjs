/** The part that all adapters for Node share: a line of JSON in, a line of JSON out, one page at a time. */
import { createInterface } from "node:readline";

/**
 * Answers every page on standard input with what `extract` gives, `{text}` or `{html}` and a title where there is one, and
 * with the time that took. `findTitle` is for tools that read a page once more for its title, which is not timed.
 */
export async function serve(extract, findTitle) {
  // Some tools print messages; standard output is for the answers.
  for (const name of ["log", "info", "warn", "debug"]) console[name] = console.error;
  for await (const line of createInterface({ input: process.stdin })) {
    const page = JSON.parse(line);
    const { answer, isBroken } = await ask(page, extract);
    if (findTitle !== undefined && answer.error === undefined) answer.title = findTitle(page);
    await new Promise((done) =>
      process.stdout.write(`${JSON.stringify({ id: page.id, ...answer })}\n`, done),
    );
    if (isBroken) process.exit(1);
  }
}

async function ask(page, extract) {
  let answer;
  let isBroken = false;
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  try {
    answer = await extract(page);
  } catch (error) {
    answer = { error: String(error) };
    // After a panic the memory of a WebAssembly module may be in any state.
    isBroken = error instanceof WebAssembly.RuntimeError;
  }
  const { user, system } = process.cpuUsage(cpuStart);
  return { answer: { ...answer, ms: performance.now() - start, cpuMs: (user + system) / 1000 }, isBroken };
}
