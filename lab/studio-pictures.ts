/** `npm run picture:studio` draws docs/images/studio-*.png: labelling, and the screens that come after it, light and dark. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { buildIfStale } from "../scripts/fresh-build.ts";
import type { SetSummary } from "../src/server/studio/contract.ts";
import { ask } from "../studio/e2e/harness.ts";
import { type Scene, setScene } from "../studio/e2e/scene.ts";
import { launchBrowser } from "../test/browser.ts";

const TARGET = join(import.meta.dirname, "../docs/images");
const SAMPLE = "broadsheet-2023";
const WINDOW = { width: 1180, height: 740 };
const TALL = { width: 1280, height: 1000 };
const GROUND = { light: "#dfe5e8", dark: "#0b0c0e" } as const;
type Theme = keyof typeof GROUND;

/** A sample page with its own labels. */
async function pictureLabel({ run }: Scene, page: Page): Promise<Buffer> {
  const { id } = await ask<SetSummary>(page, "POST", "/sets", { kind: "samples" });
  await page.goto(`${run.origin}/studio/label/${id}/${SAMPLE}`);
  await page.locator(".outline[data-kind=body]").first().waitFor();
  await page.locator(".stage-scroll").evaluate(async (scroller) => {
    scroller.scrollTo({ top: 100, behavior: "instant" });
    for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
  });
  return page.screenshot();
}

/** The screens after labelling, with what has to be there before a picture is taken. */
function screensOf({ set, page, leaf, trained, evaluated }: Scene): readonly (readonly [string, string])[] {
  const at = `${set}/${encodeURIComponent(page)}`;
  return [
    [`train/${set}?job=${trained}`, ".method"],
    [`compare/${at}`, ".leaf-row"],
    [`why/${at}?leaf=${leaf}`, ".weights"],
    [`evaluate/${set}?job=${evaluated}`, ".figures"],
  ];
}

async function pictureScreens(scene: Scene, page: Page, theme: Theme): Promise<Buffer> {
  const shots: string[] = [];
  for (const [path, shown] of screensOf(scene)) {
    await page.goto(`${scene.run.origin}/studio/${path}`);
    await page.locator(shown).first().waitFor();
    // Tints and bars are drawn in the frame after their data.
    await page.evaluate(async () => {
      for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
    });
    shots.push((await page.screenshot()).toString("base64"));
  }
  // The studio's content security policy would refuse a style of this page.
  const browser = await launchBrowser();
  const sheet = await browser.newPage({ viewport: { width: 1240, height: 788 } });
  const images = shots.map((png) => `<img src="data:image/png;base64,${png}">`);
  await sheet.setContent(
    `<style>body{margin:0;display:grid;grid-template-columns:1fr 1fr;gap:16px;padding:16px;background:${GROUND[theme]}}
img{width:100%;border-radius:6px}</style>${images.join("")}`,
  );
  const picture = await sheet.screenshot();
  await browser.close();
  return picture;
}

async function pictureAll(scene: Scene, theme: Theme): Promise<void> {
  const { page, context } = await scene.run.enter({
    viewport: WINDOW,
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  await page.evaluate(() => localStorage.setItem("galley-name", "ann"));
  await page.setViewportSize(TALL);
  writeFileSync(join(TARGET, `studio-label-${theme}.png`), await pictureLabel(scene, page));
  await page.setViewportSize(WINDOW);
  writeFileSync(join(TARGET, `studio-screens-${theme}.png`), await pictureScreens(scene, page, theme));
  await context.close();
}

buildIfStale();
const scene = await setScene();
try {
  for (const theme of ["light", "dark"] as const) await pictureAll(scene, theme);
} finally {
  await scene.close();
}
