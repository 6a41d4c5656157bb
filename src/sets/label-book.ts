import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NewsError } from "../errors/index.ts";
import { Slots } from "../fetch/index.ts";
import {
  type DamagedLine,
  isWritable,
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
  readonly #saves = new Slots(1);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The people who have labelled pages. */
  people(): readonly string[] {
    return listPeople(this.#folder);
  }

  /** A person's labels, by the id of the page. */
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
   * if the line has another version by now.
   */
  save(line: LabelLine, revision: string | null): Promise<LabelLine> {
    return this.#saves.take(() => this.#save(line, revision));
  }

  async #save(line: LabelLine, revision: string | null): Promise<LabelLine> {
    const by = personName(line.by);
    await this.#change(by, (lines) => {
      const known = lines.get(line.id);
      if ((known === undefined ? null : revisionOf(known)) !== revision)
        throw new NewsError("LABELS_CHANGED", `The labels of ${by} for "${line.id}" were saved elsewhere.`);
      return lines.set(line.id, { ...line, by });
    });
    return { ...line, by };
  }

  /** Saves many lines of a person at once, whatever was there. */
  saveAll(by: string, lines: readonly LabelLine[]): Promise<void> {
    return this.#saves.take(async () => {
      const name = personName(by);
      return this.#change(name, (all) => {
        for (const line of lines) all.set(line.id, { ...line, by: name });
        return all;
      });
    });
  }

  /** Changes the lines of a person; retries on the current ones where another program was faster. */
  async #change(
    by: string,
    change: (lines: Map<string, LabelLine>) => Map<string, LabelLine>,
  ): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const file = this.#open(by);
      const lines = change(new Map(file.lines));
      const path = labelsPath(this.#folder, by);
      const texts = [...lines.values()].map((one) => JSON.stringify(one));
      const stamp = await replaceFile(path, `${[...texts, ...file.broken].join("\n")}\n`, file.stamp);
      if (stamp === undefined) continue;
      // Damaged lines have other numbers now: the file is read again.
      if (file.broken.length > 0) this.#files.delete(by);
      else this.#files.set(by, { ...file, lines, stamp });
      return;
    }
    throw new NewsError("LABELS_CHANGED", `Other programs save the labels of ${by} all the time.`);
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

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const READ_ONLY: ReadonlySet<string> = new Set(["EROFS", "EACCES", "EPERM"]);

/** Programs that save at the same time take turns; one of them always succeeds. */
const MAX_TURNS = 100;

/** Writes a file if it still has the given stamp; returns the new stamp, or undefined where it has another. */
async function replaceFile(path: string, content: string, stamp: string): Promise<string | undefined> {
  let written: string | undefined;
  await writeSafely(path, content, async (partial) => {
    const lock = `${path}.lock`;
    await takeLock(lock);
    try {
      // Synchronously: no other program can come in between, nor this one end.
      if (stampOf(path) !== stamp) return;
      renameSync(partial, path);
      written = stampOf(path);
    } finally {
      rmSync(lock, { force: true });
    }
  });
  return written;
}

/** A lock is held for less than a millisecond; what is older was left by a program that was killed. */
const STALE_MS = 2000;
const LOCK_STEP_MS = 5;

async function takeLock(lock: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += LOCK_STEP_MS) {
    try {
      closeSync(openSync(lock, "wx"));
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    const held = statSync(lock, { throwIfNoEntry: false });
    const isStale = held !== undefined && Math.max(waitedMs, Date.now() - held.mtimeMs) > STALE_MS;
    if (isStale) rmSync(lock, { force: true });
    else await sleep(LOCK_STEP_MS);
  }
}

/** Writes a file atomically: it has the old or the new content, never a mixture. */
export async function writeSafely(
  path: string,
  content: string | Uint8Array,
  place: (partial: string) => Promise<void> = (partial) => rename(partial, path),
): Promise<void> {
  const folder = dirname(path);
  const top = existsSync(folder) ? folder : dirname(folder);
  if (existsSync(top) && !isWritable(top)) throw readOnly(top);
  // A name of its own: another program may write the same file now. A new file, so never through a link.
  const partial = `${path}.${randomUUID()}.partial`;
  try {
    await mkdir(folder, { recursive: true });
    await writeAndSync(await open(partial, "wx"), content);
    await place(partial);
    await syncFolder(folder);
  } catch (error) {
    throw saveFailure(path, error);
  } finally {
    await rm(partial, { force: true }).catch(() => undefined);
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

/** The new name is on disk once its folder is; systems that cannot open folders skip this. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r").catch(() => undefined);
  await opened?.sync().catch(() => undefined);
  await opened?.close();
}

function saveFailure(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (FULL.has(code))
    return new NewsError("DISK_FULL", `There is no space left to write ${path}.`, { cause: error });
  if (READ_ONLY.has(code)) return readOnly(dirname(path), error);
  return new NewsError("WRITE_FAILED", `Cannot write ${path} (${code || String(error)}).`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function readOnly(folder: string, cause?: unknown): NewsError {
  return new NewsError("FOLDER_READ_ONLY", `The folder ${folder} cannot be written.`, { cause });
}
