import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../src/fetch/loopback.testing.ts";
import { launchBrowser } from "./browser.ts";

test.skipIf(process.env.CHROME_PATH || process.platform !== "linux" || process.arch !== "x64")(
  "the browser of the tests is the one that npm brings (needs Linux on x64, and CHROME_PATH unset)",
  async () => {
    const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    expect(browser.version().split(".")[0]).toBe(devDependencies["@sparticuz/chromium"].split(".")[0]);
  },
);

test("a browser starts, loads a page from loopback and reaches nothing else", async () => {
  const { origin } = await serve((_, response) => response.end("<title>Harbour</title>"));
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  expect(await page.title()).toBe("Harbour");
  await expect(page.goto("http://example.org/")).rejects.toThrow("ERR_NAME_NOT_RESOLVED");
  await expect(page.goto("http://192.0.2.1/")).rejects.toThrow("ERR_NAME_NOT_RESOLVED");
});
