import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "../../test/growth.ts";
import { decodeXml, readFeed, readOpml, repairFeed } from "./read-feed.ts";

const AT = "https://news.example/feed";

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="a>b.xsl"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Harbour News</title>
<atom:link rel="next" href="?page=2"/><!-- <item> no entry -->
<item><title><![CDATA[Ferries <b>return</b> & stay]]></title><link>/2026/ferries?a=1&amp;b=2</link><pubDate>Tue, 17 Nov 2026 08:00:00 +0100</pubDate><source url="https://wire.example/">The Wire</source></item>
<item note="a > b"><title>Crane &amp;amp; quay</title><guid>https://news.example/crane</guid><pubDate>Yesterday</pubDate></item>
<item><title>No address</title><guid isPermaLink="false">17</guid></item>
<item><link>javascript:alert(1)</link><title>Hostile</title></item>
</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Quay</title>
<entry><title type="html">Tide &amp;ndash; high</title><link rel="self" href="/self"/><link href="/tide"/><updated>2026-11-16T10:00:00Z</updated></entry>
<entry><title>Fog</title><link rel="alternate" href="/fog"/><published>2026-11-15</published></entry></feed>`;

const RDF = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="x"><title>Old</title></channel><item rdf:about="/a"><title>A</title><dc:date>2005-03-01</dc:date></item></rdf:RDF>`;

const JSON_FEED = JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: "J",
  next_url: "/older",
  items: [
    {
      id: "1",
      url: "https://news.example/1",
      title: 'A "quoted" ] title',
      date_published: "2026-11-17T08:00:00Z",
    },
    { id: "2", url: "https://news.example/2", external_url: "https://else.example/2", title: "B" },
  ],
});

describe("a feed", () => {
  test("of RSS gives titles as readers see them, absolute addresses, dates and publishers", () => {
    expect(readFeed(RSS, AT)).toEqual({
      title: "Harbour News",
      next: "https://news.example/feed?page=2",
      isRepaired: false,
      hasMore: false,
      entries: [
        {
          url: "https://news.example/2026/ferries?a=1&b=2",
          title: "Ferries return & stay",
          published: "2026-11-17T08:00:00+01:00",
          publisher: "The Wire",
        },
        {
          url: "https://news.example/crane",
          title: "Crane & quay",
          published: undefined,
          publisher: undefined,
        },
      ],
    });
  });

  test("of Atom, RDF and JSON gives the same", () => {
    const short = (text: string) =>
      readFeed(text, AT).entries.map(({ url, title, published }) => [url, title, published]);
    expect(short(ATOM)).toEqual([
      ["https://news.example/tide", "Tide – high", "2026-11-16T10:00:00Z"],
      ["https://news.example/fog", "Fog", "2026-11-15"],
    ]);
    expect(short(RDF)).toEqual([["https://news.example/a", "A", "2005-03-01"]]);
    expect(short(JSON_FEED)).toEqual([
      ["https://news.example/1", 'A "quoted" ] title', "2026-11-17T08:00:00Z"],
      ["https://else.example/2", "B", undefined],
    ]);
  });

  test.each([
    ["RSS", RSS],
    ["Atom", ATOM],
    ["RDF", RDF],
    ["JSON", JSON_FEED],
  ])("of %s that is cut at any byte gives its whole entries or BAD_FEED, never another entry", (_, text) => {
    const all = readFeed(text, AT).entries;
    const bytes = new TextEncoder().encode(text);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (length) => {
        const cut = decodeXml(bytes.subarray(0, length), undefined);
        try {
          const { entries, isRepaired } = readFeed(cut, AT);
          expect(entries).toEqual(all.slice(0, entries.length));
          if (entries.length < all.length) expect(isRepaired).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: "BAD_FEED" });
        }
      }),
      { numRuns: 600 },
    );
  });

  test("that is cut inside its second entry keeps the first", () => {
    const { entries, isRepaired } = readFeed(RSS.slice(0, RSS.indexOf("amp; quay")), AT);
    expect([entries.map(({ title }) => title), isRepaired]).toEqual([["Ferries return & stay"], true]);
  });

  test.each([
    ["an HTML page", "<!DOCTYPE html><html><title>Not found</title>", /is an HTML page/],
    ["nothing", "", /cannot be read/],
    [
      "an entity bomb",
      `<!DOCTYPE a [<!ENTITY b "b">${'<!ENTITY c "&b;&b;">'.repeat(9)}]><x>&c;</x>`,
      /cannot be read/,
    ],
    ["a number", "17", /cannot be read/],
  ])("that is %s is BAD_FEED", (_, text, message) => {
    expect(() => readFeed(text, AT)).toThrow(message);
  });

  test("does not expand entities of its own", () => {
    const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss version="2.0"><channel><title>&b;</title><item><link>/x</link><title>&b;</title></item></channel></rss>`;
    expect(readFeed(bomb, AT).entries[0]?.title).not.toContain("aaaa");
  });

  test("with entities that would expand to gigabytes costs neither time nor memory", () => {
    const levels = Array.from(
      { length: 30 },
      (_, at) => `<!ENTITY e${at} "${at === 0 ? "boom" : `&e${at - 1};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE r [${levels.join("")}]><rss version="2.0"><channel><title>&e29;</title><item><link>/x</link><title>&e29;</title></item></channel></rss>`;
    const opml = `<!DOCTYPE r [${levels.join("")}]><opml version="2.0"><body><outline text="&e29;" xmlUrl="https://a.example/&e29;"/></body></opml>`;
    const tookMs = processorMs(() => {
      const titles = readFeed(bomb, AT).entries.map(({ title = "" }) => title.length);
      expect(Math.max(0, ...titles)).toBeLessThan(1000);
      expect(JSON.stringify(readOpml(opml, "x")).length).toBeLessThan(1000);
    });
    expect(tookMs).toBeLessThan(2000);
  });

  test("that is cut off takes time in proportion to its size, however deep it is nested", () => {
    const deep = `<rss>${"<a>".repeat(40_000)}${"<item></item>".repeat(40_000)}`;
    const tookMs = processorMs(() => {
      expect(repairFeed(deep)).toBe(`${deep}${"</a>".repeat(40_000)}</rss>`);
    });
    expect(tookMs).toBeLessThan(3000);
  });

  test("whose dates are wrong has entries without them", () => {
    const dates = ["99/99/9999", "yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "-1", "9".repeat(100_000)];
    const items = dates.map((date) => `<item><link>/x</link><pubDate>${date}</pubDate></item>`);
    const { entries } = readFeed(`<rss version="2.0"><channel>${items.join("")}</channel></rss>`, AT);
    expect(entries.map(({ published }) => published)).toEqual(dates.map(() => undefined));
  });
});

