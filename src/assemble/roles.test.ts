import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { buildContent } from "./build-content.ts";
import { DEFAULT_INCLUSION, dropExtras, type Inclusion } from "./roles.ts";
import { blocksText } from "./text.ts";

const BODY =
  "<p>The last ferry left Wexley nine years ago with eleven passengers and a piano on board, and on Saturday at half past eight, if the wind allows, the next one will follow it across the sound to Saint Orrin.</p>";

/** The lines of the text beside the body. */
function extras(html: string, include: Partial<Inclusion> = {}, title = "Ferry returns"): string[] {
  const page = new Page(parseHtml(`<article>${html}${BODY}</article>`), "https://paper.example/");
  const kept = new Uint8Array(page.leaves.count).fill(1);
  const leaves = dropExtras(page, kept, {
    include: { ...DEFAULT_INCLUSION, ...include },
    title: () => title,
  });
  const text = blocksText(buildContent(page, { leaves }).blocks, { captions: true });
  return text.split(/\n+/).filter((line) => !line.startsWith("The last ferry left"));
}

describe("what is no part of the text", () => {
  test.each<[keyof Inclusion, string]>([
    ["headline", "<p>Kept</p><h1>Ferry <i>returns</i></h1>"],
    ["byline", '<p>Kept</p><p>By <a rel="author" href="/m">Marta Ellingsworth</a>, Wexley</p>'],
    ["byline", "<p>Kept</p><div>Published <time>12 March 2026, 07:30</time></div>"],
    ["byline", '<p>Kept</p><div itemprop="author"><span itemprop="name">Marta Ellingsworth</span></div>'],
    ["embeds", '<p>Kept</p><blockquote class="twitter-tweet"><p>A post</p></blockquote>'],
    ["related", '<p>Kept</p><nav><a href="/a">More</a></nav>'],
    ["related", '<p>Kept</p><aside><h3>More</h3><a href="/a">A long linked headline</a></aside>'],
    ["promotions", "<p>Kept</p><aside>Sign up for our letter <input type=email></aside>"],
    ["pullQuotes", "<p>Kept</p><aside>with eleven passengers and a piano on board</aside>"],
    ["pullQuotes", "<p>Kept</p><blockquote>eleven passengers and a piano</blockquote>"],
    ["comments", '<p>Kept</p><div itemprop="comment"><p>First!</p></div>'],
  ])("leaves out %s unless asked: %s", (role, html) => {
    expect(extras(html)).toEqual(["Kept"]);
    expect(extras(html, { [role]: true }).length).toBeGreaterThan(1);
  });

  test.each<[keyof Inclusion, string]>([
    ["standfirst", '<p>Kept</p><p itemprop="description">A restored quay</p>'],
    ["headings", "<p>Kept</p><h2>A boat</h2>"],
    ["lists", "<p>Kept</p><ul><li>one</li></ul>"],
    ["tables", "<p>Kept</p><table><tr><th>a</th><td>b</td></tr></table>"],
    ["quotes", "<p>Kept</p><blockquote>My grandfather</blockquote>"],
    ["corrections", '<p>Kept</p><p itemprop="correction">Earlier we said six.</p>'],
    ["footnotes", '<p>Kept</p><div role="doc-footnote">1 See the trust.</div>'],
  ])("leaves out %s only when asked", (role, html) => {
    expect(extras(html).length).toBeGreaterThan(1);
    expect(extras(html, { [role]: false })).toEqual(["Kept"]);
  });
});

describe("a long element with an author or a date in it", () => {
  const sentence = "The harbour master said that the boat would leave at dawn. ".repeat(3);
  test.each([
    ["an address", `<address><p>${sentence}</p><p>By <a rel="author" href="/a">Ann Low</a></p></address>`],
    [
      "an author",
      `<div itemprop="author"><p>${sentence}</p><p itemprop="datePublished">12 March 2026</p></div>`,
    ],
    [
      "an address in an address",
      `<address>${sentence}<address><p>${sentence}</p><time>May</time></address></address>`,
    ],
  ])("hides no short byline inside: %s", (_, html) => {
    const lines = extras(`<p>Kept</p>${html}`);
    expect(new Set(lines)).toEqual(new Set(["Kept", sentence.trim()]));
  });
});

describe("a link in a heading to its own place", () => {
  const heading = (link: string) => extras(`<p>Kept</p><h2 id="a">A boat ${link}</h2>`);

  test.each(["#", "¶", "§", "🔗"])("is left out where it is a mere sign: %s", (sign) => {
    expect(heading(`<a href="#a">${sign}</a>`)).toEqual(["Kept", "A boat"]);
  });

  test("stays where it is a word, or leads elsewhere", () => {
    expect(heading('<a href="#a">here</a>')).toEqual(["Kept", "A boat here"]);
    expect(heading('<a href="/a">#</a>')).toEqual(["Kept", "A boat #"]);
  });
});

describe("what only looks like an extra stays", () => {
  test("a sentence that names its author or a date", () => {
    const html = `<p>On <time>Saturday</time> ${"the harbour master said that the boat would leave at dawn. ".repeat(3)}</p>`;
    expect(extras(html)).toHaveLength(1);
  });

  test("a line of a chronology", () => {
    expect(extras("<ul><li><time>1914</time> The war begins in the north</li></ul>")).toHaveLength(1);
  });

  test("an aside with words of its own", () => {
    expect(
      extras("<aside>The boat was built in 1988 for a river that has since been bridged.</aside>"),
    ).toHaveLength(1);
  });

  test("a line that equals the title after the body has begun", () => {
    expect(extras(`${BODY}<h2>Ferry returns</h2>`)).toEqual(["Ferry returns"]);
  });

  test("a line that equals the title stays after 200 characters of body, and not after fewer", () => {
    const start = (length: number) => `<p>${"a ".repeat(length / 2 - 1)}ab</p><h2>Ferry returns</h2>`;
    expect(extras(start(200)).at(-1)).toBe("Ferry returns");
    expect(extras(start(190)).at(-1)).toMatch(/^a /);
  });

  test("an aside is a list of links when half of its text is linked", () => {
    const aside = (linked: string) => `<p>Kept</p><aside>ten letters <a href="/a">${linked}</a></aside>`;
    expect(extras(aside("twelve of it"))).toEqual(["Kept"]);
    expect(extras(aside("nine of it"))).toEqual(["Kept", "ten letters nine of it"]);
  });

  test("a part stays when it is half of what was kept", () => {
    const nav = (words: number) => `<p>Kept</p><nav><a href=/a>${"link ".repeat(words)}</a></nav>`;
    expect(extras(nav(30))).toEqual(["Kept"]);
    expect(extras(nav(60))).toHaveLength(2);
  });

  test("an extra that holds most of what was kept", () => {
    const post = `<p itemprop="comment">${"A comment that is the page. ".repeat(40)}</p>`;
    expect(extras(post)).toHaveLength(1);
  });
});
