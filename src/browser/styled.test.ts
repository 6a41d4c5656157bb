import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page as LivePage } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../test/browser.ts";
import { HOSTILE_SNIPPETS } from "../../test/output/hostile.data.ts";
import { readPayloads } from "../../test/output/payloads.ts";
import type { Article } from "../article/index.ts";
import { extract } from "../default-extract.ts";
import { toStyled } from "../output/index.ts";
import { type BrowserPool, type OpenedPage, openBrowser, type RenderSource } from "./index.ts";

const SENTENCE = "The ferry left the quay at noon, said the harbour master, and came back in the evening.";
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#246"/></svg>`;
const PAGE = `<!doctype html><html lang="en"><title>The night ferry</title>
<link rel=stylesheet href=looks.css>
<body><nav aria-hidden=true>Home</nav><div class=columns><main><h1>The night ferry</h1>
<figure><img src=quay.svg alt="The quay"><figcaption>The quay at noon, seen from the ferry.</figcaption></figure>
<p class=first>${SENTENCE}</p><div class=box><p>${SENTENCE}</p></div><blockquote>We had never seen the sea so calm, and nobody spoke on the way.</blockquote>
<p class=moving>${SENTENCE}</p></main><aside aria-hidden=true>Adverts</aside></div>`;
const SHEET = `body { margin: 0; background: #fffbe8; color: #223; font: 18px/1.5 "Quay", Georgia, serif }
@font-face { font-family: Quay; src: url(quay.woff2) }
@font-face { font-family: Other; src: url(other.woff2) }
@keyframes glow { from { opacity: .5 } to { opacity: 1 } }
@keyframes unused { to { opacity: 0 } }
.columns { display: grid; grid-template-columns: 700px 1fr; gap: 40px }
h1 { font-size: 40px; line-height: 1.1; letter-spacing: -1px; margin: 20px 0 }
figure { margin: 0 0 20px; border-radius: 8px; overflow: hidden } img { display: block; width: 100% }
figcaption { font: 13px/1.4 sans-serif; color: #666 }
p { margin: 0 0 1em } .first::first-letter { font-size: 54px; float: left; line-height: 1 }
.box { background: #e0eef4; padding: 16px 24px; border: 1px solid #9ab }
blockquote { margin: 30px 60px; font-style: italic } blockquote::before { content: "\\201c"; color: #b40 }
.moving { animation: glow 3s infinite alternate }`;

let pool: BrowserPool;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  pool = await openBrowser({ pages: 1 });
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), "galley-styled-"));
  writeFileSync(join(folder, "page.html"), PAGE);
  writeFileSync(join(folder, "looks.css"), SHEET);
  writeFileSync(join(folder, "quay.svg"), PICTURE);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pool.close();
  await browser.close();
});

async function styledOf(source: RenderSource): Promise<string> {
  const { captured } = await pool.render(source, {
    makeArticle: (opened) => extract(opened, { extractor: "everything", explain: true }),
  });
  if (captured === undefined) throw new Error("Nothing was captured");
  return toStyled(captured);
}

/** As the command asks for an article in its page's style. */
function wrap(opened: OpenedPage): Article {
  return extract(opened, {
    extractor: "wrapper",
    explain: true,
    include: { standfirst: true, captions: true },
  });
}

/** How elements are painted, and where they are below the first of them. */
function looksOf(page: LivePage, selectors: readonly string[]) {
  return page.evaluate((all) => {
    const names = ["fontSize", "fontFamily", "color", "lineHeight", "fontStyle", "backgroundColor"] as const;
    const top = document.querySelector(all[0]!)!.getBoundingClientRect().top;
    return all.map((selector) => {
      const element = document.querySelector(selector)!;
      const style = getComputedStyle(element);
      const letter = getComputedStyle(element, "::first-letter");
      const { width, height, top: own } = element.getBoundingClientRect();
      return [...names.map((name) => style[name]), letter.fontSize, width, height, own - top];
    });
  }, selectors);
}

