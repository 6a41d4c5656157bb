import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Comparison, LeafWhy, Why } from "../../src/server/studio/contract.ts";
import { ask, clickNode, openSet, StudioRun } from "./harness.ts";
import { writePages } from "./pages.ts";

/** How the plea begins that is below every story. */
const PLEA = "You have read this story without paying";

let run: StudioRun;
let folder: string;
let id: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-pages-"));
  id = writePages(folder, { articles: 2, hardCases: ["subscribe-plea"] })[0]?.id ?? "";
  run = await StudioRun.start({ folders: [folder] });
});
afterAll(async () => {
  await run?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => expect(run.takeFaults()).toEqual([]));

const at = (set: string): string => `/sets/${set}/pages/${encodeURIComponent(id)}`;
const query = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
/** The text that screen readers announce. */
const said = (page: Page) => page.locator("[data-said]").textContent();

/** The share of pixels of a canvas that are painted in a colour, given as red, green and blue of 255. */
function painted(canvas: Locator, colour: readonly [number, number, number]): Promise<number> {
  return canvas.evaluate((element, [red, green, blue]) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error("No canvas.");
    const { data } = element.getContext("2d")?.getImageData(0, 0, element.width, element.height) ?? {
      data: [],
    };
    let count = 0;
    for (let pixel = 0; pixel < data.length; pixel += 4) {
      const near = (channel: number, wanted: number) => Math.abs((data[pixel + channel] ?? 0) - wanted) < 24;
      if ((data[pixel + 3] ?? 0) > 0 && near(0, red) && near(1, green) && near(2, blue)) count += 1;
    }
    return count / (data.length / 4);
  }, colour);
}

const KEPT = [29, 87, 176] as const;
const DIFFERS = [150, 30, 150] as const;
const DROPPED = [190, 90, 10] as const;

