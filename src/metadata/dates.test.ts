import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { readDate } from "./dates.ts";
import { readMetadata } from "./index.ts";
import { NOTHING, PROSE, read, readWithBody, script } from "./read.testing.ts";

describe("dates", () => {
  test("keep publication and change apart", () => {
    const { published, modified } = read(
      '<meta property="article:modified_time" content="2024-05-04T08:00:00Z">',
    );
    expect([published.value, modified.value]).toEqual([null, "2024-05-04T08:00:00Z"]);
  });

  test("skip what is not a date", () => {
    const html = '<meta name="pubdate" content="soon"><time datetime="2024-05-03">Friday</time>';
    expect(read(html).published).toMatchObject({ value: "2024-05-03", source: "time" });
  });

  test("are read from 70 characters, not from 120", () => {
    const noted = (note: number) =>
      read(`<meta name=pubdate content="2024-05-03T10:00:00 (${"x".repeat(note)})">`).published.value;
    expect([noted(48), noted(98)]).toEqual(["2024-05-03T10:00:00", null]);
  });

  test("come from what the extractor found before any time on the page", () => {
    const page = new Page(parseHtml('<time datetime="2024-05-04">Saturday</time>'));
    const found = (published: string) => readMetadata(page, { ...NOTHING, facts: { published } }).published;
    expect(found("2024-05-03")).toMatchObject({ value: "2024-05-03", source: "extractor" });
    expect(found("soon")).toMatchObject({ value: "2024-05-04", source: "time" });
  });

  test("come from what readers see near the headline where the markup states none", () => {
    const html = `<html lang=de><h1>Flut steigt</h1><div>Aktualisiert: 5.5.2024</div><div>Ulm, 3. Mai 2024</div>${PROSE}`;
    expect(readWithBody(html).published).toMatchObject({ value: "2024-05-03", source: "shown" });
  });

  test("come from a line of 120 characters too, not from a paragraph", () => {
    const shown = (words: string) =>
      readWithBody(`<h1>Tide rises</h1><div>${words}, 3 May 2024</div>${PROSE}`).published.value;
    const place = "From our reporters in the harbour and on the islands of the sound";
    expect(shown(`${place}, printed on page 3 of the weekend edition`)).toBe("2024-05-03");
    expect(shown(`${place}, ${place}, ${place}`)).toBeNull();
  });

  test("of several on the page are those of the day that a list states, in either order of day and month", () => {
    const dated = (line: string, date: string) =>
      readWithBody(`<html lang=en><h1>Tide</h1><div>${line}</div>${PROSE}`, { announcedDates: [date] })
        .published;
    const shown = "In print on 12 April 2024</div><div>03/05/2024";
    expect(dated(shown, "2024-05-03T06:00:00Z")).toMatchObject({ value: "2024-05-03", source: "announced" });
    expect(dated(shown, "2024-03-05")).toMatchObject({ value: "2024-03-05" });
    const times =
      '<time datetime="2023-01-02">Of another story</time><time datetime="2024-05-03T09:00Z">Now</time>';
    expect(dated(times, "2024-05-02")).toMatchObject({ value: "2024-05-03T09:00:00Z" });
    expect(dated(times, "2024-05-01")).toMatchObject({ value: "2023-01-02" });
    expect(dated(times, "2022-01-01")).toMatchObject({ value: "2023-01-02", source: "time" });
  });

  test("are read beside the date of a change, not in place of it", () => {
    const shown = (line: string) => readWithBody(`<html lang=en><h1>Tide</h1><div>${line}</div>${PROSE}`);
    expect(shown("Published 3 May 2024. Updated 4 May 2024").published.value).toBe("2024-05-03");
    expect(shown("4 May 2024 (updated)").published.value).toBe(null);
  });

  test("are distinguished by the words beside them, in any order", () => {
    const dates = (lang: string, ...lines: readonly string[]) => {
      const blocks = lines.map((line) => `<div>${line}</div>`).join("");
      const { published, modified } = readWithBody(`<html lang=${lang}><h1>Tide</h1>${blocks}${PROSE}`);
      return [published.value, modified.value];
    };
    const [first, second] = ["2024-05-03", "2024-05-04"];
    expect(dates("en", "Published 3 May 2024. Updated 4 May 2024")).toEqual([first, second]);
    expect(dates("en", "Updated 4 May 2024 | Published 3 May 2024")).toEqual([first, second]);
    expect(dates("en", "3 May 2024", "Updated:", "4 May 2024")).toEqual([first, second]);
    expect(dates("en", "4 May 2024 (updated)")).toEqual([null, second]);
    expect(dates("sv", "Publicerad 3 maj 2024 kl 10.23 Uppdaterad kl 12.17")).toEqual([
      "2024-05-03T10:23:00",
      null,
    ]);
    expect(dates("ru", "Обновлено: 4 мая 2024, опубликовано 3 мая 2024")).toEqual([first, second]);
    expect(dates("ko", "입력 2024.05.03 수정 2024.05.04")).toEqual([first, second]);
    expect(dates("zh", "发布时间：2024年5月3日", "更新时间：2024年5月4日")).toEqual([first, second]);
    expect(dates("en", "Sign up for updates", "3 May 2024")).toEqual([first, null]);
  });

  test("of a change are the shown ones only where the markup states none", () => {
    const html = `${script({ "@type": "NewsArticle", dateModified: "2024-05-05" })}<h1>Tide</h1><div>Updated 4 May 2024</div>${PROSE}`;
    expect(readWithBody(html).modified).toMatchObject({ value: "2024-05-05", source: "json-ld" });
    expect(readWithBody(html.replace("dateModified", "x")).modified).toMatchObject({
      value: "2024-05-04",
      source: "shown",
    });
  });

  test("are read in Arabic digits", () => {
    const html = `<html lang=ar><h1>المد</h1><div>٣ مايو ٢٠٢٤</div>${PROSE}`;
    expect(readWithBody(html).published.value).toBe("2024-05-03");
  });

  test("read day and month as another date on the page proves", () => {
    const page = (other: string) =>
      `<html lang=en><h1>Tide</h1><div>03/04/2024</div><div>${other}</div>${PROSE}`;
    expect(readWithBody(page("25/03/2024")).published.value).toBe("2024-04-03");
    expect(readWithBody(page("03/25/2024")).published.value).toBe("2024-03-04");
  });

  test("never lie after the present", () => {
    const html = `${script({ "@type": "NewsArticle", datePublished: "2090-01-01", dateModified: "2090-01-02" })}
      <meta property="article:published_time" content="2024-05-03T08:00:00Z">`;
    const now = Date.parse("2024-05-04T00:00:00Z");
    const { published, modified } = readWithBody(html, { now });
    expect([published.value, published.source, modified.value]).toEqual(["2024-05-03T08:00:00Z", "og", null]);
  });

  test("may lie a day ahead, as zones do", () => {
    const html = '<meta property="article:published_time" content="2024-05-04T20:00:00">';
    const now = Date.parse("2024-05-04T00:00:00Z");
    expect(readWithBody(html, { now }).published.value).toBe("2024-05-04T20:00:00");
    expect(readWithBody(html, { now: now - 86_400_000 }).published.value).toBeNull();
  });

  test.each(["1970-01-01", "1970-01-01T01:00:00+01:00", "1969-12-31T19:00:00-05:00"])(
    "are not the first second of a program's count (%s)",
    (stated) => {
      expect(read(`<meta name="pubdate" content="${stated}">`).published.value).toBeNull();
    },
  );

  test("come from the address where nothing else states one", () => {
    expect(read("<p>a", "https://paper.example/2024/5/3/tide").published.value).toBe("2024-05-03");
  });
});

