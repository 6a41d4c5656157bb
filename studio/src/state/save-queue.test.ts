import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LabelSave, SavedLabels } from "../../../src/server/studio/contract.ts";
import { ApiFailure, AWAY } from "../api.ts";
import { SaveQueue } from "./save-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server with one page, which can be away, and refuses saves that do not name the last revision. */
class Disk {
  saved: SavedLabels | null = null;
  failure: ApiFailure | null = null;
  saves = 0;

  save = async (_set: string, _page: string, save: LabelSave): Promise<SavedLabels> => {
    this.saves += 1;
    await Promise.resolve();
    if (this.failure !== null) throw this.failure;
    if (save.revision !== (this.saved?.revision ?? null))
      throw new ApiFailure("LABELS_CHANGED", "Changed.", 409);
    const { by, state, labels, reason = null } = save;
    this.saved = { by, state, labels, reason, at: "", revision: String(this.saves), stale: null };
    return this.saved;
  };
}

class Memory {
  readonly kept = new Map<string, string>();
  get length(): number {
    return this.kept.size;
  }
  key = (index: number) => [...this.kept.keys()][index] ?? null;
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
  removeItem = (key: string) => void this.kept.delete(key);
}

function make(disk: Disk, storage: Memory = new Memory()) {
  const told: unknown[] = [];
  return {
    queue: new SaveQueue({ save: disk.save, storage, tell: (saved) => told.push(saved) }),
    storage,
    told,
  };
}

const put = (queue: SaveQueue, node: number) =>
  queue.put({
    set: "s",
    page: "p",
    look: "sent",
    save: { by: "ann", pageHash: "h", state: "open", labels: [{ node, role: "body" }], revision: null },
  });
const settled = () => vi.advanceTimersByTimeAsync(0);

describe("saving labels", () => {
  test("happens at once, in order, each save naming the revision of the one before", async () => {
    const disk = new Disk();
    const { queue, storage, told } = make(disk);
    for (const node of [1, 2, 3]) put(queue, node);
    expect(storage.length).toBe(1);
    await settled();
    expect(disk.saved?.labels).toEqual([{ node: 3, role: "body" }]);
    expect(queue.unsaved.value.size).toBe(0);
    expect(storage.length).toBe(0);
    expect(told).toHaveLength(2);
    put(queue, 4);
    await settled();
    expect(disk.saved?.labels).toEqual([{ node: 4, role: "body" }]);
    expect(queue.clash.value).toBeNull();
  });

  test("is tried again while the server is away, and loses nothing", async () => {
    const disk = new Disk();
    disk.failure = new ApiFailure(AWAY, "", 0);
    const { queue } = make(disk);
    put(queue, 1);
    await settled();
    expect(queue.failure.value?.code).toBe(AWAY);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queue.unsaved.value.size).toBe(1);
    expect(disk.saves).toBeGreaterThan(5);
    disk.failure = null;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.unsaved.value.size).toBe(0);
    expect(queue.failure.value).toBeNull();
  });

  test("goes on in another tab when one was closed", async () => {
    const disk = new Disk();
    disk.failure = new ApiFailure(AWAY, "", 0);
    const { queue, storage } = make(disk);
    put(queue, 7);
    await settled();
    disk.failure = null;
    const second = make(disk, storage).queue;
    expect(second.latest("s", "p", "ann")?.labels).toEqual([{ node: 7, role: "body" }]);
    second.flush();
    await settled();
    expect(disk.saved?.labels).toEqual([{ node: 7, role: "body" }]);
  });

  test("never overwrites what another tab saved: the person chooses", async () => {
    const disk = new Disk();
    const first = make(disk).queue;
    const second = make(disk).queue;
    put(first, 1);
    await settled();
    put(second, 2);
    await settled();
    expect(disk.saved?.labels).toEqual([{ node: 1, role: "body" }]);
    expect(second.clash.value?.mine.save.labels).toEqual([{ node: 2, role: "body" }]);
    second.settle(disk.saved, "mine");
    await settled();
    expect(disk.saved?.labels).toEqual([{ node: 2, role: "body" }]);
    put(first, 3);
    await settled();
    first.settle(disk.saved, "theirs");
    await settled();
    expect(disk.saved?.labels).toEqual([{ node: 2, role: "body" }]);
    expect(first.unsaved.value.size).toBe(0);
  });

  test("keeps what a full disk refuses", async () => {
    const disk = new Disk();
    disk.failure = new ApiFailure("DISK_FULL", "No space is left.", 507);
    const { queue } = make(disk);
    put(queue, 1);
    await settled();
    expect(queue.failure.value?.message).toBe("No space is left.");
    expect(queue.unsaved.value.size).toBe(1);
  });
});
