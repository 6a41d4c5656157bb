import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../../test/browser.ts";
import { LOOKS, makeArticlePage } from "../../../test/newsroom/index.ts";
import { readPayloads } from "../../../test/output/payloads.ts";
import { startChromium } from "../../browser/chromium.ts";
import { parsePage } from "../../default-extract.ts";
import { type Document, NODE_KIND } from "../../html/index.ts";
import { hasInk } from "../../text/index.ts";
import { CLOSED_PARTS } from "../app.testing.ts";
import { makeApp } from "../app.ts";
import { cleanSheet } from "./frame/clean-sheet.ts";
import { hostilePages, MISREAD_SHEETS } from "./hostile-pages.data.ts";
import { makeFolder } from "./studio.testing.ts";
import { Studio } from "./studio.ts";

const LONG = 240_000;
const top = makeFolder("sets");
let browser: Browser;
let studio: Studio;
let app: FastifyInstance;
let origin: string;
let context: BrowserContext;
/** Counts what arrives at other servers. */
const arrived: string[] = [];
let outside: Server;
let out: string;

beforeAll(async () => {
  const closed = () => Promise.reject(new Error("closed"));
  studio = new Studio({
    home: makeFolder("studio"),
    folders: [top],
    now: () => Date.now(),
    version: "0.0.0",
    onTrade: () => undefined,
    fetchPage: closed,
    openStore: closed,
  });
  app = makeApp({ ...CLOSED_PARTS, studio, security: { allowedHosts: new Set(["127.0.0.1"]) } });
  await app.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  outside = createServer((request, response) => {
    arrived.push(request.url ?? "");
    response.setHeader("content-type", "text/html").end("<p>Outside");
  });
  await new Promise<void>((done) => outside.listen(0, "127.0.0.1", done));
  out = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  context = await enter(browser);
}, LONG);
afterAll(async () => {
  await browser?.close();
  await app?.close();
  await studio?.close();
  await new Promise((done) => outside.close(done));
});

/** A browser context that the studio has let in. */
async function enter(own: Browser): Promise<BrowserContext> {
  const made = await own.newContext();
  const { token } = studio.sessions;
  const traded = await made.request.post(`${origin}/studio/api/session`, { data: { token } });
  expect(traded.status()).toBe(200);
  return made;
}

/** Makes a set of pages, and gives its id. */
async function openPages(name: string, pages: readonly string[]): Promise<string> {
  const folder = join(top, name);
  mkdirSync(folder);
  const lines = pages.map((html, at) => JSON.stringify({ id: `${at}`, html, url: `${out}/page` }));
  writeFileSync(join(folder, "index.jsonl"), `${lines.join("\n")}\n`);
  const { id } = await studio.sets.open({ kind: "folder", path: name });
  return id;
}

/** Shows a page as the studio does: in a frame whose sandbox has no scripts. */
async function show(page: Page, set: string, id: string): Promise<void> {
  const address = `/studio/frame/${set}/${id}`;
  await page.evaluate(async (src) => {
    document.querySelector("iframe")?.remove();
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-same-origin");
    frame.width = frame.height = "600";
    const loaded = new Promise((done) => frame.addEventListener("load", done));
    frame.src = src;
    document.body.append(frame);
    await loaded;
  }, address);
}

/** The numbered elements of the frame with the nearest one above, and its numbered texts. */
function readFrame(page: Page) {
  return page.evaluate(() => {
    const inner = document.querySelector("iframe")?.contentDocument;
    if (!inner) throw new Error("The frame cannot be read.");
    const number = (element: Element | null | undefined) => Number(element?.getAttribute("data-node") ?? 0);
    const elements = [...inner.querySelectorAll("[data-node]")].map((element) => [
      number(element),
      number(element.parentElement?.closest("[data-node]")),
    ]);
    const walker = inner.createTreeWalker(inner, NodeFilter.SHOW_COMMENT);
    const texts: [number, string][] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.nodeValue) texts.push([Number(node.nodeValue), node.nextSibling?.nodeValue ?? ""]);
    return { elements, texts, error: inner.querySelector("parsererror")?.textContent ?? null };
  });
}

