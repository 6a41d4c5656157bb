import { NewsError } from "../../errors/index.ts";

/** What is read from a page, or undefined where the page cannot be read. */
export function unlessBroken<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}
