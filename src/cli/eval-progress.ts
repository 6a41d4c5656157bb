/** Shows how far an evaluation is. */
export interface EvalProgress {
  show(done: number, total: number): void;
  stop(): void;
}

const SILENT: EvalProgress = { show: () => undefined, stop: () => undefined };

/** A bar on a terminal, nothing in a pipe. */
export async function startEvalProgress(): Promise<EvalProgress> {
  if (!process.stderr.isTTY) return SILENT;
  const { SingleBar } = await import("cli-progress");
  const bar = new SingleBar({
    format: "{bar} {value}/{total} pages, {eta_formatted} left",
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    etaBuffer: 200,
  });
  let isStarted = false;
  return {
    show(done, total) {
      if (!isStarted) bar.start(total, done);
      isStarted = true;
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
