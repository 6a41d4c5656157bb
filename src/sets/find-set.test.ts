import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type DataPlaces, findData, findSet } from "./find-set.ts";

let root = "";
let data = "";
let said: string[] = [];
let places: DataPlaces;

/** Stand-in for the data folder's own script: makes the requested set. */
const UNPACK = '#!/bin/sh\nset -eu\nmkdir -p "$1/$2"\necho "{}" > "$1/$2/index.jsonl"\n';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "galley-data-test-"));
  data = join(root, "data");
  await mkdir(data);
  said = [];
  places = { data, temporary: join(root, "temporary"), notify: (message) => said.push(message) };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await chmod(data, 0o755);
  await rm(root, { recursive: true });
});

async function addSet(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "index.jsonl"), "");
}

async function addArchive(name: string): Promise<void> {
  await writeFile(join(data, `${name}.tar.xz`), "");
  await writeFile(join(data, "unpack"), UNPACK);
}

describe("the data folder", () => {
  test("is the one that GALLEY_DATA names, and none where it names none", () => {
    expect(findData({ GALLEY_DATA: data })).toBe(data);
    expect(findData({ GALLEY_DATA: join(root, "nowhere") })).toBeUndefined();
  });

  test("is ./data where GALLEY_DATA names none", () => {
    vi.spyOn(process, "cwd").mockReturnValue(root);
    expect(findData({})).toBe(data);
    expect(findData({ GALLEY_DATA: "" })).toBe(data);
    vi.spyOn(process, "cwd").mockReturnValue(data);
    expect(findData({})).toBeUndefined();
  });
});

describe("a set", () => {
  test("is found by its path or by its index", async () => {
    await addSet(join(root, "own"));
    expect(await findSet(join(root, "own"), places)).toBe(join(root, "own"));
    expect(await findSet(join(root, "own", "index.jsonl"), places)).toBe(join(root, "own"));
  });

  test("is found by its bare name, unpacked, beside the archives or in the temporary folder", async () => {
    for (const folder of [
      join(places.temporary, "tides"),
      join(data, "tides"),
      join(data, "unpacked", "tides"),
    ]) {
      await addSet(folder);
      expect(await findSet("tides", places)).toBe(folder);
    }
    expect(said).toEqual([]);
  });

  test("is unpacked where only its archive is there, and it is said", async () => {
    await addArchive("tides");
    expect(await findSet("tides", places)).toBe(join(data, "unpacked", "tides"));
    expect(said).toEqual([`unpacking tides to ${join(data, "unpacked", "tides")}`]);
  });

  test("goes to the temporary folder where the data folder is not to be written", async () => {
    await addArchive("tides");
    await chmod(data, 0o555);
    expect(await findSet(join(data, "unpacked", "tides"), places)).toBe(join(places.temporary, "tides"));
    expect(await findSet("tides", places)).toBe(join(places.temporary, "tides"));
    expect(said).toHaveLength(1);
  });

  test("that is nowhere is refused with the way to get it", async () => {
    await expect(findSet("tides", places)).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
      message: expect.stringContaining("unpack"),
    });
    await expect(findSet("a/tides", { ...places, data: undefined })).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
      message: expect.stringContaining("GALLEY_DATA"),
    });
  });

  test("is no folder without an index, and none that does not unpack", async () => {
    await expect(findSet(data, places)).rejects.toMatchObject({ code: "BAD_SET" });
    await addArchive("tides");
    await writeFile(join(data, "unpack"), "exit 3");
    await expect(findSet("tides", places)).rejects.toMatchObject({ code: "BAD_SET" });
  });
});
