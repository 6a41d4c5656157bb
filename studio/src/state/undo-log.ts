import type { Look } from "../api.ts";
import type { Draft } from "./save-queue.ts";

/** One change of labels: what was there before it. */
export interface Change {
  readonly set: string;
  readonly page: string;
  readonly by: string;
  readonly pageHash: string;
  readonly look: Look;
  readonly before: Draft;
  /** What was done, as text for the undo message. */
  readonly what: string;
}

const KEY = "galley-undo";

/** Every change of this visit, so that each can be taken back, across pages and reloads. */
export class UndoLog {
  readonly #storage: Pick<Storage, "getItem" | "setItem">;
  #changes: Change[];

  constructor(storage: Pick<Storage, "getItem" | "setItem">) {
    this.#storage = storage;
    this.#changes = readChanges(storage.getItem(KEY));
  }

  push(change: Change): void {
    this.#changes.push(change);
    this.#keep();
  }

  /** The last change in a set by a person, which is no longer in the log. */
  pop(set: string, by: string): Change | undefined {
    const at = this.#changes.findLastIndex((change) => change.set === set && change.by === by);
    if (at < 0) return undefined;
    const [change] = this.#changes.splice(at, 1);
    this.#keep();
    return change;
  }

  #keep(): void {
    try {
      this.#storage.setItem(KEY, JSON.stringify(this.#changes));
    } catch {
      // The storage is full: memory has all changes, a reload the older ones.
    }
  }
}

function readChanges(text: string | null): Change[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
