import { dirname } from "node:path";
import { makeFolder } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";

const MODEL_NAME = /\.json(?:\.gz)?$/;

/** Refuses a name that no model file has, before any work is done, and makes the file's folder. */
export function prepareModelOutput(output: string): void {
  if (!MODEL_NAME.test(output))
    throw new NewsError("BAD_OPTION", `The output ${output} is not a .json.gz or .json file.`);
  makeFolder(dirname(output));
}

/** Where the card of a model goes: beside it. */
export function cardPath(output: string): string {
  return output.replace(MODEL_NAME, ".md");
}
