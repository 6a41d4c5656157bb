import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { loadedAhead, openSet, StudioRun, saved } from "./harness.ts";
import { readLabels, writePages } from "./pages.ts";

let run: StudioRun;
let folder: string;
/** Counts what reaches it: nothing should. */
let trap: Server;
let trapped: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-pages-"));
  writePages(folder, { articles: 5 });
  trap = createServer((request, response) => {
    trapped.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
  run = await StudioRun.start({ folders: [folder] });
});
afterAll(async () => {
  await run?.close();
  trap?.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => run.startServer());

const pageOf = (page: Page): string => decodeURIComponent(new URL(page.url()).pathname.split("/")[4] ?? "");

describe("what goes wrong", () => {
  test("a server that is gone in the middle loses nothing: a banner, and saved when it is back", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "gone" });
    const set = await openSet(page, folder);
    await page.goto(`${run.origin}/studio/label/${set}`);
    await page.locator(".outline[data-kind=body]").first().waitFor();
    const first = pageOf(page);
    await loadedAhead(page);
    await run.killServer();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("c");
    await page.getByText("The server does not answer.").waitFor();
    await page.keyboard.press("Enter");
    // The next page was loaded ahead: labelling goes on without the server.
    await page.waitForFunction((before) => !location.pathname.endsWith(encodeURIComponent(before)), first);
    await page.locator(".outline[data-kind=body]").first().waitFor();
    await page.keyboard.press("Enter");
    expect(await page.locator(".banner").textContent()).toContain("not saved yet");
    await run.startServer();
    await page.locator(".banner").waitFor({ state: "detached" });
    // The banner goes with the first answer; the other page may still be on its way.
    await expect.poll(() => labelsOf("gone"), { timeout: 20_000 }).toContain(first);
    expect(
      readLabels(folder, "gone")
        .get(first)
        ?.labels.some(({ role }) => role === "caption"),
    ).toBe(true);
  });

  test("a page that cannot be drawn says so, and what to do", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "undrawn" });
    const set = await openSet(page, folder);
    // As every failure is sent: closed to the studio.
    const failed = { status: 500, headers: { "content-security-policy": "sandbox" }, body: "{}" };
    await page.route("**/studio/frame/**", (route) => route.fulfill(failed));
    await page.goto(`${run.origin}/studio/label/${set}`);
    await page.getByRole("alert").filter({ hasText: "could not be drawn" }).waitFor();
  });

  test("a tab that was closed while the server was away saves when the studio is opened again", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "closed" });
    const set = await openSet(page, folder);
    await page.goto(`${run.origin}/studio/label/${set}`);
    await page.locator(".outline[data-kind=body]").first().waitFor();
    const first = pageOf(page);
    await run.killServer();
    await page.keyboard.press("Enter");
    await page.locator(".banner").waitFor();
    await page.close({ runBeforeUnload: false });
    await run.startServer();
    const again = await page.context().newPage();
    await again.goto(`${run.origin}/studio/`);
    await expect.poll(() => labelsOf("closed"), { timeout: 20_000 }).toContain(first);
  });

  test("two tabs on one set: the second sees changes, and never overwrites", async (context) => {
    const first = await run.visit(context, "/studio/", { name: "tabs" });
    const set = await openSet(first, folder);
    await first.goto(`${run.origin}/studio/label/${set}`);
    await first.locator(".outline[data-kind=body]").first().waitFor();
    const second = await first.context().newPage();
    await second.goto(first.url());
    await second.locator(".outline[data-kind=body]").first().waitFor();
    await first.keyboard.press("ArrowDown");
    await first.keyboard.press("c");
    await saved(first);
    await second.locator(".outline[data-kind=caption]").first().waitFor();
    // A third tab, in another browser, learns of it only when it saves itself.
    const third = await run.visit(context, new URL(first.url()).pathname, { name: "tabs" });
    await third.locator(".outline[data-kind=caption]").first().waitFor();
    await first.keyboard.press("d");
    await saved(first);
    const before = readLabels(folder, "tabs").get(pageOf(first))?.labels;
    await third.keyboard.press("ArrowDown");
    await third.keyboard.press("y");
    await third.getByText("These labels were changed in another tab").waitFor();
    expect(readLabels(folder, "tabs").get(pageOf(first))?.labels).toEqual(before);
    await third.keyboard.press("2");
    await third.locator(".conflict").waitFor({ state: "detached" });
    await third.locator(".outline[data-kind=date]").first().waitFor();
    expect(readLabels(folder, "tabs").get(pageOf(first))?.labels).toEqual(before);
  });

  test("a damaged line is shown with its number, and the rest works", async (context) => {
    const damaged = mkdtempSync(join(folder, "damaged-"));
    writePages(damaged, { articles: 2, seed: 5 });
    appendFileSync(join(damaged, "index.jsonl"), '{"id": "cut off');
    const page = await run.visit(context, "/studio/");
    const set = await openSet(page, damaged);
    await page.goto(`${run.origin}/studio/set/${set}`);
    await page.getByText("index.jsonl, line 3").waitFor();
    await page.locator(".page-row").nth(1).waitFor();
    expect(await page.locator(".page-row").count()).toBe(2);
    await page.getByRole("link", { name: "Label the next page" }).click();
    await page.locator(".outline[data-kind=body]").first().waitFor();
  });

  test("labels that the disk has no room for are told, kept, and saved when it has", async (context) => {
    const page = await run.visit(context, "/studio/", { name: "full" });
    const set = await openSet(page, folder);
    const error = { code: "DISK_FULL", message: "No space is left on the disk.", help: "Free some space." };
    await page.route("**/labels", (route) => route.fulfill({ status: 507, json: { error } }));
    await page.goto(`${run.origin}/studio/label/${set}`);
    await page.locator(".outline[data-kind=body]").first().waitFor();
    const id = pageOf(page);
    await page.keyboard.press("Enter");
    await page.getByText("Labels cannot be saved: No space is left on the disk.").waitFor();
    expect(await page.locator(".banner strong").textContent()).toBe("1 page is not saved yet");
    expect(labelsOf("full")).toEqual([]);
    await page.getByRole("button", { name: "Save now" }).waitFor();
    await page.unroute("**/labels");
    // It retries by itself, perhaps before the button can be pressed.
    await page.locator(".banner").waitFor({ state: "detached" });
    expect(labelsOf("full")).toEqual([id]);
  });

  test("a page that cannot be shown is told with its code, and the next one opens", async (context) => {
    const broken = mkdtempSync(join(folder, "broken-"));
    const [first] = writePages(broken, { articles: 2, seed: 7 });
    rmSync(join(broken, `html/${first?.id}.html`));
    const page = await run.visit(context, "/studio/", { name: "broken" });
    const set = await openSet(page, broken);
    await page.goto(`${run.origin}/studio/label/${set}/${encodeURIComponent(first?.id ?? "")}`);
    const alert = page.getByRole("alert");
    await alert.getByText("Code BAD_SET").waitFor();
    await alert.getByRole("button", { name: "Next page" }).click();
    await page.locator(".outline[data-kind=body]").first().waitFor();
    await page.keyboard.press("Enter");
    // The page that cannot be shown is still open, and does not come back.
    await page.getByRole("heading", { name: "Every page is done" }).waitFor();
  });

  test("a page that is not there says so, and what to do", async (context) => {
    const page = await run.visit(context, "/studio/label/no-such-set/no-such-page");
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/Code [A-Z_]+/);
    await page.getByRole("link", { name: "Back to the start" }).click();
    await page.locator(".open").waitFor();
  });
});

