import { describe, expect, test } from "vitest";
import { readLabelledText, readLoneLabel, splitAtLabels } from "./label-text.ts";

describe("a label and its value in one text", () => {
  test.each([
    ["Source: Bay Agency", "source", "Source", "Bay Agency"],
    ["By Ana Ruz", "writer", "By", "Ana Ruz"],
    ["Posted by Ana Ruz", "writer", "Posted by", "Ana Ruz"],
    ["By The Bay Post", "writer", "By", "The Bay Post"],
    ["Photo by Ivo Lind", "picture", "Photo by", "Ivo Lind"],
    ["Updated by Ana Ruz", "editor", "Updated by", "Ana Ruz"],
    ["Last updated: Apr 05, 2026, 10:45 AM", "date", "Last updated", "Apr 05, 2026, 10:45 AM"],
    ["Publié le 10/04/26 à 08h52", "date", "Publié", "le 10/04/26 à 08h52"],
    ["Photograph: Ivo Lind/Bay Agency", "picture", "Photograph", "Ivo Lind/Bay Agency"],
    ["发表于:2026-07-31 12:30", "date", "发表于", "2026-07-31 12:30"],
    ["Tiempo de lectura: 6 min", "reading", "Tiempo de lectura", "6 min"],
    ["| foto: Ivo Lind", "picture", "foto", "Ivo Lind"],
    ["The quay at dawn | Photo: Bay Agency", "picture", "Photo", "Bay Agency"],
    ["The quay at dawn (Photo by Ivo Lind)", "picture", "Photo by", "Ivo Lind"],
    ["(Aktualizováno: 10:44 14. 12. 2026)", "date", "Aktualizováno", "10:44 14. 12. 2026"],
    ["1.2.2026 17:36 Poslední aktualizace 21:33", "date", "Poslední aktualizace", "21:33"],
    ["2026年04月14日17:33 最後更新: 17:34", "date", "最後更新", "17:34"],
    ["编辑：林宇 ] 频道精选", "editor", "编辑", "林宇"],
  ])("%s", (text, kind, label, value) => {
    expect(readLabelledText(text, false)).toEqual({ kind, label, value });
  });

  test.each([
    "By the time that the ferry left, nobody was on the quay",
    "von Montag, den 1. Mai bis einschließlich Sonntag, den 7. Mai",
    "by 14,637%",
    "Followed by Ana Ruz",
    "SPORT UPDATE Knight has his 9th win",
    "The captain said: never again",
    "Interview: The mate of the Ferry",
  ])("is not in “%s”", (text) => {
    expect(readLabelledText(text, false)).toBeUndefined();
  });

  test("is a writer's or a date's in the text of a story", () => {
    expect(readLabelledText("By Ana Ruz", true)?.kind).toBe("writer");
    expect(readLabelledText("Source: Bay Agency", true)).toBeUndefined();
  });
});

describe("a text that is a label alone", () => {
  test.each([
    ["Author of the article:", "writer", "Author of the article"],
    ["Written by", "writer", "Written by"],
    ["Published", "date", "Published"],
    ["#Themen", "tags", "Themen"],
    ["Harbour:", "other", "Harbour"],
  ])("%s", (text, kind, label) => {
    expect(readLoneLabel(text, new Set(["Harbour:", "Follow"]))).toEqual({ kind, label, value: "" });
  });

  test.each(["Follow", "Captain:", "Source", "journalist of the", "编辑： 林宇 【字号："])(
    "is not “%s”",
    (text) => {
      expect(readLoneLabel(text, new Set(["Harbour:", "Follow"]))).toBeUndefined();
    },
  );
});

test("a text with several labels is cut before each that is known", () => {
  expect(splitAtLabels("2026-04-25 来源：湾报 作者：林宇 编辑：")).toEqual([
    "2026-04-25",
    "来源：湾报",
    "作者：林宇",
    "编辑：",
  ]);
  expect(splitAtLabels("来源：湾报 湾：一")).toEqual(["来源：湾报 湾：一"]);
});