describe("an article in the style of its page", () => {
  test("is painted as on the page, element by element", async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1024 } });
    await page.setContent(PAGE.replace("<link rel=stylesheet href=looks.css>", `<style>${SHEET}</style>`));
    await page.evaluate(() => document.querySelector("figure")!.remove());
    const selectors = ["h1", "h1 ~ p", "h1 ~ div", "h1 ~ div p", "blockquote"];
    const before = await looksOf(page, selectors);
    await page.setContent(await styledOf({ file: join(folder, "page.html") }));
    await page.evaluate(() => document.querySelector("figure")?.remove());
    expect(await looksOf(page, selectors)).toEqual(before);
    const body = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(body).toBe("rgb(255, 251, 232)");
    await page.close();
  });

  test("keeps animations, marks of style sheets and pictures, and leaves out what it does not use", async () => {
    const html = await styledOf({ file: join(folder, "page.html") });
    expect(html).toMatch(/@keyframes a1\{(?:from|0%)\{opacity:0?\.5\}(?:to|100%)\{opacity:1\}\}/);
    expect(html).toMatch(/::before\{[^}]*content:"“"/);
    expect(html).not.toMatch(/unused|Other|Adverts|Home/);
    expect(html).toContain("animation-name:a1");
  });

  test.each([
    ["no doctype", ""],
    ["a doctype of old", '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "xhtml1.dtd">'],
    ["a doctype of today", "<!doctype html>"],
  ])("is as tall as on a page with %s", async (_, doctype) => {
    const float =
      "<div style='float: right; border: 1px solid'><img src=quay.svg width=240 height=160></div>";
    const file = join(folder, "cell.html");
    const cell = `<td><p>${SENTENCE}</p>${float}<p>${SENTENCE}</p></td>`;
    writeFileSync(file, `${doctype}<title>T</title><table width=500><tr>${cell}</tr></table>`);
    const page = await browser.newPage({ viewport: { width: 1280, height: 1024 } });
    const heights = () =>
      page.evaluate(() =>
        ["img", "p"].map(
          (name) => document.querySelector(name)!.parentElement!.getBoundingClientRect().height,
        ),
      );
    await page.goto(pathToFileURL(file).href);
    const before = await heights();
    await page.setContent(await styledOf({ file }));
    expect(await heights()).toEqual(before);
    await page.close();
  });

  test("shows byline and date as the page did from outside of the body, and its source below", async () => {
    const css = "header{background:#123;color:#fff}.by{font:italic 13px/1.4 monospace;color:#fc9}";
    const head = `<header><h1>The night ferry</h1><p class=by>By <a rel=author href=/ann>Ann Low</a>, <time>12 March 2026</time></p></header>`;
    const html = `<!doctype html><title>The night ferry</title><meta property=og:site_name content="The Quay Post"><style>${css}</style><body>${head}<main>${`<p>${SENTENCE} ${SENTENCE}</p>`.repeat(6)}</main>`;
    const { captured } = await pool.render(
      { html, url: "https://quay-post.example/ferry" },
      { makeArticle: (opened) => extract(opened, { explain: true }) },
    );
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.setContent(toStyled(captured!));
    const shown = await page.evaluate(() => {
      const by = document.querySelector("time")!.parentElement!;
      const about = document.querySelector(".about")!;
      const title = document.querySelector("h1")!;
      const style = getComputedStyle(by);
      const tops = [title, by, about].map((one) => one.getBoundingClientRect().top);
      return {
        text: by.textContent.trim(),
        look: [style.fontStyle, style.fontSize, style.color],
        behind: getComputedStyle(by.parentElement!).backgroundColor,
        source: about.textContent,
        isInOrder: tops[0]! < tops[1]! && tops[1]! < tops[2]!,
        overflow: document.documentElement.scrollWidth - innerWidth,
      };
    });
    expect(shown).toEqual({
      text: "By Ann Low, 12 March 2026",
      look: ["italic", "13px", "rgb(255, 204, 153)"],
      behind: "rgb(17, 34, 51)",
      source: "The Quay Post",
      isInOrder: true,
      overflow: 0,
    });
    await page.close();
  });

  test.each([
    ["an animation", "opacity: 0; animation: fade 2s linear forwards"],
    ["an animation that waits for a script", "opacity: 0; animation: fade 2s linear forwards paused"],
    ["an animation that does not stay", "opacity: 0; animation: fade 2s linear"],
    ["an animation that is declared nowhere", "opacity: 0; animation: gone 2s forwards"],
    ["a script", "opacity: 0; transition: opacity 2s"],
  ])("shows a paragraph that fades in by %s", async (_, style) => {
    const css = `@keyframes fade { to { opacity: 1 } } .late { ${style} }`;
    const html = await styledOf({
      html: `<!doctype html><title>T</title><style>${css}</style><p>${SENTENCE}</p><p class=late>${SENTENCE}</p>`,
    });
    const page = await browser.newPage({ viewport: { width: 700, height: 400 } });
    await page.setContent(html);
    const paragraph = page.locator("main p").last();
    const lookAt = async (change: "start" | "end" | "hide") => {
      await paragraph.evaluate((element, moment) => {
        for (const animation of element.getAnimations()) {
          if (moment === "start") animation.pause();
          if (moment === "start") animation.currentTime = 0;
          if (moment === "end") animation.finish();
        }
        if (moment === "hide") (element as HTMLElement).style.visibility = "hidden";
      }, change);
      return (await page.screenshot({ animations: "allow" })).toString("base64");
    };
    const [start, end, blank] = [await lookAt("start"), await lookAt("end"), await lookAt("hide")];
    expect(end).not.toBe(blank);
    // What fades in and stays is seen to fade; all else is visible from the start.
    const isFading = /forwards/.test(style) && !/gone/.test(style);
    expect(start === blank).toBe(isFading);
    await page.close();
  });

  test("of the wrapper has the lead picture, its caption and the standfirst, in their looks and order", async () => {
    const css =
      ".lead{font:italic 21px/1.4 Georgia;color:#246}figcaption{font:13px/1.4 sans-serif;color:#666}.text{width:640px}";
    const head = `<header><h1>The night ferry</h1><p class=lead>Forty years after the last one, a ferry crosses the bay at night again.</p></header>`;
    const figure = `<figure><img src=quay.svg width=640 height=320 alt="The quay"><figcaption>The quay at noon, seen from the ferry.</figcaption></figure>`;
    const file = join(folder, "lead.html");
    writeFileSync(
      file,
      `<!doctype html><title>The night ferry</title><meta name=description content="Forty years after the last one, a ferry crosses the bay at night again."><style>${css}</style><nav><a href=/a>Home</a> <a href=/b>Sport</a></nav><article>${head}${figure}<div class=text>${`<p>${SENTENCE} ${SENTENCE}</p>`.repeat(8)}</div></article>`,
    );
    const { captured } = await pool.render(
      { file, url: "https://quay-post.example/ferry" },
      { makeArticle: wrap },
    );
    expect(captured!.article.explanation?.leaves.some(({ reason }) => reason === "likeliest body")).toBe(
      true,
    );
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.setContent(toStyled(captured!, { inline: true }));
    const shown = await page.evaluate(() =>
      ["h1", "header p:not(.about)", "img", "figcaption", "article > div > p"].map((selector) => {
        const element = document.querySelector(`main ${selector}`);
        if (element === null) return [selector, "missing"];
        const { top, width, height } = element.getBoundingClientRect();
        const { fontSize, fontStyle, color } = getComputedStyle(element);
        const isLoaded = !(element instanceof HTMLImageElement) || element.naturalWidth > 0;
        return [selector, fontSize, fontStyle, color, isLoaded && width > 0 && height > 0, top];
      }),
    );
    expect(shown.map((row) => row.slice(0, 5))).toEqual([
      ["h1", "32px", "normal", "rgb(0, 0, 0)", true],
      ["header p:not(.about)", "21px", "italic", "rgb(34, 68, 102)", true],
      ["img", "16px", "normal", "rgb(0, 0, 0)", true],
      ["figcaption", "13px", "normal", "rgb(102, 102, 102)", true],
      ["article > div > p", "16px", "normal", "rgb(0, 0, 0)", true],
    ]);
    const tops = shown.map((row) => Number(row[5]));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await page.close();
  });

  test("takes no class for each element", async () => {
    const html = `<title>T</title><main>${`<p style="color: red">${SENTENCE}</p>`.repeat(50)}</main>`;
    const styled = await styledOf({ html });
    expect(styled.match(/<p class/g)).toHaveLength(50);
    expect(styled.match(/^\.g\d+\{/gm)!.length).toBeLessThan(4);
  });

  test("is captured of a page that leaves, without its scripts", async () => {
    const html = `<title>T</title><p>${SENTENCE}</p><script>location = "https://example.org/"</script>`;
    expect(await styledOf({ html })).toContain(SENTENCE);
  });

  test("is captured whatever the page calls its pictures and fields", async () => {
    const names = ["getAnimations", "createElement", "compatMode", "documentElement", "computedStyleMap"];
    const named = names.map((name) => `<img name=${name}><input name=${name}>`).join("");
    const html = `<!doctype html><title>T</title><form>${named}<p>${SENTENCE}</p><constructor>${SENTENCE}</constructor></form>`;
    expect((await styledOf({ html })).split(SENTENCE)).toHaveLength(3);
  });

  test("does without a font or picture that did not load", async () => {
    const html = `<title>T</title><body style="background: url(/none.png)"><p><img src="none.png" alt="x">${SENTENCE}</p><p>${SENTENCE}</p>`;
    expect(await styledOf({ html })).not.toContain("page.invalid");
  });
});

