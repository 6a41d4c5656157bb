import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BrowserPool, openBrowser } from "./index.ts";

const STORY = "<p>The night ferry returns on Saturday.</p>";
const script = (code: string) => `${STORY}<script>${code}</script><p>The last line.</p>`;

let browser: BrowserPool;
beforeAll(async () => {
  browser = await openBrowser({ maxMemoryMb: 250 });
});
afterAll(() => browser?.close());

const read = async (html: string, options = {}) => {
  const { page, warnings } = await browser.render({ html }, options);
  return { text: page.document.text, warnings };
};

describe("a page is read whole and in place", () => {
  test.each([
    ["opens dialogs", "alert(1); confirm(2); prompt(3)"],
    ["prints", "print()"],
    ["opens windows", "for (let i = 0; i < 3; i++) open('https://example.org/')"],
    [
      "starts downloads",
      "const a = document.createElement('a'); a.href = 'data:x/y,z'; a.download = 'a'; a.click()",
    ],
    [
      "asks to stay open",
      "onbeforeunload = (event) => event.preventDefault(); onunload = () => { for (;;); }",
    ],
    ["closes itself", "close()"],
    ["loops in a worker", "new Worker(URL.createObjectURL(new Blob(['for (;;);'])))"],
    [
      "breaks the tools of its reader",
      "Array.prototype.push = Map = JSON.stringify = getComputedStyle = null",
    ],
  ])("that %s", async (_, code) => {
    const { text, warnings } = await read(script(code));
    expect(text).toContain("night ferry");
    expect(text).toContain("The last line.");
    expect(warnings).toEqual([]);
  });

  test.each([
    ["goes to another address", script("location = 'https://example.org/'")],
    ["goes to an empty page", script("location = 'about:blank'")],
    [
      "goes to a page of its own making",
      script("location = URL.createObjectURL(new Blob(['<p>Else'], { type: 'text/html' }))"),
    ],
    ["loads itself again", script("location.reload()")],
    ["refreshes itself", `<meta http-equiv=refresh content='0;url=https://example.org/'>${script("")}`],
    ["refreshes to an empty page", `<meta http-equiv=refresh content='0;url=about:blank'>${script("")}`],
    ["sends a form", script("const f = document.createElement('form'); document.body.append(f); f.submit()")],
  ])("that %s, with a warning", async (_, html) => {
    const { text, warnings } = await read(html);
    expect(text).toContain("night ferry");
    expect(text).toContain("The last line.");
    expect(warnings).toEqual(["LEFT_PAGE"]);
  });

  test("that refreshes to an empty page without any script, with a warning", async () => {
    const html = `<meta http-equiv=refresh content='0;url=about:blank'>${STORY}`;
    expect(await read(html, { scripts: false })).toMatchObject({ warnings: ["LEFT_PAGE"] });
  });
});

describe("a page is given up", () => {
  test.each([
    ["loops", script("for (;;);")],
    ["loops once it has loaded", script("onload = () => { for (;;); }")],
    ["opens dialogs without end", script("for (;;) alert(1)")],
  ])("that %s", async (_, html) => {
    await expect(read(html, { timeoutMs: 1500 })).rejects.toMatchObject({ code: "RENDER_TIMEOUT" });
  });

  test.each([
    ["objects", script("const all = []; for (;;) all.push(new Array(1e5).fill({}))")],
    ["bytes", script("const all = []; for (;;) all.push(new Uint8Array(5e7).fill(1))")],
  ])("that fills the memory with %s", async (_, html) => {
    await expect(read(html)).rejects.toMatchObject({ code: "RENDER_CRASHED" });
  });

  test("that has more bytes than are wanted", async () => {
    const options = { maxBytes: STORY.length - 1 };
    await expect(read(STORY, options)).rejects.toMatchObject({ code: "INPUT_TOO_LARGE" });
  });

  test("that holds more nodes than are wanted", async () => {
    const html = script("for (let i = 0; i < 3000; i++) document.body.append(document.createElement('p'))");
    await expect(read(html, { maxNodes: 2000 })).rejects.toMatchObject({ code: "PAGE_TOO_DEEP" });
    expect((await read(html, { maxNodes: 4000 })).warnings).toEqual([]);
  });

  test("and the next one is rendered as if nothing had been", async () => {
    expect(await read(STORY)).toEqual({ text: "The night ferry returns on Saturday.", warnings: [] });
  });
});

describe("the network is closed", () => {
  test("to every way out that scripts have", async () => {
    const { text } = await read(
      script(`
        const say = (word) => () => document.body.append(word);
        fetch('http://127.0.0.1:9/').catch(say(' no fetch'));
        new WebSocket('ws://127.0.0.1:9/').onerror = say(' no socket');
        new EventSource('http://127.0.0.1:9/').onerror = say(' no events');
        const image = new Image(); image.onerror = say(' no image'); image.src = 'http://127.0.0.1:9/';
      `),
    );
    for (const way of ["fetch", "socket", "events", "image"]) expect(text).toContain(`no ${way}`);
  });

  test("to an address, unless it is opened", async () => {
    await expect(browser.render({ address: "https://example.org/" })).rejects.toMatchObject({
      code: "BAD_OPTION",
    });
  });
});
