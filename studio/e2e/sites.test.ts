import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Segment, SiteView } from "../../src/server/studio/contract.ts";
import { NewsWeb } from "../../test/newsroom/index.ts";
import { ask, StudioRun } from "./harness.ts";

/** The second site of a web is the one that is redesigned. */
const SITE = "paper-2.localhost";

let run: StudioRun;
let folder: string;
let store: string;
let web: NewsWeb;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-library-"));
  store = join(folder, "library.db");
  web = await NewsWeb.start({ sites: 2, storiesADay: 8, days: 2, seed: 2, redesignDay: 1, isRough: false });
  run = await StudioRun.start({ store });
});
afterAll(async () => {
  await run?.close();
  await web?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => expect(run.takeFaults()).toEqual([]));

/** Collects what the site has today, with its pages. */
async function collect(): Promise<void> {
  const flags = "--allow-private --delay 0 --keep-raw --quiet --store".split(" ");
  await run.galley(["collect", `${web.origins[1]}/`, ...flags, store]);
}

/** Shows another view of the site. */
async function choose(page: Page, name: string): Promise<void> {
  await page.locator(".segmented label", { hasText: name }).click();
}

describe("sites", () => {
  test("an empty library says where sites come from", async (context) => {
    const page = await run.visit(context, "/studio/sites");
    await page.getByRole("heading", { name: "No site is known yet" }).waitFor();
    await page.getByRole("link", { name: "Back to the start" }).waitFor();
    await page.goto(`${run.origin}/studio/sites/nowhere.example`);
    await page.getByText("Code NOT_FOUND").waitFor();
  });

  test("a collected site is mined: taxonomy as tree and graph, template, items, segments on the page", async (context) => {
    await collect();
    const page = await run.visit(context, "/studio/");
    await ask(page, "POST", "/sets", { kind: "library", domain: SITE });
    await page.goto(`${run.origin}/studio/sites`);
    await page.getByRole("link", { name: SITE }).click();
    await page.getByRole("heading", { name: "No taxonomy yet" }).waitFor();
    await choose(page, "Template");
    await page.getByRole("heading", { name: "No template yet" }).waitFor();
    await page.goto(`${run.origin}/studio/sites`);
    await page.getByRole("button", { name: "Mine them" }).click();
    await page.getByText(`Done: what was found is kept for ${SITE}.`).waitFor({ timeout: 120_000 });
    await page.reload();
    await page.locator(".notice").getByRole("link", { name: SITE }).click();

    await page.locator(".branches li").first().waitFor();
    const site = await ask<SiteView>(page, "GET", `/sites/${SITE}`);
    expect(await page.locator(".branches li").count()).toBe(site.taxonomy.length);
    expect(await page.locator(".graph circle").count()).toBe(site.taxonomy.length);
    expect(await page.locator(".graph .edge").count()).toBe(
      site.taxonomy.filter(({ parent }) => parent !== null).length,
    );
    await choose(page, "Template");
    await expect.poll(() => page.locator(".figures tbody tr").count()).toBe(site.template.length);
    expect(await page.locator(".figures").textContent()).toContain(site.template[0]?.path);
    await choose(page, "Items");
    await expect.poll(() => page.locator(".items li").count()).toBe(8);
    await choose(page, "Segments");
    await page.getByRole("button", { name: "Open its pages" }).click();
    await page.locator(".outline[data-kind=segment]").first().waitFor();
    const { set, page: shown } = Object.fromEntries(new URL(page.url()).searchParams);
    const segments = await ask<readonly Segment[]>(
      page,
      "GET",
      `/sets/${set}/pages/${encodeURIComponent(shown ?? "")}/segments`,
    );
    expect(await page.locator(".segment-list li").count()).toBe(segments.length);
    const rows = page.locator(".segment-list button");
    await rows.nth(4).click();
    const picked = page.locator(".outline[data-kind=picked]");
    const box = await picked.boundingBox();
    if (box === null) throw new Error("The segment has no box.");
    await rows.first().click();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    // The innermost segment there: the same, or a part of it.
    await expect.poll(() => rows.first().getAttribute("aria-current")).toBeNull();
    const inner = await picked.boundingBox();
    expect(inner?.width).toBeLessThanOrEqual(box.width + 1);
    expect(inner?.height).toBeLessThanOrEqual(box.height + 1);
    await page.reload();
    await page.locator(".outline[data-kind=segment]").first().waitFor();
  });

  test("a new layout is warned of, with the two pages that differ side by side", async (context) => {
    web.day = 1;
    await collect();
    const page = await run.visit(context, `/studio/sites/${SITE}`);
    await page.getByText("The layout seems to have changed.").waitFor();
    expect(await page.locator(".notice").textContent()).toMatch(/\d+ of the last \d+ pages do not fit/);
    await page.getByRole("link", { name: "See the two pages side by side." }).click();
    await page.locator("iframe.shown").nth(1).waitFor();
    expect(await page.locator(".two-pages h2").allTextContents()).toEqual([
      "does not fit the profile",
      "fits the profile",
    ]);
    const [left, right] = await page.locator(".two-pages-frame").evaluateAll((frames) =>
      frames.map((frame) => {
        const { x, width } = frame.getBoundingClientRect();
        return { x, end: x + width };
      }),
    );
    expect(right?.x).toBeGreaterThanOrEqual(left?.end ?? Infinity);
    await page.reload();
    await page.locator("iframe.shown").nth(1).waitFor();
    await page.locator(".two-pages").getByRole("link", { name: "Compare" }).first().click();
    await page.locator(".extractor .judged").first().waitFor();
  });
});
