import { describe, expect, test } from "vitest";
import { processorMs } from "../../test/growth.ts";
import { shownReader } from "./shown-reader.ts";

const { readNames } = shownReader;

describe("names after a label", () => {
  test.each([
    ["Автор: Иван Петров", ["Иван Петров"]],
    ["Авторы: Иван Петров, Анна Белова", ["Иван Петров", "Анна Белова"]],
    ["بقلم: أحمد علي", ["أحمد علي"]],
    ["بقلم أحمد علي", ["أحمد علي"]],
    ["كتب - أحمد علي", ["أحمد علي"]],
    ["2024-05-03 Автор Иван Петров", ["Иван Петров"]],
    ["文/张三", ["张三"]],
    ["מאת דנה לוי", ["דנה לוי"]],
    ["作者：张三", ["张三"]],
    ["2024-05-03 来源：海港网 作者：张三 阅读：12", ["张三"]],
    ["文／山田太郎", ["山田太郎"]],
    ["執筆：山田太郎", ["山田太郎"]],
    ["3 May 2024 by Ann Lee", ["Ann Lee"]],
    ["Published 3 May 2024 by Ann Lee", ["Ann Lee"]],
    ["3 May 2024 · 4 min read · By Ann Lee", ["Ann Lee"]],
    ["Text: Ute Park", ["Ute Park"]],
    ["लेखक: राम कुमार", ["राम कुमार"]],
    ["Ann Lee, Staff Writer", ["Ann Lee"]],
    ["Иван Петров, корреспондент", ["Иван Петров"]],
    ["山田太郎 記者", ["山田太郎"]],
  ])("reads %j as %j", (text, names) => {
    expect(readNames(text)).toEqual(names);
  });

  test.each([
    "Текст новости",
    "文化",
    "Stopped by the wind",
    "Autoren und Autorinnen",
    "作者",
    "بقلم",
    "كتب الرئيس على تويتر",
    "Автор книги рассказал",
    "Our reporters, writers and editors",
  ])("reads nobody from %j", (text) => {
    expect(readNames(text)).toEqual([]);
  });

  test.each(["作者：", "by ", "记者 ", "가나 기자 "])("takes little time for %j over and over", (piece) => {
    expect(processorMs(() => readNames(piece.repeat(5_000 / piece.length)))).toBeLessThan(500);
  });
});

describe("Chinese and Korean reporters", () => {
  test.each([
    ["记者 张三", ["张三"]],
    ["□ 本报记者 张三 李小四", ["张三", "李小四"]],
    ["海港日报记者张三/文", ["张三"]],
    ["（记者张三、李小四）", ["张三", "李小四"]],
    ["本报记者张三报道", ["张三"]],
    ["홍길동 기자", ["홍길동"]],
    ["[서울=홍길동 기자] 2024.05.03", ["홍길동"]],
    ["홍길동·김영희 기자", ["홍길동", "김영희"]],
    ["파리=김영희 특파원", ["김영희"]],
  ])("reads %j as %j", (text, names) => {
    expect(readNames(text)).toEqual(names);
  });

  test.each([
    "记者博客 联系记者",
    "记者来到海港，看到三百条船。",
    "记者了解到，港口关闭",
    "취재 기자",
    "기자가 만난 사람",
    "Reporter",
  ])("reads nobody from %j", (text) => {
    expect(readNames(text)).toEqual([]);
  });
});

const partsOf = (...texts: readonly string[]) =>
  shownReader.datedParts(texts.map((text) => ({ text, from: 0, to: 1 })));

function shownDate(language: string, ...texts: readonly string[]): string | undefined {
  return shownReader.readDate("published", { parts: partsOf(...texts), language });
}

describe("shown dates", () => {
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
    ["Friday, 3 May 2024, 17:04 GMT", "en", "2024-05-03T17:04:00Z"],
    ["May 3, 2024 5:04 PM EDT", "en", "2024-05-03T17:04:00-04:00"],
    ["3 mai 2024 17:04 +0200", "fr", "2024-05-03T17:04:00+02:00"],
    ["3.5.2024 17:04 Uhr", "de", "2024-05-03T17:04:00"],
    ["3 mai 2024 à 17:04 est une date", "fr", "2024-05-03T17:04:00"],
    ["Datum 28.04.2023", "de", "2023-04-28"],
    ["May 3, 2024", "de", "2024-05-03"],
    ["(May 3, 2024)", "en", "2024-05-03"],
    ["3 #one# 2024, 4 Mai 2024", "de", "2024-05-04"],
  ])("reads %j in %s", (text, language, date) => {
    expect(shownDate(language, text)).toBe(date);
  });

  test("abbreviates months to three letters at least", () => {
    expect(shownDate("en", "3 Sep 2024")).toBe("2024-09-03");
    expect(shownDate("en", "3 Se 2024")).toBeUndefined();
  });

  test("takes the order of the region only where the numbers leave it open", () => {
    expect(shownDate("en-US", "03/04/2024")).toBe("2024-03-04");
    expect(shownDate("en-GB", "03/04/2024")).toBe("2024-04-03");
    expect(shownDate("en-US", "13/04/2024")).toBe("2024-04-13");
    expect(shownDate("en-GB", "04/13/2024")).toBe("2024-04-13");
    expect(shownDate("en-US", "03.04.2024")).toBe("2024-04-03");
  });

  test("takes the order of the address where the language names no region", () => {
    const at = (address: string, language = "en") =>
      shownReader.readDate("published", {
        parts: partsOf("03/04/2024"),
        language,
        address,
      });
    expect(at("https://www.paper.example/")).toBe("2024-03-04");
    expect(at("https://www.paper.co.uk/sea")).toBe("2024-04-03");
    expect(at("https://paper.io/sea")).toBe("2024-03-04");
    expect(at("https://www.paper.co.uk/", "en-US")).toBe("2024-03-04");
    expect(at("https://www.paper.example/2024/04/tide")).toBe("2024-04-03");
    expect(at("https://www.paper.co.uk/2024/03/tide")).toBe("2024-03-04");
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
