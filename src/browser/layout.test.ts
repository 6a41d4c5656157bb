import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { attribute } from "../html/index.ts";
import { DISPLAYS, type Layout, type Page } from "../page/index.ts";
import { type BrowserPool, openBrowser, type RenderSource, renderPage } from "./index.ts";

let browser: BrowserPool;
let folder = "";
beforeAll(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), "galley-layout-"));
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Look {
  readonly box: readonly number[];
  readonly scroll: readonly number[];
  readonly font: readonly (string | number | undefined)[];
  readonly colors: readonly (number | undefined)[];
  readonly display: string | undefined;
  readonly isVisible: boolean;
}

/** How the element with an id looks. */
function lookOf({ document, layout }: Page, id: string): Look {
  const node = Array.from(document.kind.keys()).find((at) => attribute(document, at, "id") === id) ?? -1;
  const { left, top, width, height, scrollWidth, scrollHeight, ...styles } = layout as Layout;
  return {
    box: [left[node]!, top[node]!, width[node]!, height[node]!],
    scroll: [scrollWidth[node]!, scrollHeight[node]!],
    font: [styles.fontSize[node], styles.fontWeight[node], styles.families[styles.fontFamily[node]!]],
    colors: [styles.color[node], styles.background[node]],
    display: DISPLAYS[styles.display[node]!],
    isVisible: styles.visible[node] === 1,
  };
}

const show = async (source: RenderSource) => (await browser.render(source)).page;
const showBody = (html: string) => show({ html: `<!doctype html><body style="margin: 0">${html}` });

describe("the layout of a live page", () => {
  test("has boxes from the top left of the page, though it was scrolled", async () => {
    const page = await showBody(
      `<div style="height: 3000px"></div><p id=a style="margin: 7px 0 0 30px; width: 200px; height: 40px">a</p>
       <div style="height: 3000px"></div><script>scrollTo(0, 2500)</script>`,
    );
    expect(lookOf(page, "a").box).toEqual([30, 3007, 200, 40]);
  });

  test("has the size of what sticks out", async () => {
    const box = "width: 100px; height: 50px; overflow: hidden";
    const page = await showBody(
      `<div id=a style="${box}"><div style="width: 300px; height: 400px"></div></div>`,
    );
    expect(lookOf(page, "a")).toMatchObject({ box: [0, 0, 100, 50], scroll: [300, 400] });
  });

  test("has fonts and colours as computed", async () => {
    const page = await showBody(
      `<style>#a { font: bold 21px/2 "Harbour Serif", serif; color: #123456; background: rgba(255, 0, 0, .5) }</style><p id=a>a`,
    );
    expect(lookOf(page, "a")).toMatchObject({
      font: [21, 700, '"Harbour Serif", serif'],
      colors: [0x123456ff, 0xff000080],
    });
  });

  test("knows what is seen and what is not", async () => {
    const page = await showBody(
      `<p id=seen>a</p><p id=none style="display: none">a</p><p id=hidden style="visibility: hidden">a</p>
       <div id=contents style="display: contents"><b id=inside>a</b></div><div id=flat></div>
       <div style="display: none"><p id=under>a</p></div>`,
    );
    expect(lookOf(page, "seen")).toMatchObject({ display: "block", isVisible: true });
    expect(lookOf(page, "none")).toMatchObject({ display: "none", isVisible: false, box: [0, 0, 0, 0] });
    expect(lookOf(page, "hidden")).toMatchObject({ display: "block", isVisible: false });
    expect(lookOf(page, "contents")).toMatchObject({ display: "contents", isVisible: false });
    expect(lookOf(page, "inside")).toMatchObject({ display: "inline", isVisible: true });
    expect(lookOf(page, "flat")).toMatchObject({ display: "block", isVisible: false });
    expect(lookOf(page, "under")).toMatchObject({ display: "none", isVisible: false });
  });

  test("is made for the screen that is asked for", async () => {
    const { page } = await browser.render(
      { html: "<!doctype html><body id=a style='margin: 0'>a" },
      { screen: { width: 400, height: 300 } },
    );
    expect(lookOf(page, "a").box[2]).toBe(400);
    expect(page.layout?.screen).toEqual({ width: 400, height: 300 });
  });

  test("ends at the greatest height, with a warning", async () => {
    const html = "<p id=a>a<div style='height: 120000px'></div><p id=b>b";
    const { page, warnings } = await browser.render({ html });
    expect(warnings).toEqual(["PAGE_TOO_TALL"]);
    expect([lookOf(page, "a").isVisible, lookOf(page, "b").isVisible]).toEqual([true, false]);
    expect((await browser.render({ html }, { maxHeight: 200_000 })).warnings).toEqual([]);
  });
});

