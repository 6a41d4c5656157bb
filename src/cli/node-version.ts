import { NewsError } from "../errors/index.ts";

const OLDEST_NODE = 22;

/** What is wrong with the Node that runs this; undefined where nothing is. */
export function faultOfNode(version: string): NewsError | undefined {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return undefined;
  return new NewsError("OLD_NODE", `This is Node ${version}.`);
}
