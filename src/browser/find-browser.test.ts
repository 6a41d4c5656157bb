import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { findBrowsers } from "./find-browser.ts";

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
