import { describe, expect, test } from "vitest";
import { type Item, itemsOf } from "./read-items.ts";

const URL_OF_PAGE = "https://post.example/";

function read(body: string, head = ""): readonly Item[] {
  return itemsOf(`<!doctype html><head>${head}</head><body>${body}</body>`, { url: URL_OF_PAGE });
}

const titles = (items: readonly Item[]) => items.map(({ title }) => title);

const STORIES = ["Harbour wall gives way", "Ferry sold for one crown", "Mayor leaves before the vote"];

const address = (index: number) => `/news/${20_001 + index}-a-story`;

const heading = (title: string, index: number) => `<h3><a href="${address(index)}">${title}</a></h3>`;

const cards = (names: readonly string[] = STORIES) =>
  names.map((title, index) => `<div>${heading(title, index)}</div>`).join("");

const SIX = [...STORIES, "Rain for a week", "Library opens on Sundays", "Tram stops at the hospital"];

describe("what an item is", () => {
  test("may have an address of one short word, if a headline announces it; a folder is a topic", () => {
    const zebra = '<div><h3><a href="/news/zebra">Zebra escapes from the zoo at night</a></h3></div>';
    const topic = '<div><h3><a href="/topics/animals/">More of our topic of the week</a></h3></div>';
    const section = '<div><h3><a href="/news/animals">Animals and plants</a></h3></div>';
    expect(titles(read(cards() + zebra + topic + section))).toEqual([
      ...STORIES,
      "Zebra escapes from the zoo at night",
    ]);
  });

  test("is not in the shop, among the vouchers or on another network, though it looks alike", () => {
    const offers = [
      "https://store.post.example/product/20417-a-book-of-harbours",
      "/subscriptions/20418-read-us-for-a-year",
      "https://vouchers.post.example/code/20419-a-tenth-off",
      "https://twitter.com/post/status/20420",
    ].map((href) => `<div><h3><a href="${href}">A tenth off for all our readers</a></h3></div>`);
    const menu = '<nav><a href="/">Home</a><a href="https://twitter.com/post">Follow us</a></nav>';
    expect(titles(read(menu + cards() + offers.join("")))).toEqual(STORIES);
  });

  test("is not what a menu of sections promotes, whatever the menu is called", () => {
    const sections = SIX.flatMap((_, index) => [`/town/${"abcdef"[index]}/`, `/sport/${"abcdef"[index]}/`]);
    const entries = sections.map((path) => `<li><a href="${path}">Part ${path.at(-2)}</a></li>`).join("");
    const promoted = heading("The story that the menu shows", 7);
    expect(
      titles(read(`<div><ul>${entries}</ul><div>${promoted}</div></div><div>${cards(SIX)}</div>`)),
    ).toEqual(SIX);
  });

  test("is title, address, teaser, picture and section of a card, with absolute addresses", () => {
    const items = read(`
      <section><h2>Sport</h2>
        <div><a href="/news/20001-a-story?utm_source=front"><img src="/wall.jpg" width="600" height="400"></a>
          <span>Kicker</span><h3><a href="/news/20001-a-story#top">Harbour wall gives way</a></h3>
          <p>It had stood for a century before the storm came.</p><p>By Ana Ruz</p></div>
        <div>${heading("Ferry sold for one crown", 1)}</div>
      </section>`);
    expect(items).toEqual([
      {
        title: "Harbour wall gives way",
        url: "https://post.example/news/20001-a-story",
        teaser: "It had stood for a century before the storm came.",
        image: "https://post.example/wall.jpg",
        section: "Sport",
      },
      {
        title: "Ferry sold for one crown",
        url: "https://post.example/news/20002-a-story",
        teaser: null,
        image: null,
        section: "Sport",
      },
    ]);
  });

  test("has a title without times, buttons and texts for screen readers", () => {
    const [item] = read(
      cards([
        '<span class="sr-only">For subscribers</span> Harbour wall gives way <time>10:42</time><button>Play</button>',
        ...STORIES.slice(1),
      ]),
    );
    expect(item?.title).toBe("Harbour wall gives way");
  });

  test("comes once and in page order however often it is linked, with what any of its cards has", () => {
    const again = `<div>${heading(STORIES[0]!, 0)}<p>What the second card says is a whole sentence.</p></div>`;
    const items = read(cards() + again);
    expect(titles(items)).toEqual(STORIES);
    expect(items[0]?.teaser).toBe("What the second card says is a whole sentence.");
  });

  test("is the heading of its card where the link only says to read on", () => {
    const card = `<div><h2>Old harbour wall gives way</h2><a href="${address(9)}">Read on</a></div>`;
    expect(titles(read(card + cards()))).toEqual(["Old harbour wall gives way", ...STORIES]);
  });

  test("has the larger heading of its card as title, and the smaller one is its kicker", () => {
    const card = `<article><a href="${address(0)}"><h4>Storm damage in the old port</h4><h3>Wall falls</h3></a></article>`;
    expect(titles(read(card))).toEqual(["Wall falls"]);
  });

  test("has the kicker in its heading left out of the title", () => {
    const heading = (inside: string) => `<h3><a href="/town/20417-harbour-wall">${inside}</a></h3>`;
    const page = (inside: string) => itemsOf(heading(inside), { url: "https://post.example/" })[0]?.title;
    const kicker = '<span class="kicker">Storm in the bay</span>';
    expect(page(`${kicker}<span class="title">Harbour wall gives way</span>`)).toBe("Harbour wall gives way");
    expect(page("Harbour <em>wall</em> gives way")).toBe("Harbour wall gives way");
    expect(page("<span>Harbour wall gives</span> <span>way after the storm</span>")).toBe(
      "Harbour wall gives way after the storm",
    );
  });

  test("has the first link of its card as title where the second is its teaser", () => {
    const card = (index: number) =>
      `<li><p><a href="${address(index)}">${SIX[index]} on Monday night</a></p>
       <p><a href="${address(index)}">${"What was said of it at length, and by whom, stands here. ".repeat(2)}</a></p></li>`;
    expect(titles(read([0, 1, 2].map(card).join("")))).toEqual(
      STORIES.map((title) => `${title} on Monday night`),
    );
  });

  test("has the picture that a script would load", () => {
    const image = (markup: string) => read(`<div>${markup}${heading(STORIES[0]!, 0)}</div>`)[0]?.image;
    expect(image('<img src="data:," data-src="/lazy.jpg">')).toBe("https://post.example/lazy.jpg");
    expect(image('<amp-img src="/amp.jpg"></amp-img>')).toBe("https://post.example/amp.jpg");
  });

  test("is the heading of an article whatever its address, unless menus lead there", () => {
    const card = '<article><h3><a href="/puzzle">A puzzle for the whole family</a></h3></article>';
    expect(titles(read(cards() + card))).toEqual([...STORIES, "A puzzle for the whole family"]);
    expect(titles(read(`<nav><a href="/puzzle">Games</a></nav>${cards()}${card}`))).toEqual(STORIES);
  });

  test("may be of another site of the publisher, which its menus lead to", () => {
    const card = '<h3><a href="https://weekly.example/30001-walls">What walls are good for</a></h3>';
    const menu = '<nav><a href="https://weekly.example/">Weekly</a></nav>';
    expect(titles(read(menu + cards() + card))).toEqual([...STORIES, "What walls are good for"]);
  });

  test("has its address by the base of the page", () => {
    const [item] = read('<h3><a href="20001-a-story">Harbour wall gives way</a></h3>', '<base href="/old/">');
    expect(item?.url).toBe("https://post.example/old/20001-a-story");
  });
});

