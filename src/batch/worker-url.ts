/** The file of a worker beside a module: `worker.ts` beside a source, `worker.js` beside a built file. */
export function workerUrl(moduleUrl: string, name: string): URL {
  const extension = /\.[cm]?[jt]s$/.exec(new URL(moduleUrl).pathname)?.[0] ?? ".js";
  return new URL(`./${name}${extension}`, moduleUrl);
}