/** A page that tries everything to run, to load, to cover and to leave. */
function hostilePage(address: string): string {
  const out = `${address}/out`;
  return `<!doctype html><html><head><title>Hostile</title><base href="${out}/base/">
<meta http-equiv="refresh" content="0;url=${out}/refresh"><meta http-equiv="Content-Security-Policy" content="script-src *">
<link rel="stylesheet" href="${out}/style.css"><link rel="prefetch" href="${out}/prefetch"><link rel="icon" href="${out}/icon">
<style>@import "${out}/import.css"; @font-face{font-family:x;src:url(${out}/font)} body{background:url(${out}/background);font-family:x;pointer-events:none!important;overflow:hidden!important}
p{background:u\\72l(${out}/escaped)} .cover{position:fixed;inset:0;z-index:2147483647;background:#000c} a[href^=h]{background:image-set("${out}/set" 1x)}</style>
<script>parent.document.title="owned"; fetch("${out}/script")</script></head>
<body onload="fetch('${out}/onload')"><div class="cover">Cover</div>
<h1 onclick="parent.location='${out}/click'">A hostile page about the harbour</h1>
<p>The ferry to the island did not leave this morning, as the captain had slept too long in his cabin, people on the quay said.</p>
<p>Nobody knows when the next one goes; the company promised an answer before the weekend, and then said nothing for two days.</p>
<img src="${out}/img" srcset="${out}/srcset 2x" onerror="parent.document.title='owned'"><video src="${out}/video" poster="${out}/poster" autoplay></video>
<iframe src="${out}/frame"></iframe><iframe srcdoc="<script>parent.parent.document.title='owned'</script>"></iframe><object data="${out}/object"></object><embed src="${out}/embed">
<form action="${out}/form"><input name="q" value="1" autofocus><button>Send</button></form><a href="javascript:parent.document.title='owned'" download>Link</a>
<svg><script>parent.document.title="owned"</script><image href="${out}/svg"/><use href="${out}/use#a"/><foreignObject><img src="${out}/foreign"></foreignObject></svg>
<math><mtext><img src=x onerror="parent.document.title='owned'"></mtext></math></iframe><script>for(;;)parent.postMessage("flood","*")</script>
<template><img src="${out}/template"></template><noscript><img src="${out}/noscript"></noscript><dialog open>Dialog</dialog></body></html>`;
}