/** All texts with ink that a page is to show: those outside of what is left out or boxed. */
function inkOf(document: Document, numbers: ReadonlySet<number>): readonly [number, string][] {
  const { size, kind, parent, text, textStart, textEnd } = document;
  const found: [number, string][] = [];
  for (let node = 1; node < size; node++) {
    const isText = kind[node] === NODE_KIND.text && hasInk(text, textStart[node]!, textEnd[node]!);
    if (isText && numbers.has(parent[node]!)) found.push([node, text.slice(textStart[node], textEnd[node])]);
  }
  return found;
}

describe("the frame of a page", () => {
  test("is Galley's own tree: every element below the one it is below, every text at its number", {
    timeout: LONG,
  }, async () => {
    const folder = join(import.meta.dirname, "../../../test/pages");
    const saved = readdirSync(folder).map((name) => readFileSync(join(folder, name, "page.html"), "utf8"));
    const made = LOOKS.map((look) => makeArticlePage({ look, language: "en", seed: 5, hardCases: [] }).html);
    // Markup that a parser of HTML would move or copy where it read the written page.
    const odd = [
      "<a>1<p>2<a>3</a></p><b><i>4</b>5</i><table><p>6<tr>7<td>8",
      "<p>1<!-- -->2<script></script>3<p><p>4",
    ];
    const pages = [...saved, ...made, ...odd].filter((html) => html.trim() !== "");
    const set = await openPages("trees", pages);
    const page = await context.newPage();
    await page.goto(`${origin}/studio`);
    for (const [at, html] of pages.entries()) {
      let document: Document;
      try {
        ({ document } = parsePage(html, { url: `${out}/page` }));
      } catch {
        continue;
      }
      await show(page, set, `${at}`);
      const { elements, texts, error } = await readFrame(page);
      expect(error, html.slice(0, 200)).toBeNull();
      const numbers = new Set(elements.map(([node]) => node!));
      expect(numbers.size, "no element twice").toBe(elements.length);
      const wrong = elements.filter(([node, above]) => node !== 1 && document.parent[node!] !== above);
      expect(wrong, html.slice(0, 200)).toEqual([]);
      const normal = ([node, text]: readonly [number, string]) => [node, text.replaceAll("\r", "\n")];
      expect(texts.map(normal)).toEqual(inkOf(document, numbers).map(normal));
    }
    await page.close();
  });

  test("runs, loads, sends and opens nothing, whatever its page holds", { timeout: LONG }, async () => {
    const hostile = hostilePages(out);
    await checkHostile(
      "hostile",
      hostile.map(([, html]) => html),
    );
  });

  test("the same pages as they are do reach the server that counts", { timeout: LONG }, async () => {
    const pages = hostilePages(out).filter(([name]) =>
      /pictures|style sheets that load|linked script/.test(name),
    );
    arrived.length = 0;
    for (const [name, html] of pages) {
      const bare = await browser.newPage();
      await bare.setContent(html);
      await bare.waitForLoadState("load");
      await bare.close();
      expect(arrived.length, name).toBeGreaterThan(0);
      arrived.length = 0;
    }
    expect(pages).toHaveLength(3);
  });

  const payloads = readPayloads();
  test.skipIf(payloads === undefined)(
    "nor with any public payload (needs the data folder, GALLEY_DATA)",
    { timeout: LONG },
    async () => {
      // Some are no page by themselves, such as a signature of another kind of file.
      await checkHostile(
        "payloads",
        (payloads ?? []).map((payload) => `<p>Text</p>${payload}`),
      );
    },
  );

  test("rendered, is the tree of the browser with what scripts added, and as quiet", {
    timeout: LONG,
  }, async () => {
    const html = `<h1>Title</h1><script>document.body.append(Object.assign(document.createElement("p"), { textContent: "Added by a script" }))</script>`;
    const set = await openPages("rendered", [html]);
    const plain = await studio.view(set, "0", { by: "ann", render: false });
    const rendered = await studio.view(set, "0", { by: "ann", render: true });
    const textsOf = ({ tree }: typeof plain) =>
      tree.map(([, , , text]) => text).filter((text) => text !== "");
    expect(textsOf(plain)).toEqual(["Title"]);
    expect(textsOf(rendered)).toEqual(["Title", "Added by a script"]);
    expect(rendered.pageHash).not.toBe(plain.pageHash);
    const page = await context.newPage();
    await page.goto(`${origin}/studio`);
    await show(page, set, "0?render");
    const { texts } = await readFrame(page);
    expect(texts.map(([, text]) => text)).toEqual(["Title", "Added by a script"]);
    const numbers = rendered.tree.filter(([, , name]) => name === "").map(([node]) => node);
    expect(texts.map(([node]) => node)).toEqual(numbers);
    await page.close();
  });

  test("shows the pictures of its own look, whichever was shown last", { timeout: LONG }, async () => {
    const folder = join(top, "pictured");
    mkdirSync(folder);
    const script = `document.body.prepend(Object.assign(document.createElement("img"), { src: "b.png" }))`;
    writeFileSync(join(folder, "0.html"), `<p>Text<img src="a.png"><script>${script}</script>`);
    for (const name of ["a", "b"]) writeFileSync(join(folder, `${name}.png`), name);
    const { id } = await studio.sets.open({ kind: "folder", path: "pictured" });
    const pictures = async (query: string) => {
      const { xhtml } = await studio.frame(id, "0.html", query !== "");
      const addresses = [...xhtml.matchAll(/ src="([^"]*)"/g)].map(([, address]) => origin + address);
      return Promise.all(addresses.map(async (address) => (await context.request.get(address)).text()));
    };
    expect(await pictures("")).toEqual(["a"]);
    expect(await pictures("?render")).toEqual(["b", "a"]);
    expect(await pictures("")).toEqual(["a"]);
  });

  test("loads nothing by its style sheets, also where no policy holds them back", {
    timeout: LONG,
  }, async () => {
    const page = await context.newPage();
    const loadedBy = async (sheet: string): Promise<readonly string[]> => {
      await page.goto(out);
      arrived.length = 0;
      // The last picture of the page: what comes before it has arrived by then.
      const sheets = [sheet, `q{background:url(${out}/marker)}`];
      await page.evaluate((texts) => {
        document.body.innerHTML = "<p>Text</p><q>Marker</q>";
        for (const textContent of texts)
          document.head.append(Object.assign(document.createElement("style"), { textContent }));
      }, sheets);
      await expect.poll(() => arrived).toContain("/marker");
      return arrived.filter((path) => path === "/x");
    };
    for (const sheet of MISREAD_SHEETS.map((one) => one.replaceAll("http://out.example", out))) {
      expect(await loadedBy(sheet)).toEqual(["/x"]);
      expect(await loadedBy(cleanSheet(sheet, () => undefined))).toEqual([]);
    }
    await page.close();
  });

  test("of a million nodes shows the first ones", { timeout: LONG }, async () => {
    const set = await openPages("million", [`<p>First${"<b>x</b>".repeat(500_000)}`]);
    const page = await context.newPage();
    await page.goto(`${origin}/studio`);
    await show(page, set, "0");
    const text = await page.evaluate(() =>
      document.querySelector("iframe")?.contentDocument?.body.textContent?.slice(0, 5),
    );
    expect(text).toBe("First");
    await page.close();
  });
});

