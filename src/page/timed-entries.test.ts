import { describe, expect, test } from "vitest";
import { processorMs } from "../../test/growth.ts";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";
import { liveEntries, timedEntries } from "./timed-entries.ts";

const SHORT = "The ferry is late.";
const pageOf = (html: string) => new Page(parseHtml(html));
const minutesOf = (html: string) => timedEntries(pageOf(html)).map(({ minutes }) => minutes);

/** Three entries with a time each, in the markup that `wrap` puts around them. */
const entries = (wrap: (entry: string, at: number) => string) =>
  `<div>${[0, 1, 2].map((at) => wrap(`7:05 ${SHORT}`, at)).join("")}</div>`;
const deep = (levels: number, entry: string) =>
  `<p>${"<b>".repeat(levels)}${entry}${"</b>".repeat(levels)}</p>`;
const classed = (characters: number, entry: string, at: number) =>
  `<p class="${"x".repeat(characters)}${at}">${entry}</p>`;

describe("the parts of a page that state a time each", () => {
  test("are siblings with similar markup, however deep their times are", () => {
    const entry = (time: string) => `<div class="post odd"><p><b>${time}</b></p><p>${SHORT}</p></div>`;
    expect(minutesOf(`<div>${["7:05", "19h05", "19.05 Uhr"].map(entry).join("")}</div>`)).toEqual([
      425, 1145, 1145,
    ]);
    expect(minutesOf(`<header>7:05 ${SHORT}</header><main>7:06 ${SHORT}</main><p>7:07 ${SHORT}</p>`)).toEqual(
      [],
    );
  });

  test("are three or more", () => {
    expect(minutesOf(`<ul>${`<li>7:05 ${SHORT}</li>`.repeat(2)}</ul>`)).toEqual([]);
  });

  test("reach up to the next, where their text is beside their time", () => {
    const page = pageOf(`<div>${`<h3>3 May 2024</h3><p>${SHORT}</p><p>${SHORT}</p>`.repeat(3)}</div>`);
    expect(timedEntries(page).map(({ words, minutes }) => [words, minutes])).toEqual(
      Array(3).fill([11, undefined]),
    );
  });

  test("have a few words each, as lines of a timetable have not", () => {
    const lines = (text: string) => `<ul>${`<li>2024 ${text}</li>`.repeat(3)}</ul>`;
    expect(minutesOf(lines("Tea"))).toHaveLength(0);
    expect(minutesOf(lines("Tea and cake"))).toHaveLength(3);
  });

  test("are recognised by a time element before its text", () => {
    const entry = `<li><time datetime="1970-01-01T01:00:00Z">an hour</time> ${SHORT}</li>`;
    expect(minutesOf(`<ul>${entry.repeat(3)}</ul>`)).toEqual([60, 60, 60]);
    for (const time of ["1970-01-01T01:00", "1970-01-01T03:00+02:00", "Thu, 01 Jan 1970 01:00:00 GMT"]) {
      expect(minutesOf(`<ul>${entry.replace(/1970[^"]*/, time).repeat(3)}</ul>`), time).toEqual([60, 60, 60]);
    }
  });

  test("are those that hold most words outside links", () => {
    const teasers = `<li>7:05 <a href=/a>${SHORT.repeat(9)}</a> By our staff</li>`.repeat(9);
    const posts = `<div>9:00 <p>${SHORT.repeat(9)}</p></div>`.repeat(3);
    expect(minutesOf(`<ul>${teasers}</ul><section>${posts}</section>`)).toEqual([540, 540, 540]);
  });

  test("are not sizes, rates and sentences", () => {
    const row = (text: string) => `<ul>${`<li>${text} ${SHORT}</li>`.repeat(3)}</ul>`;
    for (const text of ["<b>4.49%</b>", "<b>1.35:1</b>", "<b>12345</b>"]) {
      expect(minutesOf(row(text))).toEqual([]);
    }
    expect(minutesOf(row(`At 7:05 the ferry left for good, they say.`))).toEqual([]);
  });

  test("have no minutes where a time element states a day alone", () => {
    expect(
      minutesOf(`<ul>${`<li><time datetime="2024-05-03">Friday</time> ${SHORT}</li>`.repeat(3)}</ul>`),
    ).toEqual(Array(3).fill(undefined));
  });

  /** This many lists of four entries with few words, and one of three entries with many. */
  const lists = (count: number) => {
    const short = (at: number) => `<ul class="l${at}">${"<li>7:05 Tea and cake</li>".repeat(4)}</ul>`;
    const long = `<ol>${`<li><b>9:00</b> ${SHORT.repeat(9)}</li>`.repeat(3)}</ol>`;
    return `${Array.from({ length: count }, (_, at) => short(at)).join("")}${long}`;
  };

  test.each([
    ["1,000 times", (of: number) => `<ul>${`<li>7:05 ${SHORT}</li>`.repeat(of)}</ul>`, 1_200, 1_000],
    ["times up to 12 levels deep", (of: number) => entries((one) => deep(of, one)), 10, 3],
    ["no deeper times", (of: number) => entries((one) => deep(of, one)), 14, 0],
    ["parts whose first class differs", (of: number) => entries((one, at) => classed(of, one, at)), 190, 0],
    [
      "parts whose class is alike for 200 characters",
      (of: number) => entries((one, at) => classed(of, one, at)),
      210,
      3,
    ],
    ["the five longest lists", lists, 4, 3],
    ["no shorter lists", lists, 5, 4],
  ])("are looked for within limits: %s", (_, html, of, found) => {
    expect(minutesOf(html(of))).toHaveLength(found);
  });

  test("are found in linear time, however many and however named", () => {
    const name = "x".repeat(100_000);
    const page = pageOf(`<div class="${name}">${`<p class=a>7:05 ${SHORT}</p>`.repeat(30_000)}</div>`);
    let found = 0;
    const tookMs = processorMs(() => {
      found = timedEntries(page).length;
    });
    expect(found).toBeGreaterThan(100);
    expect(tookMs).toBeLessThan(2_000);
  });
});

