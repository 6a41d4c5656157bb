import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type BrowserOptions, type BrowserPool, openBrowser, renderPage } from "./index.ts";

const SLOW_PAGE = {
  html: "<p>Ferry<script>const end = Date.now() + 1500; while (Date.now() < end);</script>",
};

/** The processes that this one has started, with those that they have started, as far as they run. */
function descendants(): { readonly pid: number; readonly command: string }[] {
  const all = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, state = "", parent = ""] =
        /\) (\w) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      return state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      return [];
    }
  });
  const found = [process.pid];
  for (const pid of found)
    found.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return all.filter(({ pid }) => pid !== process.pid && found.includes(pid));
}

const browsers = () =>
  descendants().filter(({ command }) => command.includes("chrom") && command.includes("--headless"));
/** Those that all others belong to; Debian's is started by a shell script. */
const mains = () => browsers().filter(({ command }) => !/--type=|^\S*sh /.test(command));

async function open(options: BrowserOptions = {}): Promise<BrowserPool> {
  const pool = await openBrowser(options);
  onTestFinished(() => pool.close());
  return pool;
}

async function untilGone(): Promise<void> {
  for (let tries = 0; tries < 200 && browsers().length > 0; tries++) await sleep(50);
}

/** Until the browser is there, however slowly it starts, and has begun with its slow pages. */
async function untilMidway(): Promise<void> {
  while (mains().length === 0) await sleep(20);
  await sleep(500);
}

describe.skipIf(process.platform !== "linux")("the processes of a browser (read from /proc of Linux)", () => {
  test("are gone once it is closed", async () => {
    const pool = await open();
    await pool.render({ html: "<p>Ferry" });
    expect(mains()).toHaveLength(1);
    await pool.close();
    await untilGone();
    expect(browsers()).toEqual([]);
  });

  test("are gone when it was killed in the middle of pages, which another one renders", async () => {
    const pool = await open();
    const pages = [pool.render(SLOW_PAGE), pool.render(SLOW_PAGE)];
    await untilMidway();
    const [first] = mains();
    process.kill(first!.pid, "SIGKILL");
    for (const { page, warnings } of await Promise.all(pages)) {
      expect(page.document.text).toBe("Ferry");
      expect(warnings).toEqual([]);
    }
    expect(mains().map(({ pid }) => pid)).not.toContain(first!.pid);
    await pool.close();
    await untilGone();
    expect(browsers()).toEqual([]);
  });

  test("are gone when it is closed in the middle of a page, which fails", async () => {
    const pool = await open();
    const page = pool.render(SLOW_PAGE);
    page.catch(() => undefined);
    await untilMidway();
    await pool.close();
    await expect(page).rejects.toMatchObject({ code: "RENDER_CRASHED" });
    await untilGone();
    expect(browsers()).toEqual([]);
  });
});

describe("a browser", () => {
  let pool: BrowserPool;
  beforeAll(async () => {
    pool = await openBrowser({ pages: 3 });
  });
  afterAll(() => pool.close());

  test("gives each page to whoever asked for it, though it renders several at once", async () => {
    const names = ["quay", "tide", "rope", "mast", "keel"];
    const pages = await Promise.all(names.map((name) => pool.render({ html: `<p>${name}` })));
    expect(pages.map(({ page }) => page.document.text)).toEqual(names);
  });

  test("keeps nothing of a page for the next", async () => {
    const url = "https://harbour.example/";
    const look = "document.write(document.cookie, localStorage.a)";
    const html = `<p><script>${look}; document.cookie = "a=1"; localStorage.a = 2</script>`;
    await pool.render({ html, url });
    expect((await pool.render({ html, url })).page.document.text).toBe("undefined");
  });

  test.each([
    ["EMPTY_INPUT", { html: " " }],
    ["NOT_HTML", { html: "%PDF-1.7\n" }],
    ["FILE_NOT_FOUND", { file: "no-such-page.html" }],
    ["FILE_UNREADABLE", { file: "." }],
  ] as const)("says %s of what is no page", async (code, source) => {
    await expect(pool.render(source)).rejects.toMatchObject({ code });
  });

  test("that is closed renders no more", async () => {
    const closed = await open();
    await closed.close();
    await expect(closed.render({ html: "<p>Ferry" })).rejects.toMatchObject({ code: "BAD_OPTION" });
  });

  test.each([
    { pages: 0 },
    { timeoutMs: 0.5 },
    { maxMemoryMb: 1 },
    { maxNodes: -1 },
    { maxHeight: Number.NaN },
    { screen: { width: 0, height: 100 } },
  ])("refuses %o", async (options) => {
    await expect(renderPage({ html: "<p>Ferry" }, options)).rejects.toMatchObject({ code: "BAD_OPTION" });
  });
});
