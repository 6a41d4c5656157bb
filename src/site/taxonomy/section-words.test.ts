import { expect, test } from "vitest";
import { readAddress } from "./addresses.ts";
import { judgeWords, readPlaceWords, readWordOdds } from "./section-words.ts";

test("the words of a place are those of its names, subdomain and path, without diacritics", () => {
  const address = readAddress("https://blogs.post.example/a/meteo-nyvik/")!;
  expect(readPlaceWords(["Météo", "Le météo"], address)).toEqual({
    inNames: ["meteo", "le"],
    inAddress: ["blogs", "meteo", "nyvik"],
  });
});

test("the odds of words add up, and the least is kept", () => {
  const oddsOf = readWordOdds({ "-1.5": "jobs", "0.5": "sport football" });
  expect(judgeWords(["sport", "football", "unknown"], oddsOf)).toEqual([1, 0]);
  expect(judgeWords(["sport", "jobs"], oddsOf)).toEqual([-1, -1.5]);
});

test("shipped words tell services from sections", () => {
  const oddsOf = readWordOdds();
  expect(oddsOf("politics")).toBeGreaterThan(0.5);
  expect(oddsOf("login")).toBeLessThan(-0.5);
});
