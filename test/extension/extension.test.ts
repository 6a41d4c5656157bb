import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { storyPage } from "../../src/collect/made-up.testing.ts";
import { FAILURES } from "../../src/errors/index.ts";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { openStore } from "../../src/store/index.ts";
import { launchBrowser } from "../browser.ts";
import { galley, newFolder } from "../e2e/galley.ts";
import { serveGalley } from "../e2e/server.ts";
import { askedOf, CAPTURE, EXTENSION_FOLDER, openExtension, sendAsPopup } from "./extension.ts";

const ORIGIN = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";
const SERVER = "http://127.0.0.1:7420";
const KEY = `galley_${"k".repeat(43)}`;
const KEPT = { server: SERVER, key: KEY, to: "library" };
const CAPTURED = { kind: "page", url: "https://news.example/crane", title: "Crane", html: "<p>Crane</p>" };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

interface Captured {
  readonly kind: string;
  readonly url: string;
  readonly title: string;
  readonly html: string;
}

/** What is captured of a page after a script has made it what people see. */
async function capture(html: string, script = ""): Promise<Captured> {
  const { origin } = await serve((_, response) =>
    response.setHeader("content-type", "text/html; charset=utf-8").end(html),
  );
  const tab = await browser.newPage();
  onTestFinished(() => tab.close());
  await tab.goto(`${origin}/story`);
  if (script !== "") await tab.evaluate(script);
  const before = await tab.content();
  const captured = await tab.evaluate<Captured>(CAPTURE);
  expect(await tab.content(), "the page is as it was").toBe(before);
  return captured;
}

describe("what is captured of a page", () => {
  test("is what scripts made of it, with its address and what it states of itself", async () => {
    const html = `<!doctype html><title>Crane</title><script type="application/ld+json">{"@type":"NewsArticle"}</script><main></main>`;
    const captured = await capture(html, "document.querySelector('main').innerHTML = '<p>Loaded later</p>'");
    expect(captured.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/story$/);
    expect(captured.title).toBe("Crane");
    expect(captured.html).toMatch(/^<!doctype html>\n<html>/);
    expect(captured.html).toContain("<p>Loaded later</p>");
    expect(captured.html).toContain('{"@type":"NewsArticle"}');
  });

  test("has what shadow roots show, with what their slots hold, and not what they do not", async () => {
    const html = `<story-card><h2 slot="title">Slotted</h2><p>Not shown</p></story-card>`;
    const { html: found } = await capture(
      html,
      `document.querySelector("story-card").attachShadow({ mode: "open" }).innerHTML =
        '<style>.x{display:none}</style><slot name="title"></slot><p>In the shadow</p><p class="x">Hidden there</p>'`,
    );
    expect(found).toContain('<h2 slot="title">Slotted</h2>');
    expect(found).toContain("<p>In the shadow</p>");
    expect(found).toContain('<p class="x" hidden="">Hidden there</p>');
    expect(found).not.toContain("Not shown");
  });

  test("says what style sheets hide, which do not come along", async () => {
    const { html } = await capture(
      `<style>.banner{display:none}</style><div class="banner">We care</div><p>Text</p>`,
    );
    expect(html).toContain('<div class="banner" hidden="">We care</div>');
    expect(html).toContain("<p>Text</p>");
  });

  test("leaves out scripts, tokens and what was typed", async () => {
    const { html } = await capture(
      `<meta http-equiv="refresh" content="900;url=/front"><script>const secret = "one";</script><noscript>two</noscript>
       <form><input type="hidden" name="csrf" value="three"><input type="password" value="four"><input value="five"><textarea>six</textarea></form><p>Kept</p>`,
    );
    for (const word of ["refresh", "secret", "two", "three", "four", "five", "six"])
      expect(html, word).not.toContain(word);
    expect(html).toContain("<p>Kept</p>");
  });

  test("has the pictures that are on screen", async () => {
    const picture = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    const { html } = await capture(`<img data-src="/a.jpg" srcset="${picture} 1x" src="data:,"><p>Text</p>`);
    expect(html).toContain(`src="${picture}"`);
  });

  test("is nothing of what is no page", async () => {
    const { origin } = await serve((_, response) =>
      response.setHeader("content-type", "image/svg+xml").end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    );
    const tab = await browser.newPage();
    onTestFinished(() => tab.close());
    await tab.goto(`${origin}/map.svg`);
    expect(await tab.evaluate(CAPTURE)).toEqual({ kind: "not-html", contentType: "image/svg+xml" });
  });
});

