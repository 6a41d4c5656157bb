import { describe, expect, test } from "vitest";
import { parseHtml, rawText } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { choosePictures } from "./picture-reader.ts";

const PROSE =
  "The ferry to Saint Orrin sailed again on Saturday, with eleven passengers and a piano on board.";
const OTHER =
  "The council meets on Tuesday to talk about the quay, the boat, the piano and the price of it all.";
const ADDRESS = "https://paper.example/news/ferry";

function choose(html: string) {
  const page = new Page(parseHtml(html), ADDRESS);
  const { document, leaves } = page;
  const kept = Uint8Array.from(leaves.node, (node) => {
    const text = document.kind[node] === 0 ? "" : rawText(document, node);
    return Number(text.includes(PROSE) || text.includes(OTHER));
  });
  return { page, ...choosePictures(page, kept, new URL(ADDRESS)) };
}

/** The addresses of the pictures that the article shows, without its site. */
function sources(html: string): string[] {
  const { sources: own, backgrounds } = choose(html);
  const found = [...own.values(), ...backgrounds.map(({ src }) => src)];
  return found.map((src) => src.replace("https://paper.example", ""));
}

/** An article with something between its paragraphs. */
function among(html: string): string {
  return `<main><h1>Ferry returns</h1><div><p>${PROSE}</p>${html}<p>${OTHER}</p></div></main>`;
}

/** An article with something above its headline and text. */
function above(html: string, head = ""): string {
  return `${head}<main>${html}<h1>Ferry returns</h1><div><p>${PROSE}</p><p>${OTHER}</p></div></main>`;
}

describe("pictures of the article", () => {
  test.each([
    ["a picture between paragraphs", among('<img src="/a.jpg">')],
    ["a picture whose caption was not kept", among('<div><img src="/a.jpg"><p>At dawn</p></div>')],
    [
      "a picture that leads to itself",
      among('<a href="/big/a.jpg"><img src="/a.jpg" width=180 height=150></a>'),
    ],
    [
      "a photo that leads elsewhere",
      among('<a href="https://b.example/x"><img src="/a.jpg" width=600 height=400></a>'),
    ],
    [
      "a picture with a linked source",
      among(
        '<div class="wp-caption"><a href="/b"><img src="/a.jpg"></a><p><a href="/b">From the harbour files</a></p></div>',
      ),
    ],
    ["a drawing that stands alone", among('<p><img src="/a.svg"></p>')],
    [
      "a large picture with a button on it",
      among('<div class="share-overlay"><img src="/a.jpg" width=800 height=600></div>'),
    ],
    ["a picture in noscript alone", among('<div><noscript><img src="/a.jpg"></noscript></div>')],
    [
      "the lead right below the headline",
      `<main><h1>Ferry</h1><img src="/a.jpg"><div><p>${PROSE}</p><p>${OTHER}</p></div></main>`,
    ],
    ["a large lead over the headline", above('<img src="/a.jpg" width=900 height=500>')],
    [
      "the lead that the page states",
      above(
        '<img src="/a.jpg"><p>By Ann</p><p>May</p><p>Share</p>',
        '<meta property="og:image" content="https://cdn.example/a.jpg?w=1200">',
      ),
    ],
    [
      "the last picture, below the text",
      among("").replace("</div>", '<img src="/a.jpg" width=800 height=500></div>'),
    ],
  ])("are %s", (_, html) => {
    expect(sources(html)).toEqual(["/a.jpg"].map((src) => (html.includes("a.svg") ? "/a.svg" : src)));
  });

  test.each([
    ["the background of an empty element", among('<div style="background-image: url(/a.jpg)"></div>')],
    ["the data of an empty element", among('<div data-srcset="/s.jpg 300w, /a.jpg 900w"></div>')],
    ["a custom element", among('<amp-img src="/a.jpg" width=600 height=400></amp-img>')],
    [
      "the background that the headline stands on",
      `<main><header style="background:url('/a.jpg')"><h1>Ferry</h1></header><p>${PROSE}</p><p>${OTHER}</p></main>`,
    ],
  ])("are %s", (_, html) => {
    expect(sources(html)).toEqual(["/a.jpg"]);
  });

  test("are all pictures of a gallery in data", () => {
    const gallery = '[{"src":"https:\\/\\/paper.example\\/a.jpg"},{"src":"https://paper.example/b.jpg"}]';
    expect(sources(among(`<div data-gallery='${gallery}'></div>`))).toEqual(["/a.jpg", "/b.jpg"]);
  });
});

