import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { NewsError } from "../errors/index.ts";

/** Where sets are looked for, and who is notified when one is unpacked. */
export interface DataPlaces {
  /** The folder of archives and sets, undefined where there is none. */
  readonly data: string | undefined;
  /** Where sets go when the folder of archives cannot be written. */
  readonly temporary: string;
  notify(message: string): void;
}

const run = promisify(execFile);

/** The folder of labelled sets: `GALLEY_DATA`, else `./data`; undefined where that is not there. */
export function findData(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folder = resolve(env.GALLEY_DATA || "data");
  return existsSync(folder) ? folder : undefined;
}

/** The usual places: the data folder and the temporary folder that its `unpack` falls back to. */
export function dataPlaces(notify: (message: string) => void): DataPlaces {
  return { data: findData(), temporary: join(tmpdir(), "galley-data"), notify };
}

/** The folder of a set given by path or by bare name; unpacks it where only its archive is there. */
export async function findSet(nameOrPath: string, places: DataPlaces): Promise<string> {
  if (existsSync(nameOrPath)) return checkSet(nameOrPath);
  const isName = !/[\\/]/.test(nameOrPath);
  const name = basename(nameOrPath);
  if (isName) {
    const data = places.data === undefined ? [] : [join(places.data, "unpacked"), places.data];
    const found = [...data, places.temporary].find((parent) => isSet(join(parent, name)));
    if (found !== undefined) return join(found, name);
  }
  const above = dirname(resolve(nameOrPath));
  const parents = isName ? (places.data === undefined ? [] : [places.data]) : [above, dirname(above)];
  const archives = parents.find((parent) => hasArchive(parent, name));
  if (archives === undefined) throw notFound(nameOrPath, places);
  const wanted = isName ? join(archives, "unpacked") : above;
  return unpack(archives, { name, target: isWritable(wanted) ? wanted : places.temporary }, places);
}

function checkSet(path: string): string {
  if (basename(path) === "index.jsonl") return dirname(path);
  if (isSet(path)) return path;
  throw new NewsError("BAD_SET", `The path ${path} has no index.jsonl.`);
}

function isSet(folder: string): boolean {
  return existsSync(join(folder, "index.jsonl"));
}

function hasArchive(folder: string, name: string): boolean {
  return existsSync(join(folder, `${name}.tar.xz`)) && existsSync(join(folder, "unpack"));
}

/** Whether files can be made in a folder, or in the first one above it that exists. */
function isWritable(folder: string): boolean {
  if (!existsSync(folder)) return dirname(folder) !== folder && isWritable(dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    // The superuser may write everywhere; a folder without any write bit is meant to stay as it is.
    return (statSync(folder).mode & 0o222) !== 0;
  } catch {
    return false;
  }
}

function notFound(nameOrPath: string, { data }: DataPlaces): NewsError {
  const hint =
    data === undefined
      ? "set GALLEY_DATA to the folder of labelled sets"
      : `unpack it with "${join(data, "unpack")}" or give a set's name`;
  return new NewsError("FILE_NOT_FOUND", `There is no labelled set ${nameOrPath}; ${hint}`);
}

async function unpack(
  archives: string,
  job: { readonly name: string; readonly target: string },
  places: DataPlaces,
): Promise<string> {
  const folder = join(job.target, job.name);
  if (isSet(folder)) return folder;
  places.notify(`unpacking ${job.name} to ${folder}`);
  try {
    await run("sh", [join(archives, "unpack"), job.target, job.name]);
  } catch (cause) {
    throw new NewsError("BAD_SET", `The set ${job.name} could not be unpacked to ${job.target}`, { cause });
  }
  return checkSet(folder);
}