/** The background of an extension, whose requests are answered by a function. */
async function background(
  known: Parameters<typeof openExtension>[2],
  answer: (request: {
    readonly body: string;
    readonly headers: Record<string, string>;
  }) => Promise<Answered> | Answered,
): Promise<Tab> {
  const tab = await openExtension(browser, "blank.html", known);
  await tab.route(/\/pages$/, async (route) => {
    const headers = await route.request().allHeaders();
    const answered = await answer({ body: route.request().postData() ?? "", headers });
    if (answered === "away") return route.abort("connectionrefused");
    // A browser lets an extension read what it may ask for; a page needs permission from the server.
    const leave = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
      "access-control-expose-headers": "*",
    };
    const { status, body, headers: own = {} } = answered;
    return route.fulfill({ status, body, headers: { ...own, ...leave, "content-type": "application/json" } });
  });
  await tab.evaluate("import(location.origin + '/background.js')");
  return tab;
}

type Answered =
  | "away"
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };

const SEND = { kind: "send", tabId: 7 };
const isPreflight = (headers: Record<string, string>) => "access-control-request-method" in headers;

describe("the button", () => {
  test("puts the page on screen into the library and the studio of a server, with a key that does nothing else", async () => {
    const folder = newFolder();
    const made = await galley(["key", "add", "browser", "--scope", "add"], { cwd: folder });
    expect(made.status, made.stderr).toBe(0);
    const key = made.stdout.trim();
    const { url } = await serveGalley([], folder);
    const captured = await capture(
      storyPage("A crane for the harbour").replace(
        "<main>",
        "<style>.ad{display:none}</style><p class=ad>Buy a boat</p><main>",
      ),
    );
    const page = { ...captured, url: "https://news.example/2026/11/crane" };
    const tab = await background(
      { kept: { server: url, key, to: "library" }, captured: page },
      async ({ body, headers }) => {
        const answer = await fetch(`${url}/pages`, {
          method: "POST",
          body,
          headers: {
            "content-type": "application/json",
            authorization: headers.authorization ?? "",
            origin: ORIGIN,
          },
        });
        return { status: answer.status, body: await answer.text() };
      },
    );
    expect(await sendAsPopup(tab, SEND)).toEqual({
      kind: "added",
      title: "New in your library",
      text: "A crane for the harbour",
      link: `${url}/read/1`,
    });
    expect(await sendAsPopup(tab, SEND)).toMatchObject({ title: "Your library has it already" });
    expect(await sendAsPopup(tab, { ...SEND, to: "studio" })).toMatchObject({
      kind: "added",
      title: "In the studio",
      link: expect.stringContaining(`${url}/studio/set/`),
    });
    const badges = (await askedOf(tab)).filter(([name]) => name === "badge");
    expect(badges.map(([, badge]) => (badge as { readonly text: string }).text)).toEqual([
      "…",
      "✓",
      "…",
      "✓",
      "…",
      "✓",
    ]);
    const store = await openStore(join(folder, "galley.db"), { mayCreate: false });
    onTestFinished(() => store.close());
    const stored = await store.getArticle(page.url);
    expect(stored?.sources).toEqual(["browser browser"]);
    expect(stored?.article.text).toContain("A crane for the harbour:");
    expect(stored?.article.text).not.toContain("Buy a boat");
    const refused = await fetch(`${url}/articles`, { headers: { authorization: `Bearer ${key}` } });
    expect(refused.status).toBe(403);
  });

  test.each([
    ["no server was named", { kept: {} }, "Where is your server?", "options"],
    ["the person took the leave back", { mayAsk: false }, "The extension may not ask your server", "options"],
    ["no extension may read the page", { captured: null }, "This page cannot be read", undefined],
    [
      "the page is a picture",
      { captured: { kind: "not-html", contentType: "image/png" } },
      "This is no web page",
      undefined,
    ],
    [
      "the page is a file",
      { captured: { ...CAPTURED, url: "file:///crane.html" } },
      "This page has no address",
      undefined,
    ],
  ])("says so where %s, and sends nothing", async (_, known, title, action) => {
    const sent: string[] = [];
    const tab = await background({ kept: KEPT, captured: CAPTURED, ...known }, ({ body }) => {
      sent.push(body);
      return { status: 201, body: "{}" };
    });
    const told = (await sendAsPopup(tab, SEND)) as { readonly action?: string };
    expect(told).toMatchObject({ kind: "failed", title });
    expect(told.action).toBe(action);
    expect(sent).toEqual([]);
    expect((await askedOf(tab)).filter(([name]) => name === "badge").at(-1)).toEqual([
      "badge",
      { tabId: 7, text: "!" },
    ]);
  });

  test("says what to do about each failure that a server tells of, and about what is no server of galley", async () => {
    let answered: Answered = "away";
    const tab = await background({ kept: KEPT, captured: CAPTURED }, ({ headers }) =>
      isPreflight(headers) ? { status: 204, body: "" } : answered,
    );
    const told = async (given: Answered): Promise<string> => {
      answered = given;
      const { title, text } = (await sendAsPopup(tab, SEND)) as {
        readonly title: string;
        readonly text: string;
      };
      expect(text, title).toMatch(/^[A-Zh].{8,}[.?)]$/s);
      return title;
    };
    expect(await told("away")).toBe("The server cannot be reached");
    expect(await told({ status: 200, body: "<h1>It works!</h1>" })).toBe("This is no galley server");
    expect(await told({ status: 201, body: "null" })).toBe("This is no galley server");
    expect(await told({ status: 502, body: "" })).toBe("This is no galley server");
    const titles: Record<string, string> = {};
    for (const [code, { help, retry }] of Object.entries(FAILURES)) {
      const error = { code, message: "It did not work.", help, retry, requestId: "1" };
      titles[code] = await told({
        status: 400,
        body: JSON.stringify({ error }),
        headers: { "retry-after": "5" },
      });
    }
    expect(titles).toMatchObject({
      KEY_REQUIRED: "The server wants a key",
      SCOPE_MISSING: "The key may not add pages",
      NO_ARTICLE: "No article was kept",
      OVERLOADED: "The server is busy",
      RATE_LIMITED: "The server is busy",
      INPUT_TOO_LARGE: "The page is too large",
      NOT_FOUND: "The server takes no pages",
      INTERNAL: "The page was not added",
    });
  });

  test("sends no cookies, and the key to its server alone", async () => {
    const seen: Record<string, string>[] = [];
    const tab = await background({ kept: KEPT, captured: CAPTURED }, ({ headers }) => {
      seen.push(headers);
      return {
        status: 201,
        body: JSON.stringify({ to: "library", outcome: "seen", at: "//evil.example/x", id: 1 }),
      };
    });
    await tab.context().addCookies([{ name: "session", value: "mine", url: SERVER }]);
    expect(await sendAsPopup(tab, SEND)).toMatchObject({ kind: "added" });
    const call = seen.find((headers) => headers.authorization !== undefined);
    expect(call).toMatchObject({ authorization: `Bearer ${KEY}` });
    expect(call?.cookie).toBeUndefined();
    expect(await sendAsPopup(tab, SEND, { id: "another extension" })).toBe("ignored");
    expect(await sendAsPopup(tab, { kind: "forget" })).toBe("ignored");
  });

  test("opens addresses of its server alone, whatever the server answers", async () => {
    const tab = await background({ kept: KEPT, captured: CAPTURED }, () => ({
      status: 201,
      body: JSON.stringify({ to: "library", outcome: "seen", at: "//evil.example/x", id: 1, title: null }),
    }));
    const { link } = (await sendAsPopup(tab, SEND)) as { readonly link: string };
    expect(new URL(link).origin).toBe(SERVER);
  });
});