describe("what is left out", () => {
  test.each([
    ["menus", `<nav>${heading("Everything about the harbour", 9)}</nav>`],
    ["the foot of the page", `<footer>${cards(SIX)}</footer>`.replaceAll("2000", "9000")],
    ["other sites", '<h3><a href="https://shop.example/news/99999-buy">Buy a wall of your own</a></h3>'],
    ["what is paid for", `<h3><a rel="sponsored nofollow" href="${address(9)}">Buy a wall today</a></h3>`],
    ["scripts", "<h3><a href=\"javascript:open('x')\">Open the wall of pictures</a></h3>"],
    ["writers", '<h3><a rel="author" href="/by/20017-ana-ruz">Ana Ruz of the harbour</a></h3>'],
    ["addresses", '<address><h3><a href="/by/20017-ana-ruz">Ana Ruz of the harbour</a></h3></address>'],
    ["times", `<h3><a href="${address(9)}">13:12 14:15</a></h3>`],
    ["what scripts fill in", `<h3><a href="${address(9)}">You have {{left}} stories left</a></h3>`],
    ["sounds", '<h3>Harbour wall gives way</h3><a href="/audio/20099.mp3">Listen</a>'],
    ["sections", '<h3><a href="/sport/">Sport of the whole region</a></h3>'],
    ["a page of a calendar", '<h3><a href="/2024/05/12/">All stories of the day</a></h3>'],
    ["the page itself", '<h3><a href="/">Post of the whole region</a></h3>'],
    ["what is hidden", `<div hidden>${heading("Not to be seen by anyone", 9)}</div>`],
    [
      "linked labels above the cards",
      `<section><h2><a href="/s/16804-x">Arts & Life</a></h2>${cards()}</section>`,
    ],
  ])("leaves out %s", (_, markup) => {
    expect(titles(read(cards() + markup))).toEqual(STORIES);
  });

  test("leaves plain links to more stories out where the page marks its headlines", () => {
    const more = `<ul><li><a href="${address(9)}">More about the wall and the storm</a></li></ul>`;
    expect(titles(read(cards(SIX) + more))).toEqual(SIX);
  });

  test("leaves none out where they are many: then they are the shorter news of the page", () => {
    const news = ["More about the wall and the storm", "Choir sings in the old school again"];
    const lines = news.map((title, index) => `<li><a href="${address(9 + index)}">${title}</a></li>`);
    expect(titles(read(`${cards(SIX)}<ul>${lines.join("")}</ul>`))).toEqual([...SIX, ...news]);
  });
});

