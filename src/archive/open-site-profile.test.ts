import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openSiteProfile } from "./inputs.ts";

const PROFILE = {
  format: "galley-site-profile",
  version: 1,
  site: "bay.example",
  made: "2026-11-01T00:00:00.000Z",
  pages: 3,
  repeated: {},
  templates: [],
};

function fileOf(name: string, bytes: string | Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), "galley-profile-")), name);
  writeFileSync(path, bytes);
  return path;
}

describe("the file of a site profile", () => {
  test("is JSON, packed or not, and read once", () => {
    const path = fileOf("profile.json", JSON.stringify(PROFILE));
    expect(openSiteProfile(path)).toEqual(PROFILE);
    expect(openSiteProfile(path)).toBe(openSiteProfile(path));
    expect(openSiteProfile(fileOf("profile.json.gz", gzipSync(JSON.stringify(PROFILE))))).toEqual(PROFILE);
  });

  test("is none where none is named", () => {
    expect(openSiteProfile(undefined)).toBeUndefined();
  });

  test.each([
    ["cut short", JSON.stringify(PROFILE).slice(0, 40)],
    ["no JSON", "<html>"],
    ["packed and cut short", gzipSync(JSON.stringify(PROFILE)).subarray(0, 20)],
    ["something else", "{}"],
  ])("cannot be used where it is %s", (_, bytes) => {
    const path = fileOf("profile.json", bytes);
    expect(() => openSiteProfile(path)).toThrow(
      expect.objectContaining({ code: "BAD_SITE_PROFILE", message: expect.stringContaining(path) }),
    );
  });

  test("is named once in what is wrong with it", () => {
    const path = fileOf("profile.json", "{}");
    expect(() => openSiteProfile(path)).toThrow(
      `In ${path}: The site profile cannot be used: it is not a site profile of galley.`,
    );
  });

  test("is missed by its name", () => {
    expect(() => openSiteProfile("no-such-profile.json")).toThrow(
      expect.objectContaining({ code: "FILE_NOT_FOUND" }),
    );
  });
});
