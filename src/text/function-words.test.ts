import { expect, test } from "vitest";
import { FunctionWords, LANGUAGES } from "./function-words.ts";
import { words } from "./words.ts";

const functionWords = new FunctionWords();

test.each([
  ["plain", "The tide came in at 7.30, and the harbour_master said: “No boats today” – not one…"],
  ["with marks", "Přístav zůstal v pondělí zavřený; ﬁshing ½ day, ＦＵＬＬ width, ªº²"],
  ["with unseen and other letters", "The har\u00adbour, ту\u200bман, 港口 and Wörter\ufeff 👍 ×÷"],
])("counts the words of a text %s as words does", (_, text) => {
  expect(functionWords.read(text).count).toBe(words(text).length);
});

test("a word that languages share is divided among them, a telling letter counts half a word", () => {
  const votesFor = (text: string, language: string) =>
    functionWords.read(text).votes[LANGUAGES.indexOf(language)]!;
  expect(votesFor("and", "en")).toBe(1);
  expect(votesFor("and and Harbour", "en")).toBe(2);
  expect(votesFor("in", "en")).toBeLessThan(1);
  expect(votesFor("řeřicha", "cs")).toBe(0.5);
});
