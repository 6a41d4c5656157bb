import { dataPlaces, findSet } from "../sets/index.ts";

/** The argument of commands that read labelled sets, as commander takes it: its name and what it is. */
export const SETS_ARGUMENT = [
  "<set...>",
  "a folder with an index.jsonl, or the name of a set in GALLEY_DATA, else in ./data",
] as const;

/** The folders of the sets that a user names. */
export async function findSets(names: readonly string[]): Promise<readonly string[]> {
  const places = dataPlaces((message) => process.stderr.write(`galley: ${message}\n`));
  const folders: string[] = [];
  for (const name of names) folders.push(await findSet(name, places));
  return folders;
}
