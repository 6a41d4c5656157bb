import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFaults, loadAxe, type StudioRun } from "./harness.ts";
import { type Scene, setScene } from "./scene.ts";
import { type Shown, screensOf } from "./screens.ts";

let scene: Scene;
let run: StudioRun;
let screens: Readonly<Record<string, Shown>>;
beforeAll(async () => {
  scene = await setScene();
  ({ run } = scene);
  screens = screensOf(scene);
});
afterAll(() => scene?.close());

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };
/** A window of 1280 pixels at 200 %. */
const ZOOMED = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };

/** A tab that shows every state in turn. */
async function openTab(options: BrowserContextOptions & { readonly isLocked?: boolean }): Promise<Page> {
  const { isLocked = false, ...rest } = options;
  // A colour in transition has a contrast of its own.
  const { page } = await run.enter({ reducedMotion: "reduce", ...rest }, isLocked ? "locked" : "let in");
  await loadAxe(page);
  return page;
}

/** Brings a tab to a state of a screen. */
async function visit(page: Page, { path, shown, answers = {}, act, by = "ann" }: Shown): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.evaluate((name) => localStorage.setItem("galley-name", name), by);
  for (const [url, answer] of Object.entries(answers)) await page.route(url, answer);
  // A change of the fragment alone would not load the page again.
  if (path.includes("#")) await page.goto("about:blank");
  await page.goto(`${run.origin}${path}`);
  await act?.(page);
  await page.locator(shown).first().waitFor();
}

/** Elements wider than the screen, or cut off by a window without scrolling. */
function widthFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} pixels wide on a screen of ${clientWidth}`] : [];
  });
}

/** Buttons, links and fields that overlap. */
function overlaps(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element) => element.outerHTML.slice(0, 80);
    // Nothing below a window can be pressed.
    const root = document.querySelector("dialog[open]") ?? document;
    const controls = [...root.querySelectorAll("button, a[href], input, select")].filter((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    for (const element of controls) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const [middleX, middleY] = [x + width / 2, y + height / 2];
      const isInView = middleX > 0 && middleY > 0 && middleX < innerWidth && middleY < innerHeight;
      if (width < 2 || height < 2 || !isInView) continue;
      const top = document.elementFromPoint(middleX, middleY);
      if (top === null || element.contains(top) || top.contains(element)) continue;
      if (controls.includes(top)) found.push(`${name(top)} covers ${name(element)}`);
    }
    return found;
  });
}

/** Screens by name; the table is made of a scene, which is not there when tests are named. */
const NAMES = Object.keys(screensOf({} as Scene));

const LOOKED_AT = NAMES.filter((name) => !/loading|failed|locked/.test(name));

describe("every screen in every state", () => {
  test.for([WIDE, NARROW])(
    "axe finds nothing serious in light and dark, and nothing is too wide or covered, at $width pixels",
    async (viewport) => {
      const tabs = { in: await openTab({ viewport }), out: await openTab({ viewport, isLocked: true }) };
      const faults: Record<string, readonly string[]> = {};
      // A waiting or failed state has the same sentence on any screen: once is enough.
      for (const name of viewport === WIDE ? NAMES : LOOKED_AT) {
        const screen = screens[name]!;
        const page = screen.isLocked === true ? tabs.out : tabs.in;
        await page.emulateMedia({ colorScheme: "light" });
        await visit(page, screen);
        const found = [...(await axeFaults(page)), ...(await widthFaults(page)), ...(await overlaps(page))];
        // Loaded again: what comes while the theme changes is drawn in both. Of all rules only contrast depends on it.
        await page.emulateMedia({ colorScheme: "dark" });
        await visit(page, screen);
        found.push(...(await axeFaults(page, ["color-contrast"])).map((fault) => `dark ${fault}`));
        if (found.length > 0) faults[name] = found;
      }
      await tabs.in.context().close();
      await tabs.out.context().close();
      expect(faults).toEqual({});
    },
  );

  test("fits a window at 200 %, right to left, with longer words", async () => {
    const page = await openTab(ZOOMED);
    await page.goto(`${run.origin}/studio/?lang=pseudo`);
    await page.locator(".open").waitFor();
    const faults: Record<string, readonly string[]> = {};
    for (const name of LOOKED_AT) {
      const { act, ...screen } = screens[name]!;
      // What is done to reach a state is found by its English name.
      if (act !== undefined) continue;
      await visit(page, screen);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe("rtl");
      const found = [...(await widthFaults(page)), ...(await overlaps(page))];
      if (found.length > 0) faults[name] = found;
    }
    await page.context().close();
    expect(faults).toEqual({});
  });

  test("at 360 pixels the page has more of the screen than the bar, all of which a thumb reaches", async () => {
    const page = await openTab({ viewport: NARROW, hasTouch: true });
    for (const name of ["label", "label, picked"]) {
      await visit(page, screens[name]!);
      const { width, height } = NARROW;
      const bar = await page.locator(".label-bar").boundingBox();
      const shown = await page.locator(".label-page").boundingBox();
      expect(shown?.height ?? 0, name).toBeGreaterThan(bar?.height ?? height);
      const buttons = await page
        .locator(".label-bar button")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
      const outside = buttons.filter(
        ({ right, bottom, left }) => left < 0 || right > width || bottom > height,
      );
      expect(outside, name).toEqual([]);
    }
    await page.context().close();
  });

  test("in forced colours labels, tints and the focus can still be seen", async () => {
    const page = await openTab({ viewport: WIDE, forcedColors: "active" });
    await visit(page, screens["label, picked"]!);
    const borders = await page
      .locator(".outline")
      .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box, "::after").borderTopStyle));
    expect(new Set(borders)).toEqual(new Set(["solid", "dotted", "dashed"]));
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return `${outlineStyle} ${outlineWidth}`;
    });
    expect(outline).toBe("solid 3px");
    await visit(page, screens.why!);
    const bars = await page
      .locator(".weight-bar span")
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).backgroundColor));
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(bars).not.toContain(ground);
    await page.context().close();
  });

  test("without motion nothing moves", async () => {
    const page = await openTab({ viewport: WIDE });
    await visit(page, screens["open, loading"]!);
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0) > 20).length,
    );
    expect(moving).toBe(0);
    await page.context().close();
  });
});
