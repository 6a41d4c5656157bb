import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ask, labelAll, openSet, StudioRun } from "./harness.ts";
import { writePages } from "./pages.ts";

/** How the plea begins that is below every story, and that the default extractor keeps. */
const PLEA = "You have read this story without paying";
const SITE = "harbour-courier-23.example";

let run: StudioRun;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-pages-"));
  writePages(folder, { articles: 8, hardCases: ["subscribe-plea"] });
  const store = join(folder, "library.db");
  run = await StudioRun.start({ folders: [folder], store });
});
afterAll(async () => {
  await run?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => expect(run.takeFaults()).toEqual([]));

const query = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
const hasFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement !== document.body);

/** The screen of a set whose pages are labelled. */
async function visitLabelled(page: Page, screen: string): Promise<string> {
  const set = await openSet(page, folder);
  const { progress } = await ask<{ progress: readonly unknown[] }>(page, "GET", `/sets/${set}`);
  if (progress.length === 0) await labelAll(page, set, "ann", PLEA);
  await page.goto(`${run.origin}/studio/${screen}/${set}`);
  return set;
}

describe("train", () => {
  test("says what to do without labels, and that too few of them teach nothing", async (context) => {
    const page = await run.visit(context, "/studio/");
    const few = join(folder, "few");
    writePages(few, { look: "wordpress-2014", articles: 2 });
    const set = await openSet(page, few);
    await page.goto(`${run.origin}/studio/train/${set}`);
    await page.getByRole("heading", { name: "Nothing to learn from yet" }).waitFor();
    expect(await page.getByRole("link", { name: "Label the next page" }).getAttribute("href")).toBe(
      `/studio/label/${set}`,
    );
    await labelAll(page, set, "ann");
    await page.reload();
    await page.getByRole("button", { name: "Train on 2 pages" }).click();
    const failed = page.locator(".state.failed");
    await failed.waitFor();
    expect(await failed.textContent()).toMatch(/label at least 3.*Code TOO_FEW_PAGES/);
    expect(await hasFocus(page)).toBe(true);
    await page.reload();
    await failed.waitFor();
  });

  test("shows progress, is found again by a reload, and can be cancelled", async (context) => {
    const page = await run.visit(context, "/studio/");
    await visitLabelled(page, "train");
    await page.getByRole("button", { name: "Train on 8 pages" }).press("Enter");
    await page.locator(".running .figure:not(:empty)").waitFor();
    expect(await hasFocus(page)).toBe(true);
    const job = query(page).get("job");
    await page.reload();
    await page.getByRole("button", { name: "Cancel" }).press("Enter");
    await page.getByText("It was cancelled. Start it again whenever you like.").waitFor();
    expect(query(page).get("job")).toBe(job);
    await expect.poll(() => hasFocus(page)).toBe(true);
    await expect.poll(() => page.locator("[data-said]").textContent()).toContain("Cancelled");
  });

  test("the best method is found, kept for the site, used by commands, and taken back by one key", async (context) => {
    const page = await run.visit(context, "/studio/");
    const set = await visitLabelled(page, "train");
    await page.getByRole("button", { name: "Train on 8 pages" }).click();
    // The default extractor, and three methods with their figures.
    await page.locator(".method").nth(2).waitFor({ timeout: 120_000 });
    const best = page.locator(".method[data-best=true]");
    expect(await best.locator("h2").textContent()).toContain("Template with labelled places");
    expect(await page.locator(".interval .figure").allTextContents()).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^[01]?\.\d{3} [01]?\.\d{3}–[01]?\.\d{3}$/)),
    );
    expect(await page.locator(".lead").last().textContent()).toMatch(/more pages .*would bring/i);
    expect(await page.locator(".chart").count()).toBe(2);
    const wrong = await page.locator(".method:has-text('mss-site') .wrong-pages .figure").allTextContents();
    expect(wrong.map(Number)).toEqual(wrong.map(Number).toSorted((a, b) => a - b));
    const link = page.locator(".wrong-pages a").first();
    expect(await link.getAttribute("href")).toContain(`/studio/compare/${set}/`);
    expect(await download(page, "Download model")).toContain('"template"');
    expect(await download(page, "Download card")).toContain("8 labelled pages");

    await best.getByRole("button", { name: "Keep for the site" }).focus();
    await page.keyboard.press("k");
    await page.getByRole("heading", { name: `template is kept for ${SITE}` }).waitFor();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await hasFocus(page)).toBe(true);
    const store = join(folder, "library.db");
    expect(await run.galley(["sources", "--sites", "--store", store])).toMatch(
      new RegExp(`^${SITE}\\tmodel`, "m"),
    );
    const stories = readFileSync(join(folder, "index.jsonl"), "utf8").trim().split("\n");
    const { htmlPath, url } = JSON.parse(stories.at(-1) ?? "");
    const file = join(folder, htmlPath);
    expect(await run.galley(["extract", file, "--url", url])).toContain(PLEA);
    expect(await run.galley(["extract", file, "--url", url, "--store", store])).not.toContain(PLEA);

    await page.keyboard.press("u");
    await page.locator(".kept-model").waitFor({ state: "detached" });
    await expect.poll(() => page.locator("[data-said]").textContent()).toContain("Taken back");
    expect(await run.galley(["extract", file, "--url", url, "--store", store])).toContain(PLEA);
  });
});

describe("evaluate", () => {
  test("measures extractors and two trained models, with paired intervals and the worst pages", async (context) => {
    const page = await run.visit(context, "/studio/");
    const set = await visitLabelled(page, "evaluate");
    await page.getByText("Choose what to compare, then start.").waitFor();
    const models = page.getByRole("group", { name: "Trained models" }).getByRole("checkbox");
    await models.first().check();
    await models.nth(1).check();
    await page.getByRole("button", { name: "Evaluate on 8 pages" }).click();
    await page.locator(".running progress").waitFor();
    const rows = page.locator(".figures").first().locator("tbody tr");
    await rows.nth(3).waitFor({ timeout: 120_000 });
    expect(await rows.locator("th").allTextContents()).toEqual([
      "fused",
      "econ",
      "wrapper (taught)",
      "template (taught)",
    ]);
    expect(await rows.first().locator(".interval").count()).toBe(5);
    expect(await rows.first().locator(".histogram").getAttribute("aria-label")).toMatch(
      /^Pages by F1 in tenths, fused: (?:\d+, ){9}\d+$/,
    );
    await page.getByRole("heading", { name: "Against fused, page by page" }).waitFor();
    const against = await page.locator(".differences li").allTextContents();
    expect(against).toEqual([
      expect.stringMatching(/^econ−\.\d{3} \(−\.\d{3} to −\.\d{3}\)worse$/),
      expect.stringMatching(/^wrapper/),
      expect.stringMatching(/^template \(taught\)\+\.\d{3} \([+−]?\.\d{3} to \+\.\d{3}\)/),
    ]);
    await page.reload();
    await rows.nth(3).waitFor();
    await page.getByRole("heading", { name: "Worst pages" }).waitFor();
    await page.locator(".figures").last().getByRole("link").first().click();
    await page.locator(".extractor .judged").nth(1).waitFor();
    expect(new URL(page.url()).pathname).toContain(`/studio/compare/${set}/`);
    await page.goBack();
    await rows.nth(3).waitFor();
  });
});

/** The text of the file that a link gives. */
async function download(page: Page, name: string): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.locator(".method[data-best=true]").getByRole("link", { name }).click();
  return readFileSync(await (await waiting).path(), "utf8");
}