test("a hostile page runs nothing, loads nothing, covers nothing, and leaves the studio as it was", async (context) => {
  const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  const hostile = mkdtempSync(join(folder, "hostile-"));
  mkdirSync(hostile, { recursive: true });
  writeFileSync(join(hostile, "hostile.html"), hostilePage(address));
  const page = await run.visit(context, "/studio/", { name: "safe", watch: false });
  const set = await openSet(page, hostile);
  trapped = [];
  let downloads = 0;
  page.on("download", () => {
    downloads += 1;
  });
  page.on("dialog", (dialog) => {
    trapped.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${run.origin}/studio/label/${set}`);
  await page.locator(".outline[data-kind=headline]").first().waitFor();
  const frame = page.locator(".frames iframe.shown");
  expect(await frame.getAttribute("sandbox")).toBe("allow-same-origin");
  // Below the cover, the title is what is pointed at.
  const box = await page.locator(".outline[data-kind=headline]").first().boundingBox();
  if (box === null) throw new Error("The title has no box.");
  await page.mouse.click(box.x + 30, box.y + box.height / 2);
  expect(await page.locator(".picked code").textContent()).toBe("h1");
  for (const screen of ["label", "compare", "why"]) {
    await page.goto(`${run.origin}/studio/${screen}/${set}/hostile.html`);
    await page.locator(".frames iframe.shown, .state.failed").first().waitFor();
  }
  expect(await page.title()).not.toContain("owned");
  expect(new URL(page.url()).origin).toBe(run.origin);
  expect(downloads).toBe(0);
  expect(trapped).toEqual([]);
});

function labelsOf(name: string): readonly string[] {
  try {
    return [...readLabels(folder, name).keys()];
  } catch {
    return [];
  }
}