/** Shows pages, in their frame and as separate documents, and watches for side effects. */
async function checkHostile(name: string, pages: readonly string[]): Promise<void> {
  const set = await openPages(name, pages);
  const before = await studio.sets.list();
  const page = await context.newPage();
  const events: string[] = [];
  page.on("dialog", (dialog) => events.push(`dialog ${dialog.message()}`));
  page.on("download", (download) => events.push(`download ${download.url()}`));
  page.on("popup", (popup) => events.push(`popup ${popup.url()}`));
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = url.startsWith(`${origin}/studio`) || url.startsWith("data:");
    if (!isOwn || request.method() !== "GET") events.push(`${request.method()} ${url}`);
  });
  await page.goto(`${origin}/studio`);
  await page.evaluate(() => {
    Object.assign(window, { messages: 0 });
    window.addEventListener("message", () => Object.assign(window, { messages: 1 }));
  });
  const title = await page.title();
  arrived.length = 0;
  for (const at of pages.keys()) {
    await show(page, set, `${at}`);
    const { error, elements } = await readFrame(page);
    expect({ page: pages[at], error }).toEqual({ page: pages[at], error: null });
    expect(elements.length, pages[at]).toBeGreaterThan(0);
    expect(
      elements.filter(([node]) => node! > 900 && pages[at]!.length < 5000),
      pages[at],
    ).toEqual([]);
  }
  expect(await page.title()).toBe(title);
  expect(await page.evaluate(() => (window as unknown as { messages: number }).messages)).toBe(0);
  expect(page.url()).toBe(`${origin}/studio`);
  for (const at of pages.keys()) {
    await page.goto(`${origin}/studio/frame/${set}/${at}`);
    expect(page.url()).toBe(`${origin}/studio/frame/${set}/${at}`);
  }
  expect(events).toEqual([]);
  expect(arrived).toEqual([]);
  expect(await studio.sets.list()).toEqual(before);
  await page.close();
}

