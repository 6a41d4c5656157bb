import { realpathSync } from "node:fs";
import type { Input, Target } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";

/** Throws where the output is one of the inputs. */
export function refuseOverwriting(inputs: readonly Input[], { name, path }: Target): void {
  if (path === undefined) return;
  // Both through their links: the output's path is that of the file which would be replaced.
  const isInput = inputs.some((input) => input.path !== undefined && realpathSync(input.path) === path);
  if (isInput) throw new NewsError("BAD_OPTION", `The output ${name} is an input too and would be replaced.`);
}
