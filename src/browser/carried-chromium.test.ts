import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { unpackFrom } from "./carried-chromium.ts";

/** The end of an archive and nothing before it. */
const EMPTY_TAR = Buffer.alloc(1024);

/** A package in the shape of the one that carries a browser; the folder that it unpacks below goes with the test. */
function makePackage(archive: Buffer): { readonly folder: string; readonly cache: string } {
  const top = mkdtempSync(join(tmpdir(), "galley-carried-"));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const folder = join(top, "@quay", "chromium");
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "1.2.3" }));
  writeFileSync(join(folder, "bin", "chromium.br"), brotliCompressSync(Buffer.from("a browser")));
  for (const name of ["al2023.tar.br", "swiftshader.tar.br"]) {
    writeFileSync(join(folder, "bin", name), brotliCompressSync(archive));
  }
  return { folder, cache: join(top, ".cache", "galley") };
}

test("the browser of a package is unpacked once", () => {
  const { folder, cache } = makePackage(EMPTY_TAR);
  const target = unpackFrom(folder);
  expect(target).toBe(join(cache, "chromium-1.2.3"));
  rmSync(join(folder, "bin"), { recursive: true });
  expect(unpackFrom(folder)).toBe(target);
  expect(readdirSync(target)).toEqual(["chromium"]);
});

test("a browser whose libraries cannot be unpacked is none, and nothing is left of it", () => {
  const { folder, cache } = makePackage(Buffer.from("no archive"));
  expect(() => unpackFrom(folder)).toThrow(
    expect.objectContaining({ code: "NO_BROWSER", message: expect.stringContaining("tar fails on al2023") }),
  );
  expect(readdirSync(cache)).toEqual([]);
});