/** Where a person looks at the screens that a test has opened. */
const SHOTS = process.env.GALLEY_SHOTS;

async function look(tab: Tab, name: string): Promise<void> {
  if (SHOTS) await tab.screenshot({ path: join(SHOTS, `${name}.png`) });
}

describe("the popup", () => {
  test("shows what became of the page, and where to look at it", async () => {
    const answer = {
      kind: "added",
      title: "New in your library",
      text: "A crane for the harbour",
      link: `${SERVER}/read/1`,
    };
    const tab = await openExtension(browser, "popup.html", { kept: KEPT, answer });
    await tab.setViewportSize({ width: 320, height: 160 });
    await tab.getByRole("heading", { name: "New in your library" }).waitFor();
    expect(await tab.getByRole("link", { name: "Open it" }).getAttribute("href")).toBe(`${SERVER}/read/1`);
    await tab.getByRole("button", { name: "To the studio" }).waitFor();
    await look(tab, "popup-added");
    await tab.getByRole("button", { name: "To the studio" }).click();
    await tab.getByRole("button", { name: "To the library" }).waitFor();
    const sent = (await askedOf(tab)).filter(([name]) => name === "send");
    expect(sent.map(([, message]) => message)).toEqual([SEND, { ...SEND, to: "studio" }]);
  });

  test("shows hostile titles as texts, and leads to the options where they are at fault", async () => {
    const answer = {
      kind: "failed",
      title: "The server wants a key",
      text: "<img src=x onerror=alert(1)>",
      action: "options",
    };
    const tab = await openExtension(browser, "popup.html", { answer });
    await tab.setViewportSize({ width: 320, height: 160 });
    await tab.getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await tab.locator("img").count()).toBe(0);
    expect(await tab.getByRole("button", { name: "To the studio" }).isVisible()).toBe(false);
    await tab.emulateMedia({ colorScheme: "dark" });
    await look(tab, "popup-failed");
    await tab.getByRole("button", { name: "Options" }).click();
    expect((await askedOf(tab)).at(-1)).toEqual(["options"]);
  });
});

