import { describeBytes, NewsError } from "../errors/index.ts";
import { badModel } from "../model/index.ts";
import { readFileBytes } from "./read-bytes.ts";

/** A hundred times the size of a shipped model; a larger file is none of ours. */
const MAX_MODEL_BYTES = 256 * 1024 * 1024;

/** The value in a model file, JSON packed with gzip or not; throws BAD_MODEL where it is damaged or too large. */
export function readModelJson(path: string): unknown {
  const text = new TextDecoder().decode(readModelBytes(path));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badModel(`the file ${path} is cut short or no JSON`, cause);
  }
}

function readModelBytes(path: string): Uint8Array {
  try {
    return readFileBytes(path, MAX_MODEL_BYTES);
  } catch (error) {
    if (!(error instanceof NewsError)) throw error;
    if (error.code === "BAD_GZIP") throw badModel(`the file ${path} is damaged or cut short`, error);
    if (error.code === "INPUT_TOO_LARGE")
      throw badModel(`the file ${path} is over ${describeBytes(MAX_MODEL_BYTES)}`, error);
    throw error;
  }
}
