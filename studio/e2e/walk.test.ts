import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Block, blocksOf } from "../../test/docs/blocks.ts";
import { makeWorld, type World } from "../../test/docs/world.ts";
import { clickNode, StudioRun } from "./harness.ts";
import { PLEA } from "./scene.ts";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = readFileSync(join(ROOT, "docs/studio.md"), "utf8");
const PAGES = 8;

/** The steps of the walk, as they are written in docs/studio.md. */
const STEPS = DOCUMENT.split(/^## /m)
  .find((part) => part.startsWith("From a bad page"))!
  .split(/^### \d\. /m)
  .slice(1);

let world: World;
let run: StudioRun;
let page: Page;
beforeAll(async () => {
  world = makeWorld();
});
afterAll(async () => {
  await run?.close();
  world?.close();
});

/** Runs a block of the document, and compares what it prints; in tests of documents npm only looks its scripts up. */
async function runBlock({ code, output }: Block): Promise<void> {
  const newsroom = `"${process.execPath}" "${join(ROOT, "test/newsroom/cli.ts")}"`;
  const command = code.replace("npm run newsroom --", newsroom);
  const { status, stdout, stderr } = await world.run("bash", ["-euo", "pipefail", "-c", command]);
  expect(status, stderr).toBe(0);
  if (output !== undefined) expect(stdout).toBe(output.code);
}

/** A person who follows a step: only what it names in bold is pressed or filled in, and only its keys are used. */
class Reader {
  readonly #names: Set<string>;
  readonly #keys: Set<string>;

  constructor(step: string) {
    const prose = step.replace(/^```[\s\S]*?^```/gm, "");
    this.#names = new Set([...prose.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name));
    this.#keys = new Set([...prose.matchAll(/`([a-z[]|Enter)`/g)].map(([, key = ""]) => key));
  }

  /** Something that the step names. */
  find(name: string, roles: readonly ("button" | "link" | "combobox" | "textbox")[]): Locator {
    if (!this.#names.delete(name)) throw new Error(`The step does not name ${name}, or it was used before.`);
    const [first, ...others] = roles.map((role) => page.getByRole(role, { name, exact: true }));
    return others.reduce((found, each) => found.or(each), first!).first();
  }

  async press(key: string): Promise<void> {
    if (!this.#keys.has(key) && !this.#used.has(key))
      throw new Error(`The step does not name the key ${key}.`);
    this.#keys.delete(key);
    this.#used.add(key);
    await page.keyboard.press(key);
  }

  readonly #used = new Set<string>();

  /** Everything that the step names was used. */
  end(): void {
    expect([...this.#names, ...this.#keys]).toEqual([]);
  }
}

/** Marks the plea of the page that is shown as noise. */
async function markPlea(reader: Reader): Promise<void> {
  const text = page.frameLocator("iframe.shown").getByText(PLEA);
  await text.waitFor({ state: "attached" });
  const paragraphs = await text.evaluate((element, plea) => {
    const around = element.parentElement?.textContent?.trim() ?? "";
    return around.startsWith(plea) ? (element.parentElement?.children.length ?? 1) : 1;
  }, PLEA);
  await clickNode(page, Number(await text.getAttribute("data-node")));
  await expect.poll(() => page.locator(".picked").textContent()).toContain(PLEA.slice(0, 20));
  if (paragraphs > 1) await reader.press("[");
  await reader.press("n");
}

test("the walk of the document leads from a bad page to a better extractor", async (context) => {
  const [bad = "", open = "", label = "", train = "", understand = ""] = STEPS;
  for (const block of blocksOf(bad)) await runBlock(block);

  const [serve] = blocksOf(open);
  const flags = Object.fromEntries(
    [...serve!.code.matchAll(/--(folder|store) (\S+)/g)].map(([, name, path]) => [
      name,
      join(world.folder, path!),
    ]),
  );
  run = await StudioRun.start({ folders: [flags.folder!], store: flags.store! });
  page = await run.visit(context, "/studio/", { name: "" });
  let reader = new Reader(open);
  expect(await reader.find("Folder", ["combobox", "textbox"]).inputValue()).toBe(flags.folder);
  await page
    .locator("form", { hasText: "A folder or labelled set" })
    .locator(reader.find("Open", ["button"]))
    .click();
  await page
    .locator(".page-row")
    .nth(PAGES - 1)
    .waitFor();
  reader.end();

  reader = new Reader(label);
  await reader.find("Label the next page", ["link"]).click();
  await reader.find("Your name", ["textbox"]).fill("ann");
  await reader.find("Start labelling", ["button"]).click();
  for (let done = 0; done < PAGES; done += 1) {
    const before = page.url();
    await page.locator(".outline[data-kind=headline]").first().waitFor();
    const title = await page.locator(".strip-title").textContent();
    await markPlea(reader);
    if (done === 0) {
      // Takes the last label back, and sets it again.
      await reader.press("u");
      await page.locator(".outline[data-kind=boilerplate]").first().waitFor({ state: "detached" });
      await reader.press("n");
    }
    await expect.poll(() => page.locator(".article-pane").textContent()).not.toContain(PLEA);
    await reader.press("Enter");
    await page.waitForURL((url) => url.href !== before);
    // The page before stays on the screen until the next one is there.
    await expect.poll(() => page.locator(".strip-title, .state h2").first().textContent()).not.toBe(title);
  }
  await page.getByRole("heading", { name: "Every page is done" }).waitFor();
  reader.end();

  reader = new Reader(train);
  await page
    .getByRole("main")
    .locator(reader.find("Train", ["link"]))
    .click();
  await reader.find("Train on 8 pages", ["button"]).click();
  await page.locator(".method[data-best=true]").waitFor({ timeout: 120_000 });
  await reader.press("k");
  await page.locator(".kept-model").waitFor();
  reader.end();
  for (const block of blocksOf(train)) await runBlock(block);

  const trained = page.url();
  reader = new Reader(understand);
  await page
    .getByRole("navigation")
    .locator(reader.find("Pages", ["link"]))
    .click();
  await page
    .getByRole("main")
    .locator(reader.find("Compare", ["link"]))
    .first()
    .click();
  await page.locator(".leaf-row").first().waitFor();
  await reader.press("x");
  await reader.find("Why this text?", ["link"]).click();
  await page.locator(".weights, .leaf-panel").first().waitFor();
  await page.goto(trained);
  await page.locator(".kept-model").waitFor();
  expect(
    await page
      .getByRole("navigation")
      .locator(reader.find("Train", ["link"]))
      .getAttribute("aria-current"),
  ).toBe("page");
  await reader.press("u");
  await page.locator(".kept-model").waitFor({ state: "detached" });
  reader.end();
});
