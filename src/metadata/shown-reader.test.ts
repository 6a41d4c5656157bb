import { describe, expect, test } from "vitest";
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
    const start = performance.now();
    readNames(piece.repeat(5_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(500);
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