describe("compare", () => {
  test("shows metrics and time of two to four extractors, and adds and removes them", async (context) => {
    const page = await run.visit(context, "/studio/");
    const set = await openSet(page, folder);
    await page.goto(`${run.origin}/studio/compare/${set}/${encodeURIComponent(id)}`);
    await page.locator(".extractor").nth(1).waitFor();
    const { judged } = await ask<Comparison>(page, "GET", `${at(set)}/compare?extractors=fused,econ`);
    const fused = page.locator(".extractor").first();
    const f1 = judged[0]?.metrics?.f1.toFixed(3).replace(/^0/, "");
    expect(await fused.textContent()).toContain(`F1 ${f1}`);
    expect(await fused.textContent()).toMatch(/P .+R .+ words.+ ms/);
    const add = page.getByRole("button", { name: "Add an extractor" });
    await add.click();
    await add.click();
    await page.locator(".extractor").nth(3).waitFor();
    await add.waitFor({ state: "detached" });
    expect(query(page).get("e")?.split(",")).toHaveLength(4);
    await page.reload();
    await page.locator(".extractor .judged").nth(3).waitFor();
    await page
      .locator(".extractor")
      .last()
      .getByRole("button", { name: /^Remove/ })
      .click();
    await page
      .locator(".extractor")
      .last()
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect.poll(() => page.locator(".extractor").count()).toBe(2);
    expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
    await page.getByLabel("Extractor 2").selectOption("paragraphs");
    await expect.poll(() => query(page).get("e")).toBe("fused,paragraphs");
  });

  test("tints leaves by colour and by pattern: differences, or the scores of one extractor", async (context) => {
    const page = await run.visit(context, "/studio/");
    const set = await openSet(page, folder);
    await page.goto(`${run.origin}/studio/compare/${set}/${encodeURIComponent(id)}`);
    const canvas = page.locator("canvas.tints");
    await expect.poll(() => painted(canvas, DIFFERS)).toBeGreaterThan(0.001);
    expect(await painted(canvas, DROPPED)).toBe(0);
    await page.getByRole("radio", { name: "fused" }).check();
    await expect.poll(() => painted(canvas, DROPPED)).toBeGreaterThan(0.001);
    expect(await painted(canvas, KEPT)).toBeGreaterThan(0.001);
    expect(await painted(canvas, DIFFERS)).toBe(0);
    // A pattern paints some pixels of a leaf more strongly than its ground: colours need not be told apart.
    const strengths = await canvas.evaluate((element) => {
      const pen = (element as HTMLCanvasElement).getContext("2d");
      const { data } = pen?.getImageData(0, 0, 800, 400) ?? { data: [] };
      return new Set([...data].filter((_, at) => at % 4 === 3)).size;
    });
    expect(strengths).toBeGreaterThan(3);
    await page.getByText("Dropped", { exact: true }).first().waitFor();
  });

  test("only differences are listed and tinted, and x steps through them", async (context) => {
    const page = await run.visit(context, "/studio/");
    const set = await openSet(page, folder);
    await page.goto(`${run.origin}/studio/compare/${set}/${encodeURIComponent(id)}`);
    await page.locator(".leaf-row").first().waitFor();
    const { leaves, judged } = await ask<Comparison>(page, "GET", `${at(set)}/compare?extractors=fused,econ`);
    const different = leaves.flatMap((_, leaf) =>
      judged[0]?.kept[leaf] === judged[1]?.kept[leaf] ? [] : [leaf],
    );
    await page.getByText(`${different.length} of ${leaves.length} texts differ`).waitFor();
    const canvas = page.locator("canvas.tints");
    await expect.poll(() => painted(canvas, KEPT)).toBeGreaterThan(0);
    await page.getByRole("checkbox", { name: "Only differences" }).check();
    await expect.poll(() => painted(canvas, KEPT)).toBe(0);
    expect(await page.locator(".leaf-row[data-differs=false]").count()).toBe(0);
    await page.locator(".stage-scroll").focus();
    await page.keyboard.press("x");
    await expect.poll(() => query(page).get("leaf")).toBe(String(different[0]));
    expect(await said(page)).toMatch(/^Difference 1 of \d+: kept by econ, dropped by fused: /);
    await page.locator(".outline[data-kind=picked]").waitFor();
    await page.keyboard.press("x");
    await expect.poll(() => query(page).get("leaf")).toBe(String(different[1]));
    await page.keyboard.press("Shift+X");
    await page.keyboard.press("Shift+X");
    await expect.poll(() => query(page).get("leaf")).toBe(String(different.at(-1)));
    await page.getByRole("link", { name: "Why this text?" }).click();
    await page.locator(".leaf-panel").waitFor();
    expect(query(page).get("leaf")).toBe(String(leaves[different.at(-1) ?? 0]?.node));
    await page.goBack();
    await page.locator(".leaf-row[data-differs=true]").first().waitFor();
  });

  test("an extractor that fails is told with its code, and the others are compared", async (context) => {
    const page = await run.visit(context, "/studio/");
    const set = await openSet(page, folder);
    await page.route("**/compare?**", async (route) => {
      const answer = await route.fetch();
      const { judged, ...rest } = (await answer.json()) as Comparison;
      const failure = { code: "TIMEOUT", message: "It took too long." };
      await route.fulfill({ json: { ...rest, judged: judged.with(1, { ...judged[1]!, failure }) } });
    });
    await page.goto(`${run.origin}/studio/compare/${set}/${encodeURIComponent(id)}`);
    await page.getByText("It took too long. Code TIMEOUT").waitFor();
    await page.getByText(/^0 of \d+ texts differ$/).waitFor();
    expect(await page.getByRole("button", { name: "Next difference" }).isDisabled()).toBe(true);
  });
});