test("nothing of a hostile page runs in the article's file (more payloads in GALLEY_DATA)", async () => {
  const page = await browser.newPage();
  let dialogs = 0;
  page.on("dialog", async (dialog) => {
    dialogs++;
    await dialog.dismiss();
  });
  await page.route("**", (route) => route.abort());
  const snippets = [...HOSTILE_SNIPPETS, ...(readPayloads() ?? [])];
  // A separate page for each would take minutes.
  for (let at = 0; at < snippets.length; at += 8) {
    const some = snippets.slice(at, at + 8).map((snippet) => `<div>${snippet}</div><p>${SENTENCE}</p>`);
    const { captured } = await pool.render(
      { html: `<!doctype html><title>T</title><p>${SENTENCE}</p>${some.join("")}` },
      {
        scripts: false,
        makeArticle: (opened) => extract(opened, { extractor: "everything", explain: true }),
      },
    );
    await page.setContent(toStyled(captured!, { inline: true }), { waitUntil: "domcontentloaded" });
    const found = await page.evaluate(async () => {
      for (const element of document.querySelectorAll("*")) {
        for (const name of ["mouseover", "focus", "load", "error", "toggle"])
          element.dispatchEvent(new Event(name));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
      const active = document.querySelectorAll(
        "script, iframe, object, embed, form, svg, math, base, meta[http-equiv=refresh]",
      );
      return { isPwned: "__pwned" in window, active: active.length };
    });
    expect({ at, ...found, dialogs }).toEqual({ at, isPwned: false, active: 0, dialogs: 0 });
  }
  await page.close();
});
