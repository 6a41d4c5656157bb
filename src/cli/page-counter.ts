/** Shows how many pages were read. */
export interface PageCounter {
  show(pages: number): void;
  stop(): void;
}

const SILENT: PageCounter = { show: () => undefined, stop: () => undefined };

/** A count on a terminal, nothing in a pipe; for inputs whose number of pages is known at their end only. */
export async function startPageCounter(): Promise<PageCounter> {
  if (!process.stderr.isTTY) return SILENT;
  const { SingleBar } = await import("cli-progress");
  const bar = new SingleBar({
    format: "{value} pages, {duration_formatted}",
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(0, 0);
  return { show: (pages) => bar.update(pages), stop: () => bar.stop() };
}
