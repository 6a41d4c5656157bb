import type { Page } from "playwright-core";

/** Pictures of a page before and after, as one for the docs. */
export async function savePair(
  page: Page,
  [before, after]: readonly [Buffer, Buffer],
  { path, height }: { readonly path: string; readonly height: number },
): Promise<void> {
  const image = (png: Buffer) => `<img src="data:image/png;base64,${png.toString("base64")}">`;
  await page.setViewportSize({ width: 1240, height });
  await page.setContent(
    `<style>body { margin: 0; display: flex; gap: 40px; padding: 36px; background: #dfe5e8; justify-content: center }
img { width: 560px; box-shadow: 0 6px 24px #0004; border-radius: 6px }</style>${image(before)}${image(after)}`,
  );
  await page.screenshot({ path });
}