describe("the text of a feed", () => {
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>caf\u00e9</a>', "latin1");
  test.each([
    ["by its declaration", latin, undefined],
    [
      "by the header before its declaration",
      Buffer.from('<?xml encoding="ISO-8859-1"?><a>café</a>'),
      "utf-8",
    ],
    ["by its mark before the header", Buffer.from("\ufeff<a>café</a>", "utf16le"), "utf-8"],
    ["as UTF-8 where the header names no charset that there is", Buffer.from("<a>café</a>"), "klingon"],
  ])("is decoded %s", (_, bytes, charset) => {
    expect(decodeXml(bytes, charset)).toContain("<a>café</a>");
  });
});

describe("an OPML file", () => {
  test("gives the feeds of all its folders, each once", () => {
    const text = `<opml version="2.0"><body><outline text="News"><outline text="A" xmlUrl="https://a.example/feed"/><outline text="B"><outline xmlUrl=" https://b.example/feed "/></outline></outline><outline xmlUrl="https://a.example/feed"/><outline xmlUrl="file:///etc/passwd"/></body></opml>`;
    expect(readOpml(text, "feeds.opml").addresses).toEqual([
      "https://a.example/feed",
      "https://b.example/feed",
    ]);
  });

  test("names its feeds by their title, else their text", () => {
    const text = `<opml version="2.0"><body><outline text="a" title="A &amp;amp; B" xmlUrl="https://a.example/feed"/><outline text="C" xmlUrl="https://c.example/feed"/></body></opml>`;
    expect([...readOpml(text, "feeds.opml").titles]).toEqual([
      ["https://a.example/feed", "A & B"],
      ["https://c.example/feed", "C"],
    ]);
  });

  test.each(["<body></body>", "<body/>", "<head><title>Mine</title></head>"])(
    "that holds %s lists nothing",
    (body) => {
      expect(readOpml(`<opml version="2.0">${body}</opml>`, "feeds.opml").addresses).toEqual([]);
    },
  );

  test("warns of outlines that are left out, by their lines", () => {
    const text = `<opml version="2.0"><body>
<outline text="Folder"><outline text="A" type="rss" xmlUrl="https://a.example/feed"/></outline>
<outline text="B" type="rss" xmlUrl="file:///etc/passwd"/>
<outline text="C" type="rss"/>
</body></opml>`;
    expect(readOpml(text, "feeds.opml").warnings).toEqual([
      "feeds.opml, line 3: file:///etc/passwd is not a web address; left out.",
      "feeds.opml, line 4: the feed C has no xmlUrl; left out.",
    ]);
  });

  test("that is none is BAD_FEED", () => {
    expect(() => readOpml("<html>", "feeds.opml")).toThrow(/feeds\.opml cannot be read as OPML/);
  });
});