describe("the options", () => {
  const fill = async (
    tab: Tab,
    {
      server,
      key = "",
      to = "library",
    }: { readonly server: string; readonly key?: string; readonly to?: string },
  ) => {
    await tab.getByLabel("Address of the server").fill(server);
    await tab.getByLabel("Key").fill(key);
    await tab.locator(`[value=${to}]`).check();
    await tab.getByRole("button", { name: "Save" }).click();
    const note = tab.getByRole("status");
    await expect.poll(() => note.textContent()).not.toBe("");
    return note.textContent();
  };

  test("are kept once the person lets the extension ask the server", async () => {
    const tab = await openExtension(browser, "options.html", {
      kept: { ...KEPT, server: "https://old.example" },
    });
    await expect.poll(() => tab.getByLabel("Address of the server").inputValue()).toBe("https://old.example");
    expect(await fill(tab, { server: " 127.0.0.1:7420/ ", key: ` ${KEY} `, to: "studio" })).toBe("Saved.");
    await look(tab, "options-saved");
    expect(await askedOf(tab)).toEqual([
      ["request", { origins: ["http://127.0.0.1/*"] }],
      ["keep", { server: SERVER, key: KEY, to: "studio" }],
      ["remove", { origins: ["https://old.example/*"] }],
    ]);
  });

  test("are not kept where the person does not", async () => {
    const tab = await openExtension(browser, "options.html", { allows: false });
    expect(await fill(tab, { server: SERVER })).toContain("Not saved");
    expect((await askedOf(tab)).map(([name]) => name)).toEqual(["request"]);
  });

  test("warn of a server elsewhere without https", async () => {
    const tab = await openExtension(browser, "options.html");
    expect(await fill(tab, { server: "http://news.example" })).toContain("Without https");
    expect(await fill(tab, { server: "https://news.example/galley/" })).toBe("Saved.");
    expect(await askedOf(tab)).toContainEqual([
      "keep",
      { server: "https://news.example/galley", key: "", to: "library" },
    ]);
  });

  test.each([
    ["nothing", { server: "" }, "Write the address"],
    ["another scheme", { server: "ftp://news.example" }, "Write the address"],
    [
      "a password in the address",
      { server: "http://me:secret@127.0.0.1:7420" },
      "without a name and password",
    ],
    ["something else for a key", { server: SERVER, key: "secret" }, "This is no key"],
    ["the studio without a key", { server: SERVER, to: "studio" }, "only with a key"],
  ])("say what is wrong with %s, and ask for nothing", async (_, typed, words) => {
    const tab = await openExtension(browser, "options.html");
    expect(await fill(tab, typed)).toContain(words);
    expect(await askedOf(tab)).toEqual([]);
  });
});

