import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";
import { timedEntries } from "./timed-entries.ts";

const TEXT = "The ferry is late.";
const pageOf = (html: string) => new Page(parseHtml(html));
const minutesOf = (html: string) => timedEntries(pageOf(html)).map(({ minutes }) => minutes);

describe("the parts of a page that state a time each", () => {
  test("are brothers and sisters that look alike, however deep their times stand", () => {
    const entry = (time: string) => `<div class="post odd"><p><b>${time}</b></p><p>${TEXT}</p></div>`;
    expect(minutesOf(`<div>${["7:05", "19h05", "19.05 Uhr"].map(entry).join("")}</div>`)).toEqual([
      425, 1145, 1145,
    ]);
    expect(minutesOf(`<header>7:05 ${TEXT}</header><main>7:06 ${TEXT}</main><p>7:07 ${TEXT}</p>`)).toEqual(
      [],
    );
  });

  test("are three or more", () => {
    expect(minutesOf(`<ul>${`<li>7:05 ${TEXT}</li>`.repeat(2)}</ul>`)).toEqual([]);
  });

  test("reach up to the next, where their text stands beside their time", () => {
    const page = pageOf(`<div>${`<h3>3 May 2024</h3><p>${TEXT}</p><p>${TEXT}</p>`.repeat(3)}</div>`);
    expect(timedEntries(page).map(({ words, minutes }) => [words, minutes])).toEqual(
      Array(3).fill([11, undefined]),
    );
  });

  test("have a few words each, as lines of a timetable have not", () => {
    const lines = (text: string) => `<ul>${`<li>2024 ${text}</li>`.repeat(3)}</ul>`;
    expect(minutesOf(lines("Tea"))).toHaveLength(0);
    expect(minutesOf(lines("Tea and cake"))).toHaveLength(3);
  });

  test("are told by a time element before its text", () => {
    const entry = `<li><time datetime="1970-01-01T01:00:00Z">an hour</time> ${TEXT}</li>`;
    expect(minutesOf(`<ul>${entry.repeat(3)}</ul>`)).toEqual([60, 60, 60]);
    for (const time of ["1970-01-01T01:00", "1970-01-01T03:00+02:00", "Thu, 01 Jan 1970 01:00:00 GMT"]) {
      expect(minutesOf(`<ul>${entry.replace(/1970[^"]*/, time).repeat(3)}</ul>`), time).toEqual([60, 60, 60]);
    }
  });

  test("are those that hold most words outside links", () => {
    const teasers = `<li>7:05 <a href=/a>${TEXT.repeat(9)}</a> By our staff</li>`.repeat(9);
    const posts = `<div>9:00 <p>${TEXT.repeat(9)}</p></div>`.repeat(3);
    expect(minutesOf(`<ul>${teasers}</ul><section>${posts}</section>`)).toEqual([540, 540, 540]);
  });

  test("are no sizes, rates and sentences", () => {
    const row = (text: string) => `<ul>${`<li>${text} ${TEXT}</li>`.repeat(3)}</ul>`;
    for (const text of ["<b>4.49%</b>", "<b>1.35:1</b>", "<b>12345</b>"]) {
      expect(minutesOf(row(text))).toEqual([]);
    }
    expect(minutesOf(row(`At 7:05 the ferry left for good, they say.`))).toEqual([]);
  });

  test("are found in linear time, however many and however named", () => {
    const name = "x".repeat(100_000);
    const page = pageOf(`<div class="${name}">${`<p class=a>7:05 ${TEXT}</p>`.repeat(30_000)}</div>`);
    const start = performance.now();
    expect(timedEntries(page).length).toBeGreaterThan(100);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
