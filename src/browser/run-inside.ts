import type { CDPSession } from "playwright-core";

/** Runs a program in a world of a page and gives the text that it returns. */
export async function runInside(session: CDPSession, contextId: number, program: string): Promise<string> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    contextId,
    expression: program,
    returnByValue: true,
  });
  if (exceptionDetails === undefined) return result.value;
  throw new Error(
    `The page was not read: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
  );
}
