import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../fetch/loopback.testing.ts";
import { type BrowserPool, openBrowser } from "./index.ts";

const TYPES = { html: "text/html", css: "text/css", js: "text/javascript", json: "application/json" };
const FILES: Readonly<Record<string, string>> = {
  "/story.html": `<link rel=stylesheet href=/look.css><p>Ferry</p><script src=/fill.js></script>`,
  "/look.css": "p { font-size: 27px }",
  "/fill.js":
    "fetch('/more.json').then((answer) => answer.json()).then(({ text }) => document.body.append(text))",
  "/more.json": '{ "text": " and more" }',
};

/** A server of a small site; `asked` are the paths that were asked for. */
async function openSite() {
  const asked: string[] = [];
  const site = await serve((request, response) => {
    const path = request.url ?? "";
    asked.push(`${request.method} ${path}`);
    if (path === "/old.html") return response.writeHead(301, { location: "/story.html" }).end();
    const kind = path.slice(path.lastIndexOf(".") + 1) as keyof typeof TYPES;
    const body = FILES[path];
    if (body === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": TYPES[kind] }).end(body);
  });
  return { ...site, asked };
}

let browser: BrowserPool;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const allowed = { network: { allow: ["127.0.0.1"] } };

describe("a page of the network", () => {
  test("is rendered with what it asks for, at the address that it was sent to", async () => {
    const { origin } = await openSite();
    const { page } = await browser.render({ address: `${origin}/old.html` }, allowed);
    expect(page.url).toBe(`${origin}/story.html`);
    expect(page.document.text).toBe("Ferry and more");
    expect(page.layout?.complete).toBe(true);
    expect(page.layout?.fontSize).toContain(27);
  });

  test("gets nothing from addresses that the guard refuses", async () => {
    const { origin, asked } = await openSite();
    const html = `<link rel=stylesheet href=${origin}/look.css><img src=${origin}/a.png><p>Ferry`;
    const url = "https://harbour.example/";
    const { page } = await browser.render({ html, url }, { network: true });
    expect(page.layout?.complete).toBe(false);
    expect(asked).toEqual([]);
    await expect(
      browser.render({ address: `${origin}/story.html` }, { network: true }),
    ).rejects.toMatchObject({
      code: "ADDRESS_REFUSED",
    });
  });

  test("sends nothing but questions", async () => {
    const { origin, asked } = await openSite();
    const send = "fetch('/tell', { method: 'POST', body: 'a' }); navigator.sendBeacon('/beacon', 'a')";
    await browser.render({ html: `<p>Ferry<script>${send}</script>`, url: `${origin}/` }, allowed);
    expect(asked.filter((line) => !line.startsWith("GET"))).toEqual([]);
  });

  test("that never loads is read as it is, with a warning", async () => {
    const hanging = await serve(() => {});
    const html = `<p>Ferry<img src=${hanging.origin}/a.png>`;
    const { page, warnings } = await browser.render({ html }, { ...allowed, timeoutMs: 4000 });
    expect(page.document.text).toBe("Ferry");
    expect(warnings).toEqual(["LOAD_UNFINISHED"]);
    expect(hanging.accepted()).toBe(1);
  });
});
