import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

/** A file system of a few megabytes, and of a few files, in a folder until the test ends; undefined where mounting is not allowed. */
export function smallDisk(folder: string, megabytes: number, files?: number): string | undefined {
  const place = join(folder, "disk");
  mkdirSync(place);
  const size = `size=${megabytes}m${files === undefined ? "" : `,nr_inodes=${files + 1}`}`;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", place]);
  if (mounted.status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["-l", place]));
  return place;
}

/** Takes all that is left of a small disk, to the last byte. */
export function fillDisk(place: string, megabytes: number): void {
  expect(() => writeFileSync(join(place, "rest"), Buffer.alloc((megabytes + 1) * 2 ** 20))).toThrow(/ENOSPC/);
}
