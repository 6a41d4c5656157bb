import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, type Stats, statSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { NewsError } from "../errors/index.ts";
import {
  type DamagedLine,
  LABELS_FOLDER,
  type LabelFile,
  type LabelLine,
  labelsPath,
  listPeople,
  personName,
  readLabelFile,
  revisionOf,
} from "./made-labels.ts";

/** A file of labels in memory, with what it looked like on disk. */
interface OpenFile extends LabelFile {
  readonly lines: Map<string, LabelLine>;
  readonly stamp: string;
}

/** The labels of a set: read once, saved at once. A save names the version that it changes, so that nobody's work is lost. */
export class LabelBook {
  readonly #folder: string;
  readonly #files = new Map<string, OpenFile>();
  /** Saves of one set follow each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The people who have labelled pages. */
  people(): readonly string[] {
    return listPeople(this.#folder);
  }

  /** What a person said, by the id of the page. */
  linesOf(by: string): ReadonlyMap<string, LabelLine> {
    return this.#open(personName(by)).lines;
  }

  /** Lines of all files that cannot be read. */
  damaged(): readonly DamagedLine[] {
    return this.people().flatMap((by) => this.#open(by).damaged);
  }

  /** Why labels cannot be saved; null where they can. */
  get readOnly(): string | null {
    const own = join(this.#folder, LABELS_FOLDER);
    const place = existsSync(own) ? own : this.#folder;
    return isWritable(place) ? null : `The folder ${place} cannot be written.`;
  }

  /**
   * Saves a line in place of the one with the given version, null for none; on disk when it returns. Throws LABELS_CHANGED
   * where somebody saved in between.
   */
  save(line: LabelLine, revision: string | null): Promise<LabelLine> {
    const turn = this.#last.then(() => this.#save(line, revision));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #save(line: LabelLine, revision: string | null): Promise<LabelLine> {
    const by = personName(line.by);
    const file = this.#open(by);
    const known = file.lines.get(line.id);
    if ((known === undefined ? null : revisionOf(known)) !== revision)
      throw new NewsError("LABELS_CHANGED", `The labels of ${by} for "${line.id}" were saved elsewhere.`);
    await this.#write(by, new Map(file.lines).set(line.id, { ...line, by }));
    return { ...line, by };
  }

  /** Saves many lines of a person at once, whatever was there. */
  saveAll(by: string, lines: readonly LabelLine[]): Promise<void> {
    const turn = this.#last.then(() => {
      const name = personName(by);
      const all = new Map(this.#open(name).lines);
      for (const line of lines) all.set(line.id, { ...line, by: name });
      return this.#write(name, all);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #write(by: string, lines: Map<string, LabelLine>): Promise<void> {
    const file = this.#open(by);
    const path = labelsPath(this.#folder, by);
    const texts = [...lines.values()].map((one) => JSON.stringify(one));
    await writeSafely(path, `${[...texts, ...file.broken].join("\n")}\n`);
    // Damaged lines have other numbers now: the file is read again.
    if (file.broken.length > 0) this.#files.delete(by);
    else this.#files.set(by, { ...file, lines, stamp: stampOf(path) });
  }

  /** The file of a person, read again where another program has changed it. */
  #open(by: string): OpenFile {
    const stamp = stampOf(labelsPath(this.#folder, by));
    const known = this.#files.get(by);
    if (known?.stamp === stamp) return known;
    const read = readLabelFile(this.#folder, by);
    const file = { ...read, lines: new Map(read.lines), stamp };
    this.#files.set(by, file);
    return file;
  }
}

function stampOf(path: string): string {
  const found: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** Whether files can be made in a folder; one without any write bit is meant to stay as it is, also for the superuser. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return (statSync(folder).mode & 0o222) !== 0;
  } catch {
    return false;
  }
}

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const READ_ONLY: ReadonlySet<string> = new Set(["EROFS", "EACCES", "EPERM"]);

/** Writes a file that is there as it was or as it is to be, never in between, whatever happens. */
export async function writeSafely(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  const place = existsSync(folder) ? folder : dirname(folder);
  if (existsSync(place) && !isWritable(place)) throw readOnly(place);
  // A name of its own: another program may write the same file now. A new file, so never through a link.
  const partial = `${path}.${randomUUID()}.partial`;
  try {
    await mkdir(folder, { recursive: true });
    await writeAndSync(await open(partial, "wx"), content);
    await rename(partial, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw saveFailure(path, error);
  }
}

async function writeAndSync(file: FileHandle, content: string | Uint8Array): Promise<void> {
  try {
    await file.writeFile(content);
    // Some file systems report a full disk only now.
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The new name is on disk once its folder is; systems that cannot open folders do without. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r").catch(() => undefined);
  await opened?.sync().catch(() => undefined);
  await opened?.close();
}

function saveFailure(path: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (FULL.has(code))
    return new NewsError("DISK_FULL", `There is no space left to write ${path}.`, { cause: error });
  if (READ_ONLY.has(code)) return readOnly(dirname(path), error);
  return new NewsError("WRITE_FAILED", `Cannot write ${path} (${code || String(error)}).`, { cause: error });
}

function readOnly(folder: string, cause?: unknown): NewsError {
  return new NewsError("FOLDER_READ_ONLY", `The folder ${folder} cannot be written.`, { cause });
}