describe("pages that mark nothing", () => {
  const plain = (names: readonly string[]) =>
    names.map((title, index) => `<b><a href="${address(index)}">${title}</a></b><br>`).join("");

  test("have plain links as headlines, short ones where they look like the others", () => {
    const names = [...SIX.filter((title) => title.split(" ").length >= 4), "Rain"];
    expect(titles(read(plain([...names, "Ferry sold"])))).toEqual(names.slice(0, -1).concat("Ferry sold"));
  });

  test("have headlines in any script", () => {
    const names = [
      "古い図書館の改修計画をめぐり住民が対立",
      "المدينة تعيد فتح الميناء القديم",
      "부두 벽 무너져 두 명 다쳐",
    ];
    expect(titles(read(plain(names)))).toEqual(names);
  });

  test("have the classes of their headlines read", () => {
    const card = (title: string, index: number) =>
      `<div><a href="${address(index)}"><div class="card__headline">${title}</div></a></div>`;
    expect(titles(read(SIX.map(card).join("")))).toEqual(SIX);
  });
});

describe("unusual pages", () => {
  test.each([
    ["no links", "<p>Nothing to see.</p>"],
    ["only pictures", '<a href="/news/20001-a-story"><img src="/a.jpg"></a>'],
  ])("a page with %s has no items", (_, markup) => {
    expect(read(markup)).toEqual([]);
  });

  test("a page without address has the absolute links of the site that it links to most", () => {
    const markup = cards().replaceAll('href="/', 'href="https://post.example/');
    expect(titles(itemsOf(markup, { url: undefined }))).toEqual(STORIES);
  });

  test("a page in an archive of the web is read as the one that it was", () => {
    const archive = "https://archive.example/web/20050412093000";
    const card = '<h3><a href="https://shop.example/walls">Buy a wall of your own</a></h3>';
    const section = '<h3><a href="https://post.example/town/">All about the old town</a></h3>';
    const html = (cards() + card + section)
      .replaceAll('href="/', 'href="https://post.example/')
      .replaceAll('href="', `href="${archive}/`);
    const items = itemsOf(html, { url: `${archive}/https://post.example/` });
    expect(titles(items)).toEqual(STORIES);
    expect(items[0]?.url).toBe(`${archive}/https://post.example${address(0)}`);
  });

  test("spellings of one address do not make another article", () => {
    const again = `<h3><a href="http://www.post.example${address(0)}/">Harbour wall gives way</a></h3>`;
    expect(titles(read(cards() + again))).toEqual(STORIES);
  });

  test("parameters do not make another article of one title", () => {
    const again = `<h3><a href="${address(0)}?mod=most_read">Harbour wall gives way</a></h3>`;
    expect(titles(read(cards() + again))).toEqual(STORIES);
    const other = `<h3><a href="/story?id=20001">Live at noon</a></h3><h3><a href="/story?id=20002">Live at noon</a></h3>`;
    expect(titles(read(other))).toEqual(["Live at noon", "Live at noon"]);
  });

  test("a heading far above the cards, and a number, label nothing", () => {
    const menu = `<ul>${"<li>Skip to the next part of this page</li>".repeat(9)}</ul>`;
    const sectionsOf = (markup: string) => new Set(read(markup).map(({ section }) => section));
    expect(sectionsOf(`<h2>Ways to move</h2>${menu}${cards()}`)).toEqual(new Set([null]));
    expect(sectionsOf(`<div><h2>1</h2>${cards()}</div>`)).toEqual(new Set([null]));
    expect(sectionsOf(`<h2>Town</h2>${cards()}`)).toEqual(new Set(["Town"]));
  });

  test("sessions in addresses do not make another article", () => {
    const again = Array.from({ length: 50 }, (_, index) =>
      heading("Harbour wall gives way", 0).replace("-a-story", `-a-story?PHPSESSID=${index}f00`),
    );
    expect(read(again.join("")).length).toBe(1);
  });

  test("a page of 20,000 links is read", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => heading(`Story number ${index}`, index));
    expect(read(many.join("")).length).toBe(20_000);
  });
});

describe("the items of a page without an address", () => {
  const BODY = `<h2><a href="/20417-harbour-wall-gives-way">Harbour wall gives way in the night</a></h2>
<h2><a href="/20418-ferry-returns-to-the-quay">Ferry returns to the quay</a></h2>`;

  function urlsOf(head: string, url?: string): readonly string[] {
    return itemsOf(head + BODY, { url }).map((item) => item.url);
  }

  test.each([
    ["link rel=canonical", "<link rel=canonical href='https://post.example/'>"],
    ["og:url", "<meta property='og:url' content='https://post.example/'>"],
  ])("are found by %s", (_, head) => {
    expect(urlsOf(head)).toEqual([
      "https://post.example/20417-harbour-wall-gives-way",
      "https://post.example/20418-ferry-returns-to-the-quay",
    ]);
  });

  test("are none where it states none either", () => {
    expect(urlsOf("")).toEqual([]);
  });

  test("The address a page was found at goes before the one it states", () => {
    const [first] = urlsOf("<link rel=canonical href='https://post.example/'>", "https://mirror.example/");
    expect(first).toBe("https://mirror.example/20417-harbour-wall-gives-way");
  });
});
