import MarkdownIt from "markdown-it";
import type { Browser, Page } from "playwright-core";
import sanitize from "sanitize-html";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Article } from "../../src/article/index.ts";
import { toHtml, toHtmlDocument, toMarkdown, toXml } from "../../src/output/index.ts";
import { launchBrowser } from "../browser.ts";
import { ALLOWED, findForbidden, findForbiddenInDocument } from "./allowed.ts";
import { HOSTILE_SNIPPETS } from "./hostile.data.ts";
import { readPayloads } from "./payloads.ts";
import { wholeArticle } from "./whole-article.ts";
import { findXmlFault } from "./xml-fault.ts";

const payloads = readPayloads();
const markdown = new MarkdownIt({ html: true });
/** Tags that Markdown's renderer writes and our HTML does not. */
const RENDERED = ["s", "thead"];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe("snippets written for the project", () => checkSnippets(HOSTILE_SNIPPETS));

describe.skipIf(payloads === undefined)("public payloads (need the data folder, GALLEY_DATA)", () =>
  checkSnippets(payloads ?? []),
);

function checkSnippets(snippets: readonly string[]): void {
  test("leave only allowed elements, attributes and addresses in HTML", () => {
    for (const snippet of snippets) {
      for (const article of variants(snippet)) {
        expect({ snippet, found: findForbidden(toHtml(article)) }).toEqual({ snippet, found: [] });
        const found = findForbiddenInDocument(toHtmlDocument(article));
        expect({ snippet, found }).toEqual({ snippet, found: [] });
      }
    }
  });

  test("leave nothing that a second sanitiser would take out", () => {
    for (const snippet of snippets) {
      for (const article of variants(snippet)) {
        for (const html of [toHtml(article), bodyOf(toHtmlDocument(article))])
          expect(plain(sanitize(html, SECOND_NET))).toBe(plain(sanitize(html, KEEP_ALL)));
      }
    }
  });

  test("leave no tag and no unsafe link in rendered Markdown", () => {
    for (const snippet of snippets) {
      for (const article of variants(snippet)) {
        const found = findForbidden(markdown.render(toMarkdown(article)), RENDERED);
        expect({ snippet, found }).toEqual({ snippet, found: [] });
      }
    }
  });

  test("leave well-formed XML without unsafe addresses", () => {
    for (const snippet of snippets) {
      for (const article of variants(snippet)) {
        const xml = toXml(article);
        expect({ snippet, fault: findXmlFault(xml) }).toEqual({ snippet, fault: undefined });
        expect(xml).not.toMatch(/(?:target|url)="(?!https?:|mailto:|tel:|data:image\/(?!svg))/i);
      }
    }
  });

  test("no output runs a script, opens a dialog or asks for more than its pictures", async () => {
    const page = await browser.newPage();
    const seen = { dialogs: 0, requests: [] as string[] };
    page.on("dialog", async (dialog) => {
      seen.dialogs++;
      await dialog.dismiss();
    });
    await page.route("**", (route) => {
      seen.requests.push(route.request().url());
      return route.abort();
    });
    for (const snippet of snippets) {
      const article = hostileBody(snippet);
      const allowed = new Set([...article.media.map(({ src }) => src), ...posters(article)].map(decode));
      // Without its policy too: that is only the second net.
      const document = toHtmlDocument(article);
      const unguarded = document.replace(/<meta http-equiv[^>]*>/, "");
      for (const html of [toHtml(article), document, unguarded, markdown.render(toMarkdown(article))]) {
        seen.requests.length = 0;
        const pwned = await show(page, html);
        expect({ snippet, pwned, dialogs: seen.dialogs }).toEqual({ snippet, pwned: false, dialogs: 0 });
        expect(seen.requests.filter((url) => !allowed.has(decode(url)))).toEqual([]);
      }
      expect({ snippet, strange: await findStrangeXml(page, toXml(article)) }).toEqual({
        snippet,
        strange: [],
      });
    }
    await page.close();
  }, 180_000);
}

test("the check in a browser notices a script that does run", async () => {
  const page = await browser.newPage();
  expect(await show(page, "<img src='data:,' onerror='window.__pwned = 1'>")).toBe(true);
  await page.close();
});

/** The snippet as a page's body, and as the HTML and the title of an article that somebody stored. */
function variants(snippet: string): Article[] {
  const body = hostileBody(snippet);
  const said = { title: snippet, authors: [snippet], published: snippet, site: snippet, language: snippet };
  return [body, { ...body, ...said, html: snippet, url: snippet, image: snippet }];
}

function hostileBody(snippet: string): Article {
  return wholeArticle(
    `<!doctype html><title>${snippet}</title><body><p>Before.</p><div>${snippet}</div><p>After.</p>`,
  );
}

function posters(article: Article): string[] {
  return [...article.html.matchAll(/ poster="([^"]*)"/g)].map(([, src = ""]) => src.replaceAll("&amp;", "&"));
}

/** Markdown's renderer escapes more of an address than a URL parser does. */
function decode(url: string): string {
  return url.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

async function show(page: Page, html: string): Promise<boolean> {
  await page.setContent(html, { waitUntil: "domcontentloaded" });
  return page.evaluate(async () => {
    for (const element of document.querySelectorAll("*")) {
      for (const name of ["mouseover", "focus", "load", "error", "toggle"])
        element.dispatchEvent(new Event(name));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    return "__pwned" in window;
  });
}

/** Elements that a browser reads from XML and that are not TEI: a parse error, or markup that came through. */
function findStrangeXml(page: Page, xml: string): Promise<string[]> {
  return page.evaluate((source) => {
    const root = new DOMParser().parseFromString(source, "application/xml");
    const strange = [...root.querySelectorAll("*")].filter(
      (element) => element.namespaceURI !== "http://www.tei-c.org/ns/1.0",
    );
    return strange.map((element) => element.nodeName);
  }, xml);
}

/** What a document shows, without its head. */
function bodyOf(document: string): string {
  return document.slice(document.indexOf("<main>"), document.lastIndexOf("</main>"));
}

const KEEP_ALL: sanitize.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowedSchemes: ["http", "https", "mailto", "tel", "data"],
  allowVulnerableTags: true,
};
const SECOND_NET: sanitize.IOptions = {
  allowedTags: [...Object.keys(ALLOWED), "main", "header", "bdi", "time"],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(ALLOWED).map(([tag, names]) => [tag, [...names]])),
    a: ["href", "title", "rel"],
    time: ["datetime", "dir"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["http", "https", "data"], video: ["http", "https", "data"] },
};

function plain(html: string): string {
  return html.replaceAll(/\s+/g, " ");
}
