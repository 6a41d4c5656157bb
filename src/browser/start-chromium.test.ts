import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startChromium } from "./start-chromium.ts";

test("a browser that is named and not there is NO_BROWSER", async () => {
  const missing = startChromium({ executablePath: "/no/such/chromium" });
  await expect(missing).rejects.toMatchObject({
    code: "NO_BROWSER",
    message: "No Chromium starts: /no/such/chromium is no program.",
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