describe("other sites", () => {
  /** A page of another origin that tries everything; it reports what it could read. */
  const attack = (
    target: string,
  ) => `<!doctype html><iframe src="${target}/studio"></iframe><img src="${target}/studio/api/sets">
<script>
const tries = {};
const note = (name, promise) => promise.then((r) => r.text().then((t) => { tries[name] = r.type + ' ' + r.status + ' ' + t.length; })).catch(() => { tries[name] = 'refused'; });
const body = JSON.stringify({ kind: 'samples' });
const api = '${target}/studio/api/sets';
window.done = Promise.all([
  note('json', fetch(api, { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body })),
  note('text', fetch(api, { method: 'POST', credentials: 'include', body })),
  note('opaque', fetch(api, { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'content-type': 'text/plain' }, body })),
  note('read', fetch(api, { credentials: 'include' })),
  note('delete', fetch(api, { method: 'DELETE', credentials: 'include' })),
]).then(() => tries);
</script>
<form id=f method=post enctype=text/plain action="${target}/studio/api/sets" target=t><input name='{"kind":"samples","x":"' value='"}'></form><iframe name=t></iframe><script>f.submit()</script>`;

  async function serve(html: () => string): Promise<{ readonly port: number; readonly close: () => void }> {
    const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html()));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return { port: (server.address() as AddressInfo).port, close: () => server.close() };
  }

  test("of another port, whose requests carry the cookie, change and read nothing", {
    timeout: LONG,
  }, async () => {
    const before = await studio.sets.list();
    const evil = await serve(() => attack(origin));
    const page = await context.newPage();
    const answers: [string, number][] = [];
    page.on("response", (response) => {
      if (response.url().startsWith(`${origin}/studio/api`))
        answers.push([response.request().method(), response.status()]);
    });
    await page.goto(`http://127.0.0.1:${evil.port}/`);
    const tries = await page.evaluate(
      () => (window as unknown as { done: Promise<Record<string, string>> }).done,
    );
    expect(tries).toEqual({
      json: "refused",
      text: "refused",
      opaque: "refused",
      read: "refused",
      delete: "refused",
    });
    await page.waitForLoadState("networkidle");
    for (const [method, status] of answers) expect([method, status >= 400]).toEqual([method, true]);
    expect(answers.length).toBeGreaterThan(0);
    expect(await studio.sets.list()).toEqual(before);
    evil.close();
    await page.close();
  });

  test("at a name that was rebound to this server are refused", { timeout: LONG }, async () => {
    const rules = "--host-resolver-rules=MAP rebound.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";
    const own = await startChromium({ switches: [rules] });
    const page = await own.newPage();
    const answer = await page.goto(`http://rebound.example:${new URL(origin).port}/studio`);
    expect(answer?.status()).toBe(403);
    const status = await page
      .evaluate(async (token) => {
        const headers = { "content-type": "application/json" };
        const sent = await fetch("/studio/api/session", {
          method: "POST",
          headers,
          body: JSON.stringify({ token }),
        });
        return sent.status;
      }, studio.sessions.token)
      .catch(() => "blocked");
    expect([403, "blocked"]).toContain(status);
    // The token was not used up.
    await (await enter(browser)).close();
    await own.close();
  });
});
