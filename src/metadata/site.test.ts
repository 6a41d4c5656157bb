import { describe, expect, test } from "vitest";
import { headlineKey } from "../page/index.ts";
import { cutTitle, longPieces, titlePieces } from "./site.ts";

const cut = (stated: string, names: readonly string[], ...headings: readonly string[]) =>
  cutTitle(stated, new Set(headings.map(headlineKey)), () => ({
    siteKeys: names.map(headlineKey),
    sections: new Set(["sport", "정치"]),
  }));

describe("cutTitle", () => {
  test.each([
    ["Tide rises | The Paper", "Tide rises"],
    ["Tide rises - The Paper", "Tide rises"],
    ["Tide rises — ThePaper.example", "Tide rises"],
    ["The Paper: Tide rises", "Tide rises"],
    ["Tide rises · News · The Paper", "Tide rises · News"],
    ["Tide rises - why now?", "Tide rises - why now?"],
    ["Half-time", "Half-time"],
    ["Tide rises | Sport | The Paper", "Tide rises"],
    ["The Paper | Sport | Tide rises", "Tide rises"],
    ["Sport: Tide rises", "Sport: Tide rises"],
    ["조수가 높아진다-정치 | The Paper", "조수가 높아진다"],
    ["Love of Sport", "Love of Sport"],
    ["The Paper", "The Paper"],
  ])("cuts %j to %j", (stated, title) => {
    expect(cut(stated, ["The Paper", "thepaper.example"])).toBe(title);
  });

  test("keeps the part that is also a heading", () => {
    expect(cut("Tide rises - News - Some Site", [], "Tide rises")).toBe("Tide rises");
    expect(cut("Tide - and moon | Some Site", [], "Tide – and moon")).toBe("Tide - and moon");
  });

  test("cuts a name that is most of what is beside the headline", () => {
    expect(cut("Tide rises | The Daily Example Sport", ["The Daily Example"])).toBe("Tide rises");
    expect(cut("Tide rises | Example", ["The Example"])).toBe("Tide rises");
  });

  test("leaves the site's name inside a headline alone", () => {
    expect(cut("The Paper's best year yet | News", ["The Paper"])).toBe("The Paper's best year yet | News");
  });
});

describe("longPieces", () => {
  test.each([
    ["Tide rises in the harbour - National - Sea", "Tide rises in the harbour"],
    ["News : Sea : Tide rises in the harbour", "Tide rises in the harbour"],
    [
      "Tide rises in the harbour - and what it means for us | Sea",
      "Tide rises in the harbour - and what it means for us",
    ],
    ["Tide rises again tomorrow - The Sea Paper", "Tide rises again tomorrow"],
    ["Sea - News", "Sea - News"],
  ])("leaves of %j %j", (title, rest) => {
    expect(longPieces(title)).toBe(rest);
  });
});

test("a title has eight pieces at most, and runs of them", () => {
  const pieces = titlePieces("a | b | c | d | e | f | g | h | i | j");
  expect(pieces).toHaveLength(35);
  expect(pieces).toContain("g | h");
  expect(pieces.join(" ")).not.toContain("i");
});

test("a title of more than eight pieces is searched for headings in the first eight", () => {
  expect(cut("a | b | c | d | e | Tide rises | g | h | i", [], "Tide rises")).toBe("Tide rises");
  expect(cut("a | b | c | d | e | f | g | h | Tide rises", [], "Tide rises")).not.toBe("Tide rises");
});