test.skipIf(process.platform !== "linux")(
  "a layout of a machine without fonts is not complete, and says so (read from fontconfig of Linux)",
  async () => {
    const config = join(folder, "no-fonts.conf");
    writeFileSync(config, "<fontconfig><dir>/no/fonts</dir></fontconfig>");
    vi.stubEnv("FONTCONFIG_FILE", config);
    const { page, warnings } = await renderPage({ html: "<p id=a>Ferry" }).finally(vi.unstubAllEnvs);
    expect(warnings).toEqual(["NO_FONTS"]);
    expect(page.layout?.complete).toBe(false);
    expect(page.document.text).toBe("Ferry");
  },
);

describe("a layout is complete", () => {
  const sheet = (attributes: string) =>
    `<link rel=stylesheet href="quay_files/look.css" ${attributes}><p id=a>a`;

  test("when the style sheets of a saved page are next to it, and then they are applied", async () => {
    mkdirSync(join(folder, "quay_files"), { recursive: true });
    writeFileSync(join(folder, "quay_files/look.css"), "@import 'more.css'; p { font-size: 33px }");
    writeFileSync(join(folder, "quay_files/more.css"), "p { font-weight: 900 }");
    const file = join(folder, "quay.html");
    writeFileSync(file, sheet(""));
    for (const url of [undefined, "https://harbour.example/news/quay"]) {
      const page = await show({ file, url });
      expect(page.layout?.complete).toBe(true);
      expect(lookOf(page, "a").font.slice(0, 2)).toEqual([33, 900]);
      expect(page.url).toBe(url);
    }
  });

  test("when they are elsewhere in a mirror whose top is named", async () => {
    mkdirSync(join(folder, "mirror/quay.example/news"), { recursive: true });
    mkdirSync(join(folder, "mirror/looks.example"), { recursive: true });
    writeFileSync(join(folder, "mirror/looks.example/all.css?v=1.css"), "p { font-size: 44px }");
    const file = join(folder, "mirror/quay.example/news/a b.html");
    writeFileSync(file, '<link rel=stylesheet href="../../looks.example/all.css%3Fv=1.css"><p id=a>a');
    const url = "https://quay.example/news/a";
    expect((await show({ file, url })).layout?.complete).toBe(false);
    const page = await show({ file, url, top: join(folder, "mirror") });
    expect(page.layout?.complete).toBe(true);
    expect(lookOf(page, "a").font[0]).toBe(44);
    expect(page.url).toBe(url);
    await expect(show({ file, top: join(folder, "mirror/looks.example") })).rejects.toMatchObject({
      code: "BAD_OPTION",
    });
  });

  test("but not when one is missing, imported ones too", async () => {
    expect((await show({ html: sheet("") })).layout?.complete).toBe(false);
    expect((await showBody("<style>@import 'https://harbour.example/a.css'</style>")).layout?.complete).toBe(
      false,
    );
  });

  test("though one is missing that is for other screens", async () => {
    expect((await show({ html: sheet("media=print") })).layout?.complete).toBe(true);
    expect((await show({ html: sheet("disabled") })).layout?.complete).toBe(true);
  });
});
