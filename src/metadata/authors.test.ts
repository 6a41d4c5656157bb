import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { isOtherRole } from "./authors.ts";
import { readMetadata } from "./index.ts";
import { NOTHING, PROSE, read, readWithBody, script } from "./read.testing.ts";

describe("authors", () => {
  const authors = (html: string) => read(html).authors;

  test("follow a reference inside the graph", () => {
    const graph = {
      "@graph": [
        { "@type": "Article", author: { "@id": "#a" } },
        { "@id": "#a", name: "Ann Lee" },
      ],
    };
    expect(authors(script(graph)).value).toEqual(["Ann Lee"]);
  });

  test("are the site itself only where nobody else is named", () => {
    const site = '<meta property="og:site_name" content="The Paper"><meta name="author" content="The Paper">';
    expect(authors(site)).toMatchObject({ value: ["The Paper"], source: "publisher" });
    expect(authors(`${site}<a rel="author" href="/ann">Ann Lee</a>`).value).toEqual(["Ann Lee"]);
  });

  test("are the first five links to authors at most", () => {
    const names = ["Ann Lee", "Jo Hartman", "Lee Wu", "Mia Stone", "Tom Reed", "Una Frey"];
    const links = names.map((name) => `<a rel="author" href="/a">${name}</a>, `).join("");
    expect(authors(links).value).toEqual(names.slice(0, 5));
  });

  test("are all whom a byline names, where only some of them are linked", () => {
    const byline = (rest: string) =>
      readWithBody(
        `<h1>Ferry</h1><div class=byline>By <a rel=author href=/jo>Jo Hartman</a>${rest}</div>${PROSE}`,
      ).authors.value;
    expect(byline(" and Lee Wu")).toEqual(["Jo Hartman", "Lee Wu"]);
    expect(byline("")).toEqual(["Jo Hartman"]);
  });

  test("are not who signs in a footer, unless it is far around the line", () => {
    const signed = (depth: number) =>
      readWithBody(
        `<h1>Ferry</h1><footer>${"<div>".repeat(depth)}By Jo Hartman${"</div>".repeat(depth)}</footer>${PROSE}`,
      ).authors.value;
    expect(signed(7)).toEqual([]);
    expect(signed(14)).toEqual(["Jo Hartman"]);
  });

  test("are named by an element of up to 600 characters, not by a longer one", () => {
    const named = (sentences: number) =>
      readWithBody(
        `<h1>Ferry</h1><div class=byline><span>Jo Hartman</span><div>${"He has lived at the quay for nine long years. ".repeat(sentences)}</div></div>${PROSE}`,
      ).authors.value;
    expect(named(9)).toEqual(["Jo Hartman"]);
    expect(named(20)).toEqual([]);
  });

  test("are a name in a block of its own before a short line with a date", () => {
    const followedBy = (line: string) =>
      readWithBody(`<h1>Ferry</h1><div>Jo Hartman</div><div>${line}</div>${PROSE}`).authors.value;
    const line = "Friday, 3 May 2024, from the quay of Wexley";
    expect(followedBy(line)).toEqual(["Jo Hartman"]);
    expect(followedBy(`${line}, where nobody had sailed for nine years until today`)).toEqual([]);
  });

  test("have other roles by a label, not by a sentence", () => {
    expect(isOtherRole("Photographs from the harbour by Lee Wu")).toBe(true);
    expect(isOtherRole("Photographs from the harbour show that it was open all night")).toBe(false);
    expect(isOtherRole("Jo Hartman")).toBe(false);
  });

  test("are who signs on the page where what is stated is a user name, a desk or an agency", () => {
    const page = (stated: string, byline: string) =>
      readWithBody(`<meta name=author content="${stated}"><h1>Ferry</h1><div>${byline}</div>${PROSE}`).authors
        .value;
    expect(page("KatieS", "By Jo Hartman")).toEqual(["Jo Hartman"]);
    expect(page("Reuters", "By Jo Hartman")).toEqual(["Jo Hartman"]);
    expect(page("Lee Wu", "By Jo Hartman")).toEqual(["Lee Wu"]);
    expect(page("KatieS", "By the sea")).toEqual(["KatieS"]);
  });

  test("are no names that hold the site's, unless that is short enough to be a piece of a name", () => {
    const names = (site: string, other: string) =>
      authors(
        `<meta property="og:site_name" content="${site}">${script({
          "@type": "NewsArticle",
          author: [{ name: "Jo Hartman" }, { name: other }],
        })}`,
      ).value;
    expect(names("Harbour", "Harbour Watch")).toEqual(["Jo Hartman"]);
    expect(names("Hart", "Lee Hartley")).toEqual(["Jo Hartman", "Lee Hartley"]);
    expect(names("Harts", "Lee Hartson")).toEqual(["Jo Hartman", "Lee Hartson"]);
  });

  test("are in an element of three levels whose class says byline, not of seven", () => {
    const nested = (levels: number) =>
      readWithBody(
        `<h1>Ferry</h1><div class=byline>${"<span>".repeat(levels)}Jo Hartman${"</span>".repeat(levels)}</div>${PROSE}`,
      ).authors.value;
    expect([nested(3), nested(7)]).toEqual([["Jo Hartman"], []]);
  });

  test("are two with eight lines between them, not with twelve", () => {
    const apart = (lines: number) =>
      readWithBody(
        `<h1>Ferry</h1><div class=author>Jo Hartman</div>${"<div>Share it</div>".repeat(lines)}<div class=author>Lee Wu</div>${PROSE}`,
      ).authors.value;
    expect([apart(8), apart(12)]).toEqual([["Jo Hartman", "Lee Wu"], ["Jo Hartman"]]);
  });

  test("are below a headline 50 lines above the story, not 100", () => {
    const above = (lines: number) =>
      readWithBody(`<h1>Ferry</h1><div>By Jo Hartman</div>${"<div>Tide table</div>".repeat(lines)}${PROSE}`)
        .authors.value;
    expect([above(50), above(100)]).toEqual([["Jo Hartman"], []]);
  });

  test("are no outlets, sections or degrees beside a person", () => {
    const names = (...list: readonly string[]) =>
      authors(script({ "@type": "NewsArticle", author: list.map((name) => ({ name })) })).value;
    expect(names("Jo Hartman", "The Coast Newsroom")).toEqual(["Jo Hartman"]);
    expect(names("Jo Hartman", "Sea")).toEqual(["Jo Hartman"]);
    expect(names("Jo Hartman", "CPP")).toEqual(["Jo Hartman"]);
    expect(names("Jo Hartman", "Lee Wu")).toEqual(["Jo Hartman", "Lee Wu"]);
    expect(names("The Coast Newsroom")).toEqual(["The Coast Newsroom"]);
  });

  test("are a name alone below the headline if a date or a job follows it", () => {
    const page = (...blocks: readonly string[]) =>
      readWithBody(`<h1>Ferry</h1>${blocks.map((text) => `<div>${text}</div>`).join("")}${PROSE}`).authors;
    expect(page("Jo Hartman", "3 May 2024")).toMatchObject({ value: ["Jo Hartman"], source: "alone" });
    expect(page("Jo Hartman", "Marketing Director").value).toEqual(["Jo Hartman"]);
    expect(page("Jo Hartman", "More of the sea").value).toEqual([]);
    expect(page("WHERE TO", "3 May 2024").value).toEqual([]);
  });

  test("are no words of links to their other texts", () => {
    expect(authors("<a rel=author href=/a>Ann</a><a rel=author href=/a>More about Ann »</a>").value).toEqual([
      "Ann",
    ]);
    expect(authors("<a rel=author href=/a>View more posts</a>").value).toEqual([]);
  });

  test("come from a card's data only under a label that says so", () => {
    const card = (label: string, data: string) =>
      `<meta name="twitter:label1" content="${label}"><meta name="twitter:data1" content="${data}">`;
    expect(authors(card("Written by", "Ann Lee")).value).toEqual(["Ann Lee"]);
    expect(authors(card("Est. reading time", "5 minutes")).value).toEqual([]);
  });

  test("are read from what the extractor found as from the markup", () => {
    const found = (...authors: readonly string[]) =>
      readMetadata(new Page(parseHtml("")), { ...NOTHING, facts: { authors } }).authors;
    expect(found("By Ann Lee and <b>Bo Ek</b>")).toMatchObject({
      value: ["Ann Lee", "Bo Ek"],
      source: "extractor",
    });
    expect(found("admin", "https://paper.example/ann").value).toEqual([]);
  });

  test("come from the byline near the headline where the markup states nobody", () => {
    const html = `<h1>Tide rises</h1><div class="byline">By <a href="/authors/ann">Ann Lee</a> and <span>Ben Ode</span></div>${PROSE}
      <div class="related"><span class="author">Cy Pern</span></div>`;
    expect(readWithBody(html).authors).toMatchObject({ value: ["Ann Lee", "Ben Ode"], source: "byline" });
  });

  test("are all of one byline, with signs between them, and none further down", () => {
    const name = (text: string) => `<span class="author">${text}</span>`;
    const html = (between: number) =>
      `<h1>Tide rises</h1><div>${name("Ann Lee")}${"<i>·</i> ".repeat(between)}${name("Ben Ode")}</div>${PROSE}`;
    expect(readWithBody(html(3)).authors.value).toEqual(["Ann Lee", "Ben Ode"]);
    expect(readWithBody(html(14)).authors.value).toEqual(["Ann Lee"]);
  });

  test("come from a line that begins as bylines do", () => {
    const html = `<h1>Tide rises</h1><div>Von Ute Park | 3. Mai 2024</div>${PROSE}`;
    expect(readWithBody(html).authors.value).toEqual(["Ute Park"]);
  });

  test("come from labels in other scripts where a reader of them is given", () => {
    const html = `<h1>海港关闭</h1><div>作者：张三</div>${PROSE}`;
    expect(readWithBody(html).authors).toMatchObject({ value: ["张三"], source: "byline" });
    expect(readWithBody(html, { shownReader: undefined }).authors.value).toEqual([]);
  });

  test("are read in a page that a system promotes, or in a frame beside a sidebar", () => {
    const html = `<div class="content-sidebar-wrap"><article class="node--promoted"><h1>Tide rises</h1><div>By Ann Lee</div>${PROSE}</article></div>`;
    expect(readWithBody(html).authors.value).toEqual(["Ann Lee"]);
  });

  test("may sign with initials after the word for it", () => {
    expect(readWithBody(`<h1>Tide rises</h1><div>By ABC, in Sport</div>${PROSE}`).authors.value).toEqual([
      "ABC",
    ]);
  });

  test("may be called as months begin, and end where a month does", () => {
    const by = (line: string) => readWithBody(`<h1>Tide rises</h1><div>${line}</div>${PROSE}`).authors.value;
    expect(by("By Mark Julier and April May")).toEqual(["Mark Julier", "April May"]);
    expect(by("By Ann Lee, Nov. 3, 2024")).toEqual(["Ann Lee"]);
  });

  test("are not the credits of pictures or the writers of teasers", () => {
    const html = `<h1>Tide rises</h1><figure><figcaption class="author">Omar Said</figcaption></figure>${PROSE}
      <div class="teaser"><span class="author">Cy Pern</span></div>`;
    expect(readWithBody(html).authors.value).toEqual([]);
  });

  test("are an agency only where no person is named", () => {
    const by = (...names: string[]) =>
      script({ "@type": "NewsArticle", author: names.map((name) => ({ "@type": "Person", name })) });
    expect(authors(by("Ann Lee", "AFP")).value).toEqual(["Ann Lee"]);
    expect(authors(by("AFP")).value).toEqual(["AFP"]);
  });

  test("are a job or a desk only where no person is named", () => {
    const by = (...names: string[]) => script({ "@type": "NewsArticle", author: names });
    expect(authors(by("Ann Lee", "Chief Political Editor", "Photos by Cy Pern")).value).toEqual(["Ann Lee"]);
    expect(authors(by("The staff of the harbour")).value).toEqual(["The staff of the harbour"]);
  });

  test("are all whom the page links to where the structured data names some of them", () => {
    const html = `${script({ "@type": "NewsArticle", author: "Ann Lee" })}
      <a rel=author href=/ann>Ann Lee</a><a rel=author href=/ben>Ben Ode</a>`;
    expect(authors(html).value).toEqual(["Ann Lee", "Ben Ode"]);
  });

  test("are not those whom the page links to far from the byline", () => {
    const html = (between: number) => `${script({ "@type": "NewsArticle", author: "Ann Lee" })}
      <a rel=author href=/ann>Ann Lee</a>${"<b>b</b>".repeat(between)}<a rel=author href=/ben>Ben Ode</a>`;
    expect(authors(html(30)).value).toEqual(["Ann Lee", "Ben Ode"]);
    expect(authors(html(60)).value).toEqual(["Ann Lee"]);
  });

  test("put the given name first in a library's list", () => {
    expect(authors('<meta name="citation_author" content="Lee, Ann">').value).toEqual(["Ann Lee"]);
  });
});