test.each([
  ["2023/october/03/wine", "2023-10-03", "url"],
  ["2023/10/03/wine", "2023-10-03", "url"],
  ["news/1696292-20230414.htm", "2023-04-14", "url-digits"],
  ["news/20230414/wine/", "2023-04-14", "url-digits"],
  ["news/20233414.htm", null, "none"],
  ["news/120230414.htm", null, "none"],
  ["2023/best/03/wine", null, "none"],
])("the address %s has the day %s", (path, value, source) => {
  expect(read("<p>", `https://www.paper.example/${path}`).published).toMatchObject({ value, source });
});

describe("readDate", () => {
  test.each([
    ["2024-05-03", "2024-05-03"],
    ["2024-05-03T15:47:42.389Z", "2024-05-03T15:47:42Z"],
    ["2024-05-03T15:47:42+02:00", "2024-05-03T15:47:42+02:00"],
    ["2024-05-03T15:47+0200", "2024-05-03T15:47:00+02:00"],
    ["2024-05-03 15:47:42", "2024-05-03T15:47:42"],
    ["2024-05-03 15:47:42 UTC", "2024-05-03T15:47:42Z"],
    ["2024/5/3 9:07", "2024-05-03T09:07:00"],
    ["20240503", "2024-05-03"],
    ["20240503T154742Z", "2024-05-03T15:47:42Z"],
    ["Fri, 03 May 2024 15:47:42 GMT", "2024-05-03T15:47:42Z"],
    ["Fri, 3 May 2024 15:47:42 -0400", "2024-05-03T15:47:42-04:00"],
    ["Fri, 3 May 2024 15:47:42 EDT", "2024-05-03T15:47:42-04:00"],
    ["2024-05-03 15:47:42 CEST", "2024-05-03T15:47:42+02:00"],
    ["2024-05-03 15:47:42 IST", "2024-05-03T15:47:42"],
    ["Fri May 03 2024 15:47:42 GMT+0200 (Central European Summer Time)", "2024-05-03T15:47:42+02:00"],
    ["Fri May  3 15:47:42 UTC 2024", "2024-05-03T15:47:42Z"],
    ["May 3, 2024 3:47 pm", "2024-05-03T15:47:00"],
    ["1714744062", "2024-05-03T13:47:42Z"],
    ["1714744062389", "2024-05-03T13:47:42Z"],
    ["2024-02-29", "2024-02-29"],
  ])("reads %j as %j", (stated, date) => {
    expect(readDate(stated)).toBe(date);
  });

  test.each([
    ["1700-01-01", "1700-01-01"],
    ["1699-12-31", undefined],
    ["2100-12-31", "2100-12-31"],
    ["2101-01-01", undefined],
    ["4133980800", undefined],
  ])("takes no year before newspapers or long after us: %s", (stated, date) => {
    expect(readDate(stated)).toBe(date);
  });

  test.each([
    "",
    "yesterday",
    "2023-02-29",
    "2024-13-01",
    "2024-05-03T25:00:00Z",
    "2024-05-03T15:47:42+99:00",
    "0001-01-01T00:00:00",
    "1970-01-01T00:00:00Z",
    "Updated on 2024-05-03 by Ann",
    "05/03/2024",
    "Fri Foo 03 2024",
    "9".repeat(1_000_000),
  ])("drops %j", (stated) => {
    expect(readDate(stated)).toBeUndefined();
  });
});
