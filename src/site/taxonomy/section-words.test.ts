import { expect, test } from "vitest";
import { readAddress } from "./addresses.ts";
import { judgeWords, readPlaceWords, readWordOdds, wordKey } from "./section-words.ts";

test("the words of a place are those of its names, subdomain and path, without diacritics", () => {
  const address = readAddress("https://blogs.post.example/a/meteo-nyvik/")!;
  expect(readPlaceWords(["Météo", "Le météo"], address)).toEqual({
    inNames: ["meteo", "le"],
    inAddress: ["blogs", "meteo", "nyvik"],
  });
});

test("an address that is data neither ends the run nor has all of its words read", () => {
  const letters = (at: number) =>
    String.fromCharCode(...[0, 1, 2, 3].map((place) => 97 + (Math.floor(at / 20 ** place) % 20)));
  const long = Array.from({ length: 150_000 }, (_, at) => letters(at)).join("-");
  const { inAddress } = readPlaceWords([], readAddress(`https://post.example/${long}`)!);
  expect(inAddress).toHaveLength(200);
  expect(judgeWords(long.split("-"), () => -1)).toEqual([-150_000, -1]);
});

test("the odds of words add up, and the least is kept", () => {
  const oddsOf = readWordOdds({
    "-1.5": wordKey("jobs"),
    "0.5": ["sport", "football"].map(wordKey).join(" "),
  });
  expect(judgeWords(["sport", "football", "unknown"], oddsOf)).toEqual([1, 0]);
  expect(judgeWords(["sport", "jobs"], oddsOf)).toEqual([-1, -1.5]);
});

test("shipped words tell services from sections", () => {
  const oddsOf = readWordOdds();
  expect(oddsOf("politics")).toBeGreaterThan(0.5);
  expect(oddsOf("login")).toBeLessThan(-0.5);
});
