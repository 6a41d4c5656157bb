/** What stays open for as long as a process runs. */
const STANDARD_STREAMS = ["TTYWrap", "PipeWrap"];

/** Ends a process that waits for nothing: left to itself, it first collects the garbage of the work that is over. */
export async function endIfIdle(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(whenTaken));
  if (process.getActiveResourcesInfo().every((kind) => STANDARD_STREAMS.includes(kind))) process.exit();
}

/** Waits until all that was written is taken, or nobody is there to take it. */
function whenTaken(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => stream.write("", () => done()));
}