const TEXT = "The night ferry to Saint Orrin has left the quay with its lamps lit and the band on deck.";
const HOURS = [20, 19, 18, 17, 16, 15, 14];
const update = (hour: number) => `<div><b>${hour}:15</b><p>${TEXT}</p></div>`;
const list = (updates: readonly string[]) => `<main>${updates.join("")}</main>`;

/** How many updates are found where all of the page is kept. */
function countLive(html: string): number {
  const page = new Page(parseHtml(html));
  return liveEntries(page, new Float32Array(page.leaves.count).fill(1)).length;
}

describe("the updates of a live blog", () => {
  test("are known by clock times that fall or rise", () => {
    expect(countLive(list(HOURS.map(update)))).toBe(7);
    expect(countLive(list([...HOURS].reverse().map(update)))).toBe(7);
  });

  test("may pass midnight, but have an order", () => {
    expect(countLive(list([2, 1, 23, 22, 21, 20].map(update)))).toBe(6);
    expect(countLive(list([9, 22, 11, 20, 8, 23].map(update)))).toBe(0);
  });

  test("may be in another order at one step of ten", () => {
    const swapped = (...places: readonly number[]) => {
      const hours = Array.from({ length: 20 }, (_, at) => 23 - at);
      for (const at of places) [hours[at], hours[at + 1]] = [hours[at + 1]!, hours[at]!];
      return countLive(list(hours.map(update)));
    };
    expect([swapped(3, 9), swapped(3, 9, 15)]).toEqual([20, 0]);
  });

  test("are more than a few, and more than lines of a programme", () => {
    expect(countLive(list(HOURS.slice(0, 4).map(update)))).toBe(0);
    expect(countLive(list(HOURS.map((hour) => `<p><b>${hour}:15</b> Tea and cake</p>`)))).toBe(0);
    const line = "Tea and cake on the upper deck, with the band";
    expect(countLive(list(HOURS.map((hour) => `<p><b>${hour}:15</b> ${line}</p>`)))).toBe(0);
  });

  test("have times of few days, not days alone", () => {
    const dated = (day: string) => `<div><time datetime="${day}">a day</time><p>${TEXT}</p></div>`;
    const days = [9, 8, 7, 6, 5, 4].map((day) => `2024-05-0${day}`);
    expect(countLive(list(days.map(dated)))).toBe(0);
    expect(countLive(list(days.map((day) => dated(`${day}T12:00:00Z`))))).toBe(0);
  });

  test("nearly all have a clock's time", () => {
    const dated = `<div><b>2024</b><p>${TEXT}</p></div>`;
    expect(countLive(list([...HOURS.map(update), dated]))).toBe(8);
    expect(countLive(list([...HOURS.map(update), dated, dated, dated]))).toBe(0);
  });

  test("hold most of what is kept, as comments below an article do not", () => {
    const comments = list(HOURS.map(update));
    expect(countLive(`<article>${`<p>${TEXT}</p>`.repeat(10)}</article>${comments}`)).toBe(0);
  });
});
