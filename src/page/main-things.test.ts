import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";
import { firstText } from "./structured-data.ts";

const page = (head: string, body = "") =>
  new Page(parseHtml(`<head>${head}</head>${body}`), "https://news.example/tide");
const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const article = (headline: string, url?: string) => ({ "@type": "NewsArticle", headline, url });
const chosen = (of: Page) => firstText(of.mainThings.article, "headline");

describe("the page's own article", () => {
  test("is the one with the page's address", () => {
    const things = [
      article("Other", "https://news.example/other"),
      article("Tide", "http://www.news.example/tide/"),
    ];
    expect(chosen(page(script(things)))).toBe("Tide");
  });

  test("is the one whose headline the page shows", () => {
    expect(chosen(page(script([article("Other"), article("Tide rises")]), "<h1>Tide rises</h1>"))).toBe(
      "Tide rises",
    );
  });

  test("is the first where nothing tells them apart", () => {
    expect(chosen(page(script([article("First"), article("Second")])))).toBe("First");
  });

  test("is missing where the data was left over from another page", () => {
    const other = article("Seven quick cars compared", "https://news.example/cars");
    expect(chosen(page(`<title>Tide rises</title>${script(other)}`))).toBeUndefined();
    expect(chosen(page(`<title>Seven cars</title>${script(other)}`))).toBe("Seven quick cars compared");
    expect(
      chosen(
        page(
          `<title>Tide rises</title>${script({ ...other, url: "/tide", "@id": "https://news.example/tide" })}`,
        ),
      ),
    ).toBe("Seven quick cars compared");
  });

  test("is missing where the data describes other things", () => {
    expect(chosen(page(script({ "@type": "BreadcrumbList", name: "Home" })))).toBeUndefined();
  });
});
