import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { loadedAhead, openSet, StudioRun, saved, setOf } from "./harness.ts";
import { readLabels, writePages } from "./pages.ts";

let run: StudioRun;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-pages-"));
  writePages(folder, { articles: 6 });
  run = await StudioRun.start({ folders: [folder] });
});
afterAll(async () => {
  await run?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => expect(run.takeFaults()).toEqual([]));

/** Opens the first page of the folder for labelling. */
async function openFolder(page: Page): Promise<void> {
  const set = await openSet(page, folder);
  await page.goto(`${run.origin}/studio/label/${set}`);
  await page.locator(".outline[data-kind=body]").first().waitFor();
}

const outlines = (page: Page, role: string) => page.locator(`.outline[data-kind=${role}]`);
const pageOf = (page: Page): string => decodeURIComponent(new URL(page.url()).pathname.split("/")[4] ?? "");

describe("opening and labelling", () => {
  test("an empty start explains itself, and opens three sample pages", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "" });
    await page.getByRole("heading", { name: "Nothing is open yet" }).waitFor();
    await page.getByRole("button", { name: "Open the sample pages" }).click();
    await page.locator(".page-row").nth(2).waitFor();
    expect(await page.locator(".page-row").count()).toBe(3);
    await page.getByRole("link", { name: "Galley", exact: true }).click();
    await page
      .getByRole("link", { name: "Label Sample" })
      .or(page.locator(".set-row .button"))
      .first()
      .waitFor();
    await page.goBack();
    await page.locator(".page-row").first().waitFor();
  });

  test("a dropped file is a set, and a file that is no page is told", async (context) => {
    const page = await run.visit(context, "/studio/");
    await page.locator(".drop").waitFor();
    const drop = (name: string, html: string) =>
      page.locator(".drop").evaluate(
        (zone, given) => {
          const data = new DataTransfer();
          // Letters of one byte each, which windows-1252 and UTF-8 read alike or not.
          data.items.add(new File([Uint8Array.from(given.html, (one) => one.charCodeAt(0))], given.name));
          zone.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        },
        { name, html },
      );
    await drop("notes.txt", "no page");
    await page.getByText("None of these files is an HTML page.").first().waitFor();
    await drop(
      "story.html",
      "<title>A dropped page</title><h1>A dropped page</h1><p>With some text in it.</p>",
    );
    await page.locator(".page-row").waitFor();
    expect(await page.locator("h1").textContent()).toBe("story.html");
    await page.goto(`${run.origin}/studio/`);
    await page.locator(".drop").waitFor();
    await drop(
      "old.html",
      '<meta charset="windows-1252"><title>Caf\xe9 reopens</title><h1>Caf\xe9 reopens</h1><p>\x93It smells of coffee\x94, they say.</p>',
    );
    await page.locator(".page-row a").first().click();
    await page.frameLocator("iframe.shown").getByText("“It smells of coffee”").waitFor();
    await page
      .locator(".tree-row", { hasText: "Café reopens" })
      .or(page.getByRole("heading", { name: "Café reopens" }))
      .first()
      .waitFor();
  });

  test("asks for a name once, and then shows the guess of the first page", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "" });
    await page.getByRole("combobox", { name: "Folder" }).fill(folder);
    await page
      .locator("form", { hasText: "A folder or labelled set" })
      .getByRole("button", { name: "Open" })
      .click();
    await page.getByRole("link", { name: "Label the next page" }).click();
    await page.getByLabel("Your name").fill("/");
    await page.keyboard.press("Enter");
    await page.getByText("Type up to 40 letters").waitFor();
    await page.getByLabel("Your name").fill("Eve Low");
    await page.keyboard.press("Enter");
    await outlines(page, "headline").waitFor();
    await outlines(page, "body").first().waitFor();
    expect(await page.getByRole("button", { name: "Labels by Eve-Low" }).count()).toBe(1);
  });

  test("draws the title with red dots and the body with black dashes", async (context) => {
    const page = await run.visit(context, "/studio/");
    await openFolder(page);
    const line = (role: string) =>
      outlines(page, role)
        .first()
        .evaluate((box) => {
          const { borderTopStyle, borderTopColor } = getComputedStyle(box, "::after");
          return `${borderTopStyle} ${borderTopColor}`;
        });
    expect(await line("headline")).toBe("dotted rgb(196, 39, 27)");
    expect(await line("body")).toBe("dashed rgb(0, 0, 0)");
  });

  test("one key confirms a right guess, and the next page is there", async (context) => {
    const page = await run.visit(context, "/studio/");
    await openFolder(page);
    const first = pageOf(page);
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => !location.pathname.endsWith(encodeURIComponent(before)), first);
    await saved(page);
    await expect.poll(() => readLabels(folder, "ann").get(first)).toMatchObject({ by: "ann" });
    const line = readLabels(folder, "ann").get(first);
    expect(line?.labels.map(({ role }) => role)).toEqual(expect.arrayContaining(["headline", "body"]));
  });

  test("the next two pages are loaded ahead, also where the order has changed since the page was", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "ahead" });
    await page.route(/\/pages\/[^/]+\?by=ahead$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), next: [] } });
    });
    await openFolder(page);
    await loadedAhead(page);
  });

  test("every key does what it says, and each change is saved and can be undone", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "keys" });
    await openFolder(page);
    const id = pageOf(page);
    const labels = () => readLabels(folder, "keys").get(id)?.labels ?? [];
    await page.keyboard.press("ArrowDown");
    const picked = () => page.locator(".tree-row[aria-selected=true]").getAttribute("id");
    await page.keyboard.press("ArrowLeft");
    const parent = await picked();
    await page.keyboard.press("ArrowRight");
    expect(await picked()).not.toBe(parent);
    await page.keyboard.press("[");
    const wide = await picked();
    await page.keyboard.press("]");
    expect(await picked()).not.toBe(wide);
    for (const [key, role] of Object.entries({
      t: "headline",
      b: "body",
      y: "byline",
      d: "date",
      c: "caption",
      n: "boilerplate",
    })) {
      const node = Number((await picked())?.slice("row-".length));
      await page.keyboard.press(key);
      await saved(page);
      expect(labels(), key).toContainEqual(expect.objectContaining({ node, role }));
    }
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("u");
    await saved(page);
    const guess = await page.locator(".strip-status").textContent();
    expect(guess).toContain("Pre-filled");
    await page.keyboard.press("u");
    await page.getByText("There is nothing to undo.").waitFor({ state: "attached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.keyboard.press("s");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("2");
    await page.waitForFunction((before) => !location.pathname.endsWith(encodeURIComponent(before)), id);
    await saved(page);
    await page.keyboard.press("u");
    await page.waitForFunction((before) => location.pathname.endsWith(encodeURIComponent(before)), id);
  });

  test("a click picks what is pointed at, and a pointed node can be labelled by key alone", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "mouse" });
    await openFolder(page);
    const box = await outlines(page, "headline").first().boundingBox();
    if (box === null) throw new Error("The title has no box.");
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await outlines(page, "hovered").waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await outlines(page, "picked").waitFor();
    expect(await page.locator(".picked code").textContent()).toBe("h1");
    await page.keyboard.press("n");
    await saved(page);
    const line = readLabels(folder, "mouse").get(pageOf(page));
    expect(line?.labels.filter(({ role }) => role === "headline")).toEqual([]);
  });

  test("a reload shows what was there, and the address can be shared", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "share" });
    await openFolder(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("c");
    await saved(page);
    await page.reload();
    await outlines(page, "caption").first().waitFor();
    const other = await run.visit(context, new URL(page.url()).pathname, { name: "share" });
    await outlines(other, "caption").first().waitFor();
  });

  test("two people: agreement by field, conflicts side by side, one key to settle", async (context) => {
    const first = await run.visit(context, "/studio/", { name: "ada" });
    await openFolder(first);
    const id = pageOf(first);
    const set = setOf(first);
    await first.keyboard.press("Enter");
    await saved(first);
    const second = await run.visit(context, `/studio/label/${set}/${encodeURIComponent(id)}`, {
      name: "bob",
    });
    await outlines(second, "body").first().waitFor();
    await second.keyboard.press("ArrowDown");
    await second.keyboard.press("]");
    await second.keyboard.press("b");
    await second.keyboard.press("Enter");
    await saved(second);
    await second.goto(`${run.origin}/studio/agree/${set}?a=ada&b=bob`);
    await second.getByRole("heading", { name: "1 conflict" }).waitFor();
    expect(await second.locator(".figures tbody tr").count()).toBeGreaterThan(1);
    await second.getByRole("link", { name: "Settle" }).click();
    await second.locator(".conflict").waitFor();
    expect(await second.locator(".sides tbody tr").count()).toBeGreaterThan(0);
    await second.keyboard.press("2");
    await second.locator(".conflict").waitFor({ state: "detached" });
    await saved(second);
    const ada = readLabels(folder, "ada").get(id);
    await expect
      .poll(() => readLabels(folder, "settled").get(id)?.labels, { timeout: 20_000 })
      .toEqual(ada?.labels);
  });
});
