import { describe, expect, test } from "vitest";
import { LANGUAGES, makeLanguageDetector, voteForLanguages } from "./detect-language.ts";

const detect = makeLanguageDetector();

describe("makeLanguageDetector", () => {
  test.each([
    [
      "en",
      "The harbour stayed closed on Monday because of the storm, and the boats were kept in by the wind.",
    ],
    [
      "de",
      "Der Hafen blieb am Montag wegen des Sturms geschlossen, und die Boote lagen mit dem Heck zum Wind.",
    ],
    ["fr", "Le port est resté fermé lundi à cause de la tempête, et les bateaux ont attendu dans le bassin."],
    [
      "es",
      "El puerto siguió cerrado el lunes por la tormenta, y los barcos esperaron en la dársena con el viento.",
    ],
    [
      "tr",
      "Liman pazartesi günü fırtına için kapalı kaldı ve tekneler bir gün daha rüzgâr ile bekledi, dedi kaptan.",
    ],
    ["ru", "Гавань в понедельник была закрыта из-за шторма, и рыбаки ждали в кафе, пока ветер не стих."],
    ["uk", "Гавань у понеділок була зачинена через шторм, і рибалки чекали в кав’ярнях, її човни стояли."],
    ["ar", "بقي الميناء مغلقا يوم الاثنين بسبب العاصفة وانتظر الصيادون في المقاهي حتى هدأت الرياح"],
    ["fa", "بندر روز دوشنبه به دلیل توفان بسته ماند و ماهیگیران در قهوه‌خانه‌ها منتظر ماندند تا باد چیره نشود"],
    ["el", "Το λιμάνι έμεινε κλειστό τη Δευτέρα λόγω της καταιγίδας και οι ψαράδες περίμεναν."],
    ["ja", "港は月曜日も嵐のために閉鎖され、漁師たちは風がやむのを喫茶店で待っていた。"],
    ["zh", "由于暴风雨，港口星期一继续关闭，渔民们在咖啡馆里等待风停下来以后再出海。"],
    ["ko", "항구는 폭풍 때문에 월요일에도 닫혀 있었고 어부들은 찻집에서 바람이 잦아들기를 기다렸다."],
  ])("tells %s by its letters and function words", (language, text) => {
    expect(detect(text)?.language).toBe(language);
  });

  test("is not sure of a list of names", () => {
    expect(
      detect("Ann Lee, Ben Ode, Ute Park, Omar Said, Ida Berg, Tom Wu, Kim Roy")?.confidence ?? 0,
    ).toBeLessThan(0.5);
  });

  test("lists the languages that are too close to be overruled", () => {
    const { closeTo } =
      detect(
        "Der Hafen blieb am Montag wegen des Sturms geschlossen, und die Boote lagen mit dem Heck zum Wind.",
      ) ?? {};
    expect([closeTo?.has("lb"), closeTo?.has("fr")]).toEqual([true, false]);
  });

  test.each(["", "12.50 €", "Tide"])("gives no language for %j", (text) => {
    expect(detect(text)).toBeUndefined();
  });
});

test("a word that languages share is divided among them, a distinctive letter counts half a word", () => {
  const votesFor = (text: string, language: string) =>
    voteForLanguages(text).votes[LANGUAGES.indexOf(language)]!;
  expect(votesFor("and", "en")).toBe(1);
  expect(votesFor("and and harbour", "en")).toBe(2);
  expect(votesFor("in", "en")).toBeLessThan(1);
  expect(votesFor("řeřicha", "cs")).toBe(0.5);
});

test("words count alike in a Western text, in capitals and beside letters of other kinds", () => {
  const plain = voteForLanguages("The tide and the harbour, the Café's - and the _pier_ 7");
  expect(plain.count).toBe(12);
  expect(voteForLanguages("THE TIDE AND THE HARBOUR, THE CAFÉ'S - AND THE _PIER_ 7")).toEqual(plain);
  expect(voteForLanguages("The tide and the harbour, the Café's ‱ and the _pier_ 7")).toEqual(plain);
});
