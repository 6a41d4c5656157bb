import { fileURLToPath } from "node:url";
import { NewsError } from "../errors/index.ts";

/** Throws BAD_URL for addresses that no command fetches; a file has to be named by its path, so that no list of addresses reads files. */
export function demandHttp(address: string): void {
  if (/^https?:\/\//i.test(address)) return;
  const path = pathOf(address);
  const hint = path === undefined ? "" : `; name the file by its path, ${path}`;
  throw new NewsError("BAD_URL", `The address ${address} is not http or https${hint}.`);
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}
