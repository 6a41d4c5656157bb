import { type ReadonlySignal, signal } from "@preact/signals";
import type { LabelSave, NodeLabel, SavedLabels } from "../../../src/server/studio/contract.ts";
import { ApiFailure, AWAY, type Look } from "../api.ts";
import { sameLabels } from "../labels/labels.ts";

/** Labels that the server does not have yet. */
export interface Unsaved {
  readonly set: string;
  readonly page: string;
  readonly save: LabelSave;
  /** Which of its looks the nodes are of. */
  readonly look: Look;
}

/** Labels that were saved elsewhere under the same name in between. */
export interface Clash {
  readonly mine: Unsaved;
}

/** A person's labels of a page. */
export interface Draft {
  readonly labels: readonly NodeLabel[];
  readonly state: LabelSave["state"];
  readonly reason: string | null;
}

/** A person's labels of one copy of a page: its nodes have these numbers there alone. */
interface CopyDraft extends Draft {
  readonly pageHash: string;
}

interface Parts {
  readonly save: (set: string, page: string, save: LabelSave, look: Look) => Promise<SavedLabels>;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;
  /** Tells other tabs what was saved. */
  readonly tell: (saved: { set: string; page: string; pageHash: string; saved: SavedLabels }) => void;
}

const PREFIX = "galley-unsaved:";
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/**
 * Saves labels at once and in order, and keeps unsaved ones in the browser's storage: a closed tab, a full
 * disk or a server that is away loses nothing.
 */
export class SaveQueue {
  readonly #parts: Parts;
  readonly #unsaved = signal<ReadonlyMap<string, Unsaved>>(new Map());
  readonly #clash = signal<Clash | null>(null);
  readonly #failure = signal<ApiFailure | null>(null);
  /** The newest revision of each page that this tab knows. */
  readonly #revisions = new Map<string, string | null>();
  /** The last save of each page by this tab. */
  readonly #latest = new Map<string, CopyDraft>();
  readonly #sending = new Set<string>();
  #waitMs = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#unsaved.value = readStored(parts.storage);
  }

  get unsaved(): ReadonlySignal<ReadonlyMap<string, Unsaved>> {
    return this.#unsaved;
  }

  /** Labels that were refused, as those on disk are newer. */
  get clash(): ReadonlySignal<Clash | null> {
    return this.#clash;
  }

  /** Why saving fails now. */
  get failure(): ReadonlySignal<ApiFailure | null> {
    return this.#failure;
  }

  /** What is not saved yet of a page, by a person. */
  find(set: string, page: string, by: string): Unsaved | undefined {
    return this.#unsaved.value.get(keyOf(set, page, by));
  }

  /** A person's last labels of a page, saved or not; undefined where this tab has none. */
  latest(set: string, page: string, by: string): CopyDraft | undefined {
    const unsaved = this.find(set, page, by)?.save;
    if (unsaved !== undefined) return { ...unsaved, reason: unsaved.reason ?? null };
    return this.#latest.get(keyOf(set, page, by));
  }

  /** Records the labels that the server has of a copy of a page, so that the next save names their revision. */
  know(
    { set, page, by, pageHash }: { set: string; page: string; by: string; pageHash: string },
    saved: SavedLabels | null,
  ): void {
    const key = keyOf(set, page, by);
    this.#revisions.set(key, saved?.revision ?? null);
    if (saved === null) this.#latest.delete(key);
    else this.#latest.set(key, { ...saved, pageHash });
  }

  put(unsaved: Unsaved): void {
    const { set, page, save } = unsaved;
    const key = keyOf(set, page, save.by);
    const known = this.#revisions.get(key);
    const latest = { ...unsaved, save: { ...save, revision: known === undefined ? save.revision : known } };
    this.#keep(key, latest);
    void this.#send(key);
  }

  /** Sends all that is unsaved, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const key of this.#unsaved.value.keys()) void this.#send(key);
  }

  /** Ends a clash: the own labels replace those on disk, or are discarded. */
  settle(theirs: SavedLabels | null, choice: "mine" | "theirs"): void {
    const clash = this.#clash.value;
    if (clash === null) return;
    const { set, page, save } = clash.mine;
    this.#clash.value = null;
    this.know({ set, page, by: save.by, pageHash: save.pageHash }, theirs);
    if (choice === "mine") this.put(clash.mine);
    else this.#forget(keyOf(set, page, save.by));
  }

  async #send(key: string): Promise<void> {
    if (this.#sending.has(key)) return;
    this.#sending.add(key);
    try {
      let sent = this.#unsaved.value.get(key);
      while (sent !== undefined && this.#clash.value?.mine !== sent) {
        await this.#sendOne(key, sent);
        const next = this.#unsaved.value.get(key);
        sent = next === sent ? undefined : next;
      }
    } catch (error) {
      this.#fail(key, error);
    } finally {
      this.#sending.delete(key);
    }
  }

  async #sendOne(key: string, { set, page, save, look }: Unsaved): Promise<void> {
    const before = this.#unsaved.value.get(key);
    const saved = await this.#parts.save(set, page, save, look);
    this.#revisions.set(key, saved.revision);
    this.#latest.set(key, { ...saved, pageHash: save.pageHash });
    this.#failure.value = null;
    this.#waitMs = FIRST_WAIT_MS;
    const now = this.#unsaved.value.get(key);
    if (now === before) this.#forget(key);
    // Changed while it was sent: the next save follows this one.
    else if (now !== undefined) this.#keep(key, { ...now, save: { ...now.save, revision: saved.revision } });
    this.#parts.tell({ set, page, pageHash: save.pageHash, saved });
  }

  #fail(key: string, error: unknown): void {
    const failure = error instanceof ApiFailure ? error : new ApiFailure("UNKNOWN", String(error), 0);
    const mine = this.#unsaved.value.get(key);
    if (failure.code === "LABELS_CHANGED" && mine !== undefined) {
      this.#clash.value = { mine };
      return;
    }
    this.#failure.value = failure;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, this.#waitMs);
    // A server that is away may return at any time; a refusal needs a person.
    this.#waitMs = Math.min(this.#waitMs * 2, failure.code === AWAY ? LONGEST_WAIT_MS / 5 : LONGEST_WAIT_MS);
  }

  #keep(key: string, unsaved: Unsaved): void {
    this.#unsaved.value = new Map([...this.#unsaved.value, [key, unsaved]]);
    try {
      this.#parts.storage.setItem(PREFIX + key, JSON.stringify(unsaved));
    } catch {
      // The storage is full or forbidden: the labels are in memory, and the tab warns before it closes.
    }
  }

  #forget(key: string): void {
    this.#unsaved.value = new Map([...this.#unsaved.value].filter(([each]) => each !== key));
    this.#parts.storage.removeItem(PREFIX + key);
  }
}

/** Whether labels on disk are those that were refused: then nothing is to be settled. */
export function isSame(mine: LabelSave, theirs: SavedLabels | null): boolean {
  return (
    theirs !== null &&
    theirs.state === mine.state &&
    (theirs.reason ?? null) === (mine.reason ?? null) &&
    sameLabels(theirs.labels, mine.labels)
  );
}

function keyOf(set: string, page: string, by: string): string {
  return JSON.stringify([set, page, by]);
}

function readStored(storage: Parts["storage"]): ReadonlyMap<string, Unsaved> {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  const found = names
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name): readonly (readonly [string, Unsaved])[] => {
      try {
        return [[name.slice(PREFIX.length), JSON.parse(storage.getItem(name) ?? "")]];
      } catch {
        return [];
      }
    });
  return new Map(found);
}
