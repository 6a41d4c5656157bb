import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { insidePath } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import { Slots } from "../../fetch/index.ts";
import { isRecord } from "../../model/index.ts";
import { LabelBook, writeSafely } from "../../sets/index.ts";
import type { OpenRequest, SetSummary } from "./contract.ts";
import {
  gatherPages,
  type PageSources,
  plainName,
  shortHash,
  slug,
  writeLines,
  writePages,
} from "./make-set.ts";
import { type KnownSet, OpenSet } from "./open-set.ts";
import type { StudioThreads } from "./studio-threads.ts";

/** Where sets are stored and opened from. */
export interface SetPlaces extends PageSources {
  /** The folder of the studio's own sets. */
  readonly home: string;
  /** Folders that were given at the start; sets below them may be opened. */
  readonly folders: readonly string[];
  readonly now: () => number;
}

const LIST = "sets.json";
/** Sets that are remembered. */
const MAX_KNOWN = 100;

/** The sets of a studio: those that are open, and those that were. */
export class StudioSets {
  readonly #places: SetPlaces;
  readonly #threads: StudioThreads;
  readonly #open = new Map<string, OpenSet>();
  /** The labels of each folder, one book each: two would overwrite each other's saves. */
  readonly #books = new Map<string, LabelBook>();
  /** Sets are written one after the other, as each write reads the index first. */
  readonly #writes = new Slots(1);

  constructor(places: SetPlaces, threads: StudioThreads) {
    this.#places = places;
    this.#threads = threads;
  }

  /** All sets that can still be opened, the last one first; one that cannot be read is left out. */
  async list(): Promise<readonly SetSummary[]> {
    const summaries = this.#recent().map(({ id }) =>
      this.get(id)
        .brief()
        .catch(() => undefined),
    );
    return (await Promise.all(summaries)).filter((one) => one !== undefined);
  }

  /** A set by its id; throws NOT_FOUND where nobody has opened it, or its folder may no longer be opened. */
  get(id: string): OpenSet {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    const known = this.#recent().find((one) => one.id === id);
    if (known === undefined) throw new NewsError("NOT_FOUND", `There is no set ${id}; open it first.`);
    const set = this.#setOf(known);
    this.#open.set(id, set);
    return set;
  }

  async open(request: OpenRequest): Promise<SetSummary> {
    const kind = request.kind === "set" ? "files" : request.kind;
    const { name, folder } = await this.#find(request);
    const id = `${plainName(name)}-${shortHash(folder)}`;
    const openedAt = new Date(this.#places.now()).toISOString();
    const known: KnownSet = { id, name, kind, folder, openedAt, pages: 0 };
    const set = this.#setOf(known);
    const summary = await set.summary();
    this.#open.get(id)?.close();
    this.#open.set(id, set);
    await this.#remember({ ...known, pages: summary.pages });
    return summary;
  }

  #setOf(known: KnownSet): OpenSet {
    return new OpenSet(known, this.#threads, this.#bookOf(known.folder));
  }

  #bookOf(folder: string): LabelBook {
    const book = this.#books.get(folder) ?? new LabelBook(folder);
    this.#books.set(folder, book);
    return book;
  }

  /** A folder below one that was given at the start, links followed. */
  #findFolder(path: string): { readonly name: string; readonly folder: string } {
    for (const top of this.#places.folders) {
      const folder = placeBelow(top, path);
      if (folder !== undefined && isFolder(folder)) return { name: basename(folder), folder };
    }
    const isInside = this.#places.folders.some((top) => placeBelow(top, path) !== undefined);
    if (isInside) throw new NewsError("FILE_NOT_FOUND", `Cannot find the folder ${path}.`);
    throw new NewsError(
      "FOLDER_REFUSED",
      `The folder ${path} is not below a folder that the server was given.`,
    );
  }

  async #find(request: OpenRequest): Promise<{ readonly name: string; readonly folder: string }> {
    if (request.kind === "folder") return this.#findFolder(request.path);
    return request.kind === "set" ? this.#take(request) : this.#make(request);
  }

  /** Stores a set that was sent, once all of it was read; pages that a set of its name has are replaced. */
  async #take({ name, index, labels }: OpenRequest & { readonly kind: "set" }) {
    const sent = await this.#threads.ask("sentSet", { index, labels });
    const folder = join(this.#home, `set-${slug(name)}`);
    await this.#writes.take(() => writeLines(folder, sent.lines));
    const book = this.#bookOf(folder);
    for (const { by, lines } of sent.labels) await book.saveAll(by, lines);
    return { name, folder };
  }

  async #make(request: Exclude<OpenRequest, { readonly kind: "folder" | "set" }>) {
    const { name, key, pages } = await gatherPages(request, this.#places);
    const folder = join(this.#home, key);
    await this.#writes.take(() => writePages(folder, pages));
    return { name, folder };
  }

  get #home(): string {
    return join(this.#places.home, "sets");
  }

  #recent(): readonly KnownSet[] {
    // Each time: another server of the same user may have opened some.
    const known = readList(join(this.#places.home, LIST));
    return known.filter(({ folder }) => this.#isAllowed(folder) && existsSync(folder));
  }

  #isAllowed(folder: string): boolean {
    return [this.#home, ...this.#places.folders].some((top) => placeBelow(top, folder) !== undefined);
  }

  async #remember(set: KnownSet): Promise<void> {
    const path = join(this.#places.home, LIST);
    await this.#writes.take(() => {
      // Sets of folders that this server may not open stay in the list of those that may.
      const others = readList(path).filter(({ id }) => id !== set.id);
      return writeSafely(path, `${JSON.stringify([set, ...others].slice(0, MAX_KNOWN), null, 1)}\n`);
    });
  }

  close(): void {
    for (const set of this.#open.values()) set.close();
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The real path of a folder, if it is at or below another, named from there or in full. */
function placeBelow(top: string, path: string): string | undefined {
  if (path.includes("\0")) return undefined;
  const named = resolve(top, path);
  try {
    return insidePath(top, relative(resolve(top), named) || ".");
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}

function readList(path: string): readonly KnownSet[] {
  if (!existsSync(path)) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value.filter(isKnownSet) : [];
  } catch {
    // A broken list is started again; the sets themselves are unchanged.
    return [];
  }
}

function isKnownSet(value: unknown): value is KnownSet {
  const texts = ["id", "name", "kind", "folder", "openedAt"];
  return (
    isRecord(value) &&
    texts.every((name) => typeof value[name] === "string") &&
    typeof value.pages === "number"
  );
}
