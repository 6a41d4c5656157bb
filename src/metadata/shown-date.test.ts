import { describe, expect, test } from "vitest";
import { readShownDate } from "./shown-date.ts";

function shownDate(language: string, ...texts: readonly string[]): string | undefined {
  const snippets = texts.map((text) => ({ text, from: 0, to: 1 }));
  return readShownDate("published", { snippets, language });
}

describe("readShownDate", () => {
  test.each([
    ["Published May 3, 2024", "en", "2024-05-03"],
    ["3rd of May 2024", "en", "2024-05-03"],
    ["By Ann Lee · Sept. 9, 2024 at 8:05 a.m.", "en", "2024-09-09T08:05:00"],
    ["Freitag, 3. Mai 2024 um 15:44 Uhr", "de", "2024-05-03T15:44:00"],
    ["Publié le 1er août 2024 à 07h30", "fr", "2024-08-01T07:30:00"],
    ["3 de mayo de 2024", "es", "2024-05-03"],
    ["3. května 2024", "cs", "2024-05-03"],
    ["3 мая 2024", "ru", "2024-05-03"],
    ["3 Mayıs 2024", "tr", "2024-05-03"],
    ["2024年5月3日", "ja", "2024-05-03"],
    ["2024年5月3日 8時30分", "ja", "2024-05-03T08:30:00"],
    ["2024年5月3日8时30分", "zh", "2024-05-03T08:30:00"],
    ["2024년 5월 3일 8시 30분", "ko", "2024-05-03T08:30:00"],
    ["2024年5月3日 午後3時05分", "ja", "2024-05-03"],
    ["입력 2024.05.03 18:40", "ko", "2024-05-03T18:40:00"],
    ["2024-05-03", "en", "2024-05-03"],
    ["Datum 28.04.2023", "de", "2023-04-28"],
    ["May 3, 2024", "de", "2024-05-03"],
    ["(May 3, 2024)", "en", "2024-05-03"],
    ["3 #one# 2024, 4 Mai 2024", "de", "2024-05-04"],
  ])("reads %j in %s", (text, language, date) => {
    expect(shownDate(language, text)).toBe(date);
  });

  test("takes the order of the region only where the numbers leave it open", () => {
    expect(shownDate("en-US", "03/04/2024")).toBe("2024-03-04");
    expect(shownDate("en-GB", "03/04/2024")).toBe("2024-04-03");
    expect(shownDate("en-US", "13/04/2024")).toBe("2024-04-13");
    expect(shownDate("en-GB", "04/13/2024")).toBe("2024-04-13");
    expect(shownDate("en-US", "03.04.2024")).toBe("2024-04-03");
  });

  test("takes the order that another date proves", () => {
    expect(shownDate("en-US", "03/04/2024", "13/04/2024")).toBe("2024-04-03");
    expect(shownDate("en-GB", "03/04/2024", "04/13/2024")).toBe("2024-03-04");
  });

  test.each(["12:30", "10-3", "Room 2024", "31 Foo 2024", "45/45/2024", "3.2.1"])(
    "finds no date in %j",
    (text) => {
      expect(shownDate("en", text)).toBeUndefined();
    },
  );
});
