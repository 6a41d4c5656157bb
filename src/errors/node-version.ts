import { NewsError } from "./news-error.ts";

const OLDEST_NODE = 22;

/** What is wrong with a Node; undefined where nothing is, or where there is none. */
export function faultOfNode(version: string | undefined = runningNode()): NewsError | undefined {
  if (version === undefined || Number.parseInt(version, 10) >= OLDEST_NODE) return undefined;
  return new NewsError("OLD_NODE", `This is Node ${version}, which is too old.`);
}

/** The version of the Node that runs this; a browser has none. */
function runningNode(): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } };
  return process?.versions?.node;
}
