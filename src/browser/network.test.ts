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
afterAll(() => browser?.close());

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

  test("gets nothing from this machine, in whatever notation and by whatever means it asks", async () => {
    const inside = await openSite();
    const hosts = [
      "127.0.0.1",
      "127.1",
      "127.0.0.2",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "0",
      "0.0.0.0",
      "localhost",
      "localhost.",
      "a.localhost",
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
    ];
    const at = (path: string) => hosts.map((host) => `http://${host}:${inside.port}${path}`);
    const html = `<base href=https://harbour.example/>
${at("/look.css").map((url) => `<link rel=stylesheet href="${url}"><link rel=preload as=style href="${url}?p"><link rel=preconnect href="${url}">`)}
<style>${at("/look.css?import").map((url) => `@import url("${url}");`)} p { ${at("/a.png").map((url) => `background: url("${url}");`)} }
${at("/a.woff").map((url, n) => `@font-face { font-family: f${n}; src: url("${url}") } #f${n} { font-family: f${n} }`)}</style>
${at("/a.png?img").map((url, n) => `<img src="${url}" id=f${n}><iframe src="${url}"></iframe><object data="${url}"></object><video src="${url}"></video><script src="${url}"></script>`)}
<p>Ferry<script>for (const url of ${JSON.stringify(at("/more.json"))}) {
  fetch(url).catch(() => {}); fetch(url, { method: "POST", body: "a", mode: "no-cors" }).catch(() => {});
  navigator.sendBeacon(url, "a"); new Image().src = url; new EventSource(url); try { new WebSocket(url.replace("http", "ws")); } catch {}
  const link = document.createElement("link"); link.rel = "prefetch"; link.href = url; document.head.append(link);
}
try { new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${inside.port}?transport=tcp" }] }).createDataChannel("a"); } catch {}
</script>`;
    const source = { html, url: "https://harbour.example/" };
    await browser.render(source, { network: true });
    expect(inside.accepted()).toBe(0);
    await browser.render(source, { network: { allow: ["127.0.0.0/8"] } });
    expect(inside.accepted()).toBeGreaterThan(0);
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
