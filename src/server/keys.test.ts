import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { addKey, KeyRing, readKeyFile, removeKey } from "./keys.ts";

const NOW = new Date("2026-11-17T12:00:00Z");

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "keys.json");
}

describe("the key file", () => {
  test("holds the hash of a key and not the key, for its owner alone", () => {
    const path = newFile();
    const key = addKey(path, { name: "reader", scopes: ["read"], now: NOW });
    expect(key).toMatch(/^galley_[\w-]{43}$/);
    const text = readFileSync(path, "utf8");
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(8, 24));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readKeyFile(path)).toMatchObject([{ name: "reader", scopes: ["read"], ratePerMinute: null }]);
  });

  test("is refused where others can read it, or where it is another file", () => {
    const path = newFile();
    addKey(path, { name: "reader", scopes: ["read"], now: NOW });
    chmodSync(path, 0o644);
    expect(() => readKeyFile(path)).toThrow(expect.objectContaining({ code: "FILE_EXPOSED" }));
    writeFileSync(path, '{"keys":[{"name":"x"}]}');
    chmodSync(path, 0o600);
    expect(() => readKeyFile(path)).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
  });

  test("takes a name once, and no odd one", () => {
    const path = newFile();
    addKey(path, { name: "reader", scopes: ["read"], now: NOW });
    for (const name of ["reader", "", "a b", "../x", "x".repeat(65), "127.0.0.1"])
      expect(() => addKey(path, { name, scopes: ["read"], now: NOW })).toThrow(
        expect.objectContaining({ code: "BAD_OPTION" }),
      );
    expect(() => removeKey(path, "writer")).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
  });
});

describe("the key ring", () => {
  test("tells keys apart, and knows no others", () => {
    const path = newFile();
    const reader = addKey(path, { name: "reader", scopes: ["read"], now: NOW });
    const robot = addKey(path, { name: "robot", scopes: ["extract", "collect"], ratePerMinute: 5, now: NOW });
    const ring = new KeyRing(path);
    expect(ring.find(reader)).toMatchObject({ name: "reader", scopes: ["read"] });
    expect(ring.find(robot)).toMatchObject({ name: "robot", ratePerMinute: 5 });
    for (const wrong of ["", reader.slice(0, -1), `${reader}x`, readKeyFile(path)?.[0]?.hash ?? ""])
      expect(ring.find(wrong)).toBeUndefined();
  });

  test("sees within a second that a key was removed, added, or that the file is gone", () => {
    const path = newFile();
    const reader = addKey(path, { name: "reader", scopes: ["read"], now: NOW });
    const ring = new KeyRing(path);
    expect(ring.find(reader, 0)).toBeDefined();
    const robot = addKey(path, { name: "robot", scopes: ["extract"], now: NOW });
    removeKey(path, "reader");
    expect(ring.find(reader, 500)).toBeDefined();
    expect(ring.find(reader, 1500)).toBeUndefined();
    expect(ring.find(robot, 1500)).toBeDefined();
    rmSync(path);
    expect(ring.find(robot, 3000)).toBeUndefined();
    writeFileSync(path, "broken", { mode: 0o600 });
    expect(ring.find(robot, 4500)).toBeUndefined();
  });

  test("a server does not start with a file without keys", () => {
    expect(() => new KeyRing(newFile())).toThrow(expect.objectContaining({ code: "OPEN_SERVER" }));
  });
});
