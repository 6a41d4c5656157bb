import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { guessSuffix } from "../url/index.ts";
import { foreignItems, isAggregator, refreshTarget, splitPublishers } from "./aggregator.ts";

const entry = (url: string, publisher?: string) => ({ url, title: "A", published: undefined, publisher });

describe("an aggregator", () => {
  test("names publishers or leads to other sites", () => {
    const own = entry("https://www.news.example/a");
    const is = (...entries: ReturnType<typeof entry>[]) =>
      isAggregator(entries, "https://feeds.news.example/rss", guessSuffix);
    expect(is(own, own, entry("https://else.example/b"))).toBe(false);
    expect(is(own, entry("https://else.example/b"))).toBe(true);
    expect(
      is(entry("https://news.example/go?1", "The Wire"), entry("https://news.example/go?2", "Quay")),
    ).toBe(true);
    expect(is()).toBe(false);
  });

  test.each([
    ["Ferries stay - The Wire", undefined, "Ferries stay", "The Wire"],
    ["Ferries - and cranes - stay – The Wire", "The  wire", "Ferries - and cranes - stay", "The  wire"],
    ["Ferries stay - not the cranes", "The Wire", "Ferries stay - not the cranes", "The Wire"],
    ["Ferries stay", undefined, "Ferries stay", undefined],
    ["A well-known ferry", undefined, "A well-known ferry", undefined],
  ])("puts the publisher after the title: %j", (title, publisher, headline, name) => {
    const other = entry("https://else.example/b", "Else");
    const given = { url: "https://a.example/", title, published: undefined, publisher };
    const [{ title: found, publisher: from }] = splitPublishers([given, other], guessSuffix) as [
      typeof given,
    ];
    expect([found, from]).toEqual([headline, name]);
  });
});

test("a paper with two domains keeps the ends of its titles", () => {
  const titles = [
    "Storm closes the basin - live updates",
    "Ferries stay",
    "Cranes fall",
    "Fog over the quay",
  ];
  const entries = titles.map((title, at) => ({ ...entry(`https://paper${at % 2}.example/${at}`), title }));
  expect(isAggregator(entries, "https://paper0.example/feed", guessSuffix)).toBe(true);
  expect(splitPublishers(entries, guessSuffix)).toEqual(entries);
});

describe("a page of an aggregator", () => {
  const NAMES = ["storm", "fog", "crane", "ferry", "tram", "quay"];
  const links = (link: (name: string, at: number) => string) =>
    NAMES.map((name, at) => ({
      ...entry(link(name, at)),
      title: `The ${name} in the basin - Paper ${at % 3}`,
    }));

  test("whose redirects tell nothing names papers at the end of its titles", () => {
    const redirects = links((_, at) => `https://agg.example/read/CBMiXmh0dHBz${at}`);
    expect(isAggregator(redirects, "https://agg.example/topic", guessSuffix)).toBe(true);
    expect(splitPublishers(redirects, guessSuffix)[4]).toMatchObject({
      title: "The tram in the basin",
      publisher: "Paper 1",
    });
  });

  test.each([
    ["its own stories, with sections", links((name) => `https://agg.example/news/the-${name}-in-the-basin`)],
    [
      "its own stories, with its name",
      links((_, at) => `https://agg.example/${at}`).map((each) => ({
        ...each,
        title: each.title.replace(/\d$/, ""),
      })),
    ],
    ["a few stories", links((_, at) => `https://agg.example/${at}`).slice(0, 4)],
  ])("is none that has %s", (_, entries) => {
    expect(isAggregator(entries, "https://agg.example/", guessSuffix)).toBe(false);
    expect(splitPublishers(entries, guessSuffix)).toEqual(entries);
  });

  test("that links to papers announces their stories, once and without advertisements", () => {
    const page = (link: (name: string, at: number) => string) =>
      new Page(parseHtml(`<main>${NAMES.map(link).join("")}</main>`), "https://agg.example/topic");
    const story = (name: string, at: number) =>
      `<h3><a href="https://paper${at}.example/${name}">The <b>${name}</b> in the northern basin</a></h3><a href="https://paper${at}.example/">Paper ${at} of the port</a><a href="https://paper${at}.example/${name}#c">The ${name} in the northern basin</a><a rel="sponsored" href="https://shop.example/${at}">Buy a lamp for your ship</a><a href="/about">About all of these papers</a>`;
    expect(foreignItems(page(story), guessSuffix).map(({ url, title }) => [url, title])).toEqual(
      NAMES.map((name, at) => [`https://paper${at}.example/${name}`, `The ${name} in the northern basin`]),
    );
    const partner = (name: string) =>
      `<a href="https://shop.example/${name}">A ${name} for your own small ship</a>`;
    expect(foreignItems(page(partner), guessSuffix)).toEqual([]);
  });
});

test("of a service that carries the feed of one paper no title is cut", () => {
  const entries = ["France - Brazil", "Ferries - a report"].map((title, at) => ({
    ...entry(`https://feeds.example/${at}`),
    title,
  }));
  expect(splitPublishers(entries, guessSuffix)).toEqual(entries);
});

describe("a page that sends its readers on", () => {
  const target = (html: string) => refreshTarget(new Page(parseHtml(html), "https://agg.example/go?1"));

  test("names the address of the article", () => {
    expect(
      target(`<meta http-equiv="Refresh" content="0; URL='https://news.example/a'"><p>One moment.`),
    ).toBe("https://news.example/a");
  });

  test.each([
    ["reloads itself", '<meta http-equiv=refresh content="0;url=https://agg.example/go?1">'],
    ["waits for minutes", '<meta http-equiv=refresh content="300;url=/other">'],
    ["has a text of its own", `<meta http-equiv=refresh content="5;url=/other"><p>${"word ".repeat(200)}`],
    ["runs a script", '<meta http-equiv=refresh content="0;url=javascript:alert(1)">'],
  ])("is none that %s", (_, html) => {
    expect(target(html)).toBeUndefined();
  });
});