describe("why", () => {
  test("a click on a text tells who kept it, by which reason, score, features and path", async (context) => {
    const page = await run.visit(context, "/studio/");
    const set = await openSet(page, folder);
    const { leaves } = await ask<Why>(page, "GET", `${at(set)}/why?extractor=fused`);
    const plea = leaves.find(({ text }) => text.startsWith(PLEA));
    await page.goto(`${run.origin}/studio/why/${set}/${encodeURIComponent(id)}`);
    await page.getByText("Why is this here, or missing?").waitFor();
    await clickNode(page, plea?.element ?? 0);
    await page.locator(".weights").first().waitFor();
    const why = await ask<LeafWhy>(page, "GET", `${at(set)}/why/${plea?.node}?extractor=fused`);
    const panel = page.locator(".leaf-panel");
    expect(await panel.locator(".tag.kept").textContent()).toBe("Kept");
    expect(await panel.locator("h2").textContent()).toBe(why.reason);
    expect(await panel.textContent()).toContain(`Score ${why.score.toFixed(2)}`);
    expect(await panel.locator(".steps li strong").allTextContents()).toEqual(
      why.steps.map(({ name }) => name),
    );
    expect(await panel.locator(".path").textContent()).toBe(why.path);
    const [largest] = why.contributions;
    const bars = await panel.locator(".weights tr").evaluateAll((rows) =>
      rows.map((row) => ({
        name: row.querySelector("th")?.textContent ?? "",
        width: row.querySelector(".weight-bar span")?.getBoundingClientRect().width ?? 0,
      })),
    );
    expect(bars).toHaveLength(why.contributions.length);
    const widest = bars.toSorted((a, b) => b.width - a.width)[0];
    const strongest = why.contributions.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))[0];
    expect(largest).toBeDefined();
    expect(widest?.name).toContain(strongest?.feature);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => query(page).get("leaf")).not.toBe(String(plea?.node));
    expect(await said(page)).toMatch(/^(?:Kept|Dropped), /);
    await page.getByLabel("Extractor").selectOption("econ");
    await expect.poll(() => query(page).get("e")).toBe("econ");
  });

  test("a slider shows what another threshold would keep", async (context) => {
    const page = await run.visit(context, "/studio/");
    const set = await openSet(page, folder);
    await page.goto(`${run.origin}/studio/why/${set}/${encodeURIComponent(id)}`);
    await page.getByText(/^keeps \d+ of \d+ words$/).waitFor();
    const canvas = page.locator("canvas.tints");
    await expect.poll(() => painted(canvas, DROPPED)).toBeGreaterThan(0.001);
    const slider = page.getByRole("slider");
    await slider.press("Home");
    await page.getByText(/^\d+ words more, 0 words less$/).waitFor();
    await expect.poll(() => painted(canvas, DROPPED)).toBe(0);
    await slider.press("End");
    await page.getByText(/^0 words more, \d+ words less$/).waitFor();
    await page.getByRole("button", { name: /^Back to/ }).click();
    await page.getByText(/^keeps \d+ of \d+ words$/).waitFor();
  });

  test("copies a bug report: the smallest page that still shows it, without names and text", async (context) => {
    const page = await run.visit(context, "/studio/", { permissions: ["clipboard-read", "clipboard-write"] });
    const set = await openSet(page, folder);
    const { leaves } = await ask<Why>(page, "GET", `${at(set)}/why?extractor=fused`);
    const plea = leaves.find(({ text }) => text.startsWith(PLEA));
    await page.goto(`${run.origin}/studio/why/${set}/${encodeURIComponent(id)}?leaf=${plea?.node}`);
    await page.getByRole("button", { name: "Copy as bug report" }).click();
    const told = page.getByText(/nodes cut down to/);
    await told.waitFor();
    const [before, after] = (await told.textContent())?.match(/\d+/g)?.map(Number) ?? [];
    expect(after).toBeLessThan((before ?? 0) / 2);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.getByRole("textbox", { name: "Bug report" }).inputValue());
    expect(copied).toContain("fused");
    expect(copied).not.toContain(PLEA);
    await page.getByRole("checkbox", { name: "Replace names and text" }).uncheck();
    await page.getByRole("button", { name: "Copy as bug report" }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 20_000 })
      .toContain(PLEA);
    expect(readFileSync(join(folder, "index.jsonl"), "utf8")).toContain(id);
  });
});
