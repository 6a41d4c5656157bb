import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { findBrowsers, startChromium, unpackFrom } from "./chromium.ts";

test("a browser that is named and not there is NO_BROWSER", async () => {
  const missing = startChromium({ executablePath: "/no/such/chromium" });
  await expect(missing).rejects.toMatchObject({
    code: "NO_BROWSER",
    message: "No Chromium starts: /no/such/chromium is not a program.",
  });
});

test.skipIf(process.platform === "win32")(
  "a browser that ends at once is NO_BROWSER, with what it said (needs a shell)",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "galley-start-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const executablePath = join(folder, "chromium");
    writeFileSync(executablePath, "#!/bin/sh\necho 'A library is missing' >&2\nexit 127\n");
    chmodSync(executablePath, 0o755);
    await expect(startChromium({ executablePath })).rejects.toMatchObject({
      code: "NO_BROWSER",
      message: `No Chromium starts: ${executablePath}: A library is missing.`,
    });
  },
);

describe("findBrowsers", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("a browser that is named is the only one, by an option before the environment", () => {
    vi.stubEnv("CHROME_PATH", "/opt/quay/chrome");
    expect([...findBrowsers()].map(({ path }) => path)).toEqual(["/opt/quay/chrome"]);
    expect([...findBrowsers("/opt/tide/chrome")].map(({ path }) => path)).toEqual(["/opt/tide/chrome"]);
  });

  test.skipIf(process.platform === "win32")(
    "browsers of the system are found by their names, the headless shell first (needs file modes)",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "galley-find-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      for (const name of ["google-chrome", "chromium-headless-shell", "chromium"]) {
        writeFileSync(join(folder, name), "");
        chmodSync(join(folder, name), name === "chromium" ? 0o644 : 0o755);
      }
      vi.stubEnv("CHROME_PATH", "");
      vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
      const found = [...findBrowsers()].filter(({ path }) => path.startsWith(folder));
      expect(found.map(({ name }) => name)).toEqual(["chromium-headless-shell", "google-chrome"]);
    },
  );

  test.skipIf(process.platform !== "linux" || process.arch !== "x64")(
    "the browser that npm brought comes before the system's, once more with libraries of its own (needs Linux on x64)",
    () => {
      vi.stubEnv("CHROME_PATH", "");
      const found = [...findBrowsers()].slice(0, 2);
      expect(found.map(({ name }) => name)).toEqual(["@sparticuz/chromium", "@sparticuz/chromium"]);
      expect(found.map(({ libraries }) => libraries !== undefined)).toEqual([false, true]);
    },
  );
});

describe("the bundled Chromium", () => {
  /** The end of an archive and nothing before it. */
  const EMPTY_TAR = Buffer.alloc(1024);

  /** A package in the shape of the one that carries a browser; the folder that it unpacks below goes with the test. */
  function makePackage(archive: Buffer): { readonly folder: string; readonly cache: string } {
    const top = mkdtempSync(join(tmpdir(), "galley-bundled-"));
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

  test("a browser whose libraries cannot be unpacked is NO_BROWSER, and nothing is left of it", () => {
    const { folder, cache } = makePackage(Buffer.from("no archive"));
    expect(() => unpackFrom(folder)).toThrow(
      expect.objectContaining({
        code: "NO_BROWSER",
        message: expect.stringContaining("tar fails on al2023"),
      }),
    );
    expect(readdirSync(cache)).toEqual([]);
  });
});