test("the manifest asks for little, and names files that are there", () => {
  const manifest = JSON.parse(readFileSync(join(EXTENSION_FOLDER, "manifest.json"), "utf8"));
  expect(manifest.permissions).toEqual(["activeTab", "scripting", "storage"]);
  expect(manifest.host_permissions).toBeUndefined();
  expect(manifest.content_scripts).toBeUndefined();
  const files = [
    manifest.action.default_popup,
    manifest.background.service_worker,
    manifest.options_ui.page,
    ...Object.values<string>(manifest.icons),
  ];
  expect(files.filter((file) => !existsSync(join(EXTENSION_FOLDER, file)))).toEqual([]);
});

test("a full Chromium loads the extension, and its service worker sends a page", async (context) => {
  const executablePath = process.env.CHROME_PATH;
  context.skip(
    !executablePath || /headless.shell/.test(executablePath),
    "CHROME_PATH names no full Chromium; the one from npm has no extensions",
  );
  const folder = newFolder();
  const key = (await galley(["key", "add", "browser", "--scope", "add"], { cwd: folder })).stdout.trim();
  const { url } = await serveGalley([], folder);
  const site = await serve((_, response) =>
    response.setHeader("content-type", "text/html").end(storyPage("A crane for the harbour")),
  );
  // Leave to ask the servers is given by the copy's manifest: nobody is there to click on the question.
  const copy = mkdtempSync(join(tmpdir(), "galley-extension-"));
  cpSync(EXTENSION_FOLDER, copy, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(copy, "manifest.json"), "utf8"));
  writeFileSync(
    join(copy, "manifest.json"),
    JSON.stringify({ ...manifest, host_permissions: ["http://127.0.0.1/*"] }),
  );
  const profile = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "galley-profile-")), {
    ...(executablePath !== undefined && { executablePath }),
    args: ["--headless=new", `--disable-extensions-except=${copy}`, `--load-extension=${copy}`],
    chromiumSandbox: process.getuid?.() !== 0,
    headless: false,
  });
  onTestFinished(() => profile.close());
  const worker = profile.serviceWorkers()[0] ?? (await profile.waitForEvent("serviceworker"));
  const tab = await profile.newPage();
  await tab.goto(`${site.origin}/story`);
  const popup = await profile.newPage();
  const base = worker.url().replace("background.js", "");
  await popup.goto(`${base}options.html`);
  const told = await popup.evaluate(
    async ([settings, address]) => {
      const { chrome } = globalThis as unknown as {
        chrome: Record<string, Record<string, (...values: unknown[]) => Promise<unknown>>> & {
          storage: { local: { set(values: unknown): Promise<void> } };
        };
      };
      await chrome.storage.local.set(settings);
      const [found] = (await chrome.tabs!.query!({ url: `${address}/*` })) as { id: number }[];
      return chrome.runtime!.sendMessage!({ kind: "send", tabId: found!.id });
    },
    [{ server: url, key, to: "library" }, site.origin] as const,
  );
  expect(told).toMatchObject({ kind: "added", text: "A crane for the harbour" });
});