describe("pictures that are not the article's", () => {
  test.each([
    ["small", "a thumbnail by its size", among('<img src="/a.jpg" width=96 height=96>')],
    ["small", "a thumbnail by its address", among('<img src="/a-80x80.jpg">')],
    [
      "small",
      "a stand-in of a few bytes",
      among(`<img src="data:image/png;base64,${"iVBORw0KGgo".repeat(60)}">`),
    ],
    [
      "portrait",
      "an author by a name around it",
      among('<div class="ArticleAuthor"><img src="/a.jpg"></div>'),
    ],
    ["portrait", "an author by the link", among('<a href="/autoren/ann-low/1"><img src="/a.jpg"></a>')],
    ["share", "a button to share", among('<ul id="share-bar"><li><img src="/a.jpg"></li></ul>')],
    ["icon", "a picture in a button", among('<button><img src="/a.jpg"></button>')],
    ["icon", "a logo by its file", among('<img src="/img/paper-logo.png">')],
    ["icon", "a drawing beside other things", among('<div><img src="/a.svg"><span>2 min</span></div>')],
    [
      "icon",
      "a link to the front page",
      among('<a href="https://paper.example/"><img src="/a.jpg" width=600></a>'),
    ],
    [
      "advertisement",
      "an advertisement by a name around it",
      among('<div class="ad-slot"><img src="/a.jpg"></div>'),
    ],
    [
      "advertisement",
      "an advertisement by its format",
      among('<a href="https://b.example/"><img src="/a.jpg" width=728 height=90></a>'),
    ],
    [
      "advertisement",
      "an offer by its file",
      among('<a href="https://b.example/x"><img src="/summer-banner.jpg"></a>'),
    ],
    ["teaser", "a teaser by a name around it", among('<div class="related"><img src="/a.jpg"></div>')],
    [
      "teaser",
      "a teaser by its repeated link",
      among('<div><a href="/b"><img src="/a.jpg"></a><h3><a href="/b">Storm closes the pier</a></h3></div>'),
    ],
    [
      "teaser",
      "a teaser in a figure in its link",
      among('<a href="/b"><figure><img src="/a.jpg"></figure>Storm closes the pier</a>'),
    ],
    [
      "teaser",
      "a card beside its link",
      among('<div><img src="/a.jpg"><h3><a href="/b">Storm closes the old pier of Wexley</a></h3></div>'),
    ],
    [
      "teaser",
      "a small picture that leads elsewhere",
      among('<a href="/b"><img src="/a.jpg" width=180 height=120></a>'),
    ],
    ["teaser", "a list of links", among('<ul><li><a href="/b"><img src="/a.jpg"></a></ul>')],
    [
      "elsewhere",
      "a picture over the headline of unknown size",
      above('<img src="/a.jpg"><p>Menu</p><p>News</p><p>Sport</p>'),
    ],
    ["unseen", "a hidden picture", among('<div hidden><img src="/a.jpg" width=600 height=400></div>')],
    ["blank", "an image without an address", among("<img class=lazy>")],
  ])("are reported as %s: %s", (fault, _, html) => {
    const { page, sources: shown, faults, backgrounds } = choose(html);
    expect([...shown.values(), ...backgrounds]).toEqual([]);
    const picture = page.leaves.kind.indexOf(1);
    if (fault !== "blank") expect(faults.get(picture)).toBe(fault);
  });

  test("are copies of another size, below the text as well", () => {
    const html = `${among('<img src="/harbour-quay-300x200.jpg" width=300 height=200><img src="/harbour-quay.jpg">')}`;
    expect(sources(html)).toEqual(["/harbour-quay-300x200.jpg"]);
  });

  test("are those far below the text", () => {
    const texts = Array.from({ length: 12 }, (_, at) => `<p>Line ${at}</p>`).join("");
    expect(sources(`${among("")}${texts}<img src="/a.jpg" width=800 height=500>`)).toEqual([]);
  });
});

test("an image that represents an emoji is not a picture", () => {
  const { sources: shown, faults } = choose(
    `<p>${PROSE} <img src="/1f642.png" alt="🙂" width=16 height=16></p>`,
  );
  expect([...shown, ...faults]).toEqual([]);
});

test("a page without kept text has no pictures of the article", () => {
  const page = new Page(parseHtml('<img src="/a.jpg" width=20 height=20>'), ADDRESS);
  const { sources: shown, backgrounds, faults } = choosePictures(page, Uint8Array.of(1), undefined);
  expect([...shown, ...backgrounds, ...faults]).toEqual([]);
});

test("a kept picture without an address, or far from the text, is left out with a reason", () => {
  const page = new Page(
    parseHtml(`<img><p>${PROSE}</p>${"<p>Line</p>".repeat(12)}<img src="/a.jpg">`),
    ADDRESS,
  );
  const kept = Uint8Array.from(page.leaves.node, (_, leaf) =>
    Number(leaf < 2 || leaf === page.leaves.count - 1),
  );
  const { faults } = choosePictures(page, kept, new URL(ADDRESS));
  expect([...faults.values()]).toEqual(["blank", "elsewhere"]);
});
