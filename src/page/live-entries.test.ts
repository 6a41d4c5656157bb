import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { liveEntries } from "./live-entries.ts";
import { Page } from "./page.ts";

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

  test("have a clock's time nearly all", () => {
    const dated = `<div><b>2024</b><p>${TEXT}</p></div>`;
    expect(countLive(list([...HOURS.map(update), dated]))).toBe(8);
    expect(countLive(list([...HOURS.map(update), dated, dated, dated]))).toBe(0);
  });

  test("hold most of what is kept, as comments below an article do not", () => {
    const comments = list(HOURS.map(update));
    expect(countLive(`<article>${`<p>${TEXT}</p>`.repeat(10)}</article>${comments}`)).toBe(0);
  });
});
