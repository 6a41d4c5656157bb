import { type BigIntStats, fstatSync, statSync } from "node:fs";
import { partialPath, type Target } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";

/** Throws where the output is one of the files that are read (`-` is standard input), under whatever name or link. */
export function refuseOverwriting(read: readonly string[], { name, path }: Target): void {
  if (path === undefined) return;
  // What is written is collected beside the output, so that this file is lost too.
  const written = [path, partialPath(path)].flatMap(lookAt);
  const isRead = read
    .flatMap(lookAt)
    .some((file) => written.some(({ dev, ino }) => dev === file.dev && ino === file.ino));
  if (isRead) throw new NewsError("BAD_OPTION", `The output ${name} is an input too and would be replaced.`);
}

/** A file by its number on its disk, which links and other spellings share; nothing where it is not there. */
function lookAt(path: string): readonly BigIntStats[] {
  try {
    const found = path === "-" ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true });
    return found.isFile() ? [found] : [];
  } catch {
    return [];
  }
}
