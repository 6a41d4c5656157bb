import { describe, expect, test } from "vitest";
import { readReporters } from "./reporter.ts";

describe("readReporters", () => {
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
    expect(readReporters(text)).toEqual(names);
  });

  test.each([
    "记者博客 联系记者",
    "记者来到海港，看到三百条船。",
    "记者了解到，港口关闭",
    "취재 기자",
    "기자가 만난 사람",
    "Reporter",
  ])("reads nobody from %j", (text) => {
    expect(readReporters(text)).toEqual([]);
  });
});
