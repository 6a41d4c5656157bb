import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { readMetadata } from "./index.ts";
import { NOTHING, PROSE, read, readWithBody, script } from "./read.testing.ts";

describe("title", () => {
  const title = (html: string) => read(html).title.value;

  test("is the heading that the head repeats, not another heading", () => {
    expect(title("<title>Tide rises - The Paper</title><h1>The Paper</h1><h1>Tide rises</h1>")).toBe(
      "Tide rises",
    );
  });

  test("is the shown wording where the head words it for search engines", () => {
    expect(title("<title>Tide 2024: what to know</title><h1>What the tide of 2024 will do</h1>")).toBe(
      "What the tide of 2024 will do",
    );
  });

  test("loses the kicker that the stated headline does not have", () => {
    expect(
      title('<meta property="og:title" content="Harbour stays closed"><h1>Storm: Harbour stays closed</h1>'),
    ).toBe("Harbour stays closed");
  });

  test("keeps a kicker that OpenGraph and the structured data both give the heading", () => {
    const html = `<meta property="og:title" content="Storm: Harbour stays closed">${script({
      "@type": "NewsArticle",
      headline: "Storm - Harbour stays closed",
    })}<h1>Harbour stays closed</h1>`;
    expect(title(html)).toBe("Storm: Harbour stays closed");
  });

  test("keeps an ending that OpenGraph and the structured data both give the heading", () => {
    const whole = "Harbour stays closed until the weekend";
    const html = `<meta property="og:title" content="${whole}">${script({ "@type": "NewsArticle", headline: whole })}`;
    expect(title(`${html}<h1>Harbour stays closed</h1>`)).toBe(whole);
  });

  test.each([
    ["<span class=kicker>Storm</span> Harbour stays closed", "Harbour stays closed"],
    ["<span>Storm</span><span>Harbour stays closed</span>", "Harbour stays closed"],
    ["<span>A storm in the north</span><span>Harbour stays closed</span>", "Harbour stays closed"],
    [
      "<span>A storm in the far north</span><span>Harbour stays closed</span>",
      "A storm in the far northHarbour stays closed",
    ],
    ["Harbour stays closed <time>4 May 2024</time>", "Harbour stays closed"],
    ["Harbour stays closed <span>04/05/2024</span>", "Harbour stays closed"],
    ["Harbour stays closed <small class=subtitle>Ferries turn back at sea</small>", "Harbour stays closed"],
    ["Harbour <em>stays</em> closed", "Harbour stays closed"],
  ])("cuts %s to the headline", (heading, headline) => {
    expect(title(`<title>Closed: the harbour stays so</title><h1>${heading}</h1>`)).toBe(headline);
  });

  test("tells a kicker from its headline four elements deep", () => {
    const html =
      "<h1><b><b><b><b><span class=kicker>Storm</span><span>Boats stay in</span></b></b></b></b></h1>";
    expect(title(html)).toBe("Storm: Boats stay in");
  });

  test("keeps a kicker before a colon where nothing is stated, and as it is stated where it is", () => {
    const heading = "<h1><span>Storm</span><span>Harbour stays closed</span></h1>";
    expect(title(heading)).toBe("Storm: Harbour stays closed");
    expect(title(`<meta property="og:title" content="Storm – Harbour stays closed">${heading}`)).toBe(
      "Storm – Harbour stays closed",
    );
  });

  test("is no name of the site or of a section where the page has a headline", () => {
    const html = `<title>paper.example - Sea</title><h1>Sea</h1><h3>Boats stay in harbour</h3>${PROSE}`;
    expect(readWithBody(html).title).toMatchObject({ value: "Boats stay in harbour", source: "near" });
    expect(readWithBody(`<title>Paper</title><h1>Sea</h1>${PROSE}`).title).toMatchObject({
      value: "Sea",
      source: "name",
    });
  });

  test("is the higher of two headings before the body: the lower one is a standfirst", () => {
    const html = `<h1>Boats stay</h1><h2>Three hundred skippers wait for the wind</h2>${PROSE}`;
    expect(readWithBody(html).title.value).toBe("Boats stay");
  });

  test("is the longest heading that the head repeats, whatever its level", () => {
    const html = `<title>Boats stay in -- Daily Quay -- The Paper of the Sea</title>
      <h1>Daily Quay</h1><h2>Boats stay in</h2>`;
    expect(read(html).title).toMatchObject({ value: "Boats stay in", source: "agreed" });
  });

  test("is the piece of a path in the head's title that is also a heading", () => {
    expect(title("<title>TV > News > Boats stay in</title><h1>News</h1><h1>Boats stay in</h1>")).toBe(
      "Boats stay in",
    );
  });

  test("is the last heading before the body where the head says nothing of the article", () => {
    const html = `<title>The Paper</title><h1>Latest News</h1><h3>Boats stay in harbour</h3>${PROSE}
      <h2>More of the sea and the wind</h2>`;
    expect(readWithBody(html).title).toMatchObject({ value: "Boats stay in harbour", source: "near" });
  });

  test("is no label of two words before the body, nor a heading inside of it", () => {
    const html = `<title>The Paper</title><h2>Boats stay in harbour</h2><h3>Read on</h3>${PROSE.slice(0, PROSE.indexOf("</p>") + 4).repeat(2)}
      <h2>Where the boats will go</h2>${PROSE}`;
    expect(readWithBody(html).title.value).toBe("Boats stay in harbour");
  });

  test("is among the last 20 headings before the body, and has three words", () => {
    const labels = (count: number) =>
      readWithBody(
        `<title>The Paper</title><h2>Boats stay in harbour</h2>${"<h2>Read on</h2>".repeat(count)}${PROSE}`,
      ).title.value;
    expect(labels(15)).toBe("Boats stay in harbour");
    expect(labels(25)).not.toBe("Boats stay in harbour");
  });

  test("is at most 12 nodes above a standfirst in a heading of the next level", () => {
    const above = (nodes: number) =>
      readWithBody(
        `<title>The Paper</title><h2>Boats stay in harbour</h2>${"<hr>".repeat(nodes)}<h3>All skippers wait for the wind</h3>${PROSE}`,
      ).title.value;
    expect(above(10)).toBe("Boats stay in harbour");
    expect(above(15)).toBe("All skippers wait for the wind");
  });

  test("keeps a kicker that is longer than the headline and a half", () => {
    const shown = (kicker: string) =>
      title(`<meta property="og:title" content="Boats stay in"><h1>${kicker}: Boats stay in</h1>`);
    expect(shown("Storm at sea")).toBe("Boats stay in");
    expect(shown("Why the storm will not end before")).not.toBe("Boats stay in");
  });

  test("can be below the standfirst, and is no single word of the head's title", () => {
    const standfirst = PROSE.slice(0, PROSE.indexOf("</p>") + 4);
    const headed = `<title>The Paper</title>${standfirst}<h2>Boats stay in harbour</h2>${PROSE}`;
    expect(readWithBody(headed).title.value).toBe("Boats stay in harbour");
    const stated = "Tide tables of the whole sound";
    expect(readWithBody(`<title>${stated}</title><div>Tide</div>${PROSE}`).title.value).toBe(stated);
  });

  test("counts as another wording where it shares half of the words, not where it shares one", () => {
    const source = (stated: string) =>
      readWithBody(`<title>${stated}</title><h1>Boats stay in the harbour</h1>${PROSE}`).title.source;
    expect(source("Why boats stay home: harbour news")).toBe("alike");
    expect(source("Seven things about boats that readers love")).toBe("near");
  });

  test("is the heading that readers see where the first ends a breadcrumb", () => {
    const html = `<title>Harbour storm 2024: all news</title><meta property="og:title" content="Boats stay in">
      <ul class="breadcrumb"><li><a href=/>Home</a><li><h1>Harbour storm 2024: all news</h1></ul>
      <h2><span class="top-line">Storm at sea</span> <span>Boats stay in</span></h2>`;
    expect(read(html).title).toMatchObject({ value: "Boats stay in", source: "shown" });
  });

  test("is among the first three headings after a breadcrumb's", () => {
    const below = (headings: number) =>
      read(`<title>Harbour storm 2024: all news</title><meta property="og:title" content="Boats stay in">
        <ul class="breadcrumb"><li><a href=/>Home</a><li><h1>Harbour storm 2024: all news</h1></ul>
        ${"<h2>Photos</h2>".repeat(headings)}<h2>Boats stay in</h2>`).title;
    expect(below(2)).toMatchObject({ value: "Boats stay in", source: "shown" });
    expect(below(3).source).not.toBe("shown");
  });

  test("is the first heading where what follows its breadcrumb is stated nowhere", () => {
    const html = `<title>Boats stay in</title><div class="breadcrumb"><a href=/>Home</a> <h1>Boats stay in</h1></div>
      <h2>Three hundred skippers waited for the wind to drop</h2>`;
    expect(title(html)).toBe("Boats stay in");
  });

  test("loses a kicker that the markup sets apart, unless OpenGraph has it too", () => {
    const h1 = '<h1><span class="kicker">Storm</span><span class="headline">Boats stay in</span></h1>';
    expect(title(`<title>Boats stay in harbour</title>${h1}`)).toBe("Boats stay in");
    expect(
      title(
        `<title>Storm: Boats stay in</title><meta property="og:title" content="Storm: Boats stay in">${h1}`,
      ),
    ).not.toBe("Boats stay in");
  });

  test("is what OpenGraph and the structured data say together against heading and head", () => {
    const html = `<title>Tide times 2024</title><meta property="og:title" content="The sea comes in">
      ${script({ "@type": "Article", headline: "The sea comes in" })}<h1>Tide times 2024</h1>`;
    expect(read(html).title).toMatchObject({ value: "The sea comes in", source: "stated-agreed" });
  });

  test("is the post's heading where the first-level one is the blog's name", () => {
    const html = `<title>Salt and Rope: Tide rises</title><meta property="og:title" content="Tide rises">
      <h1>Salt and Rope</h1><h3>Tide rises</h3>`;
    expect(title(html)).toBe("Tide rises");
  });

  test("is the text above the body that the head's title holds where there is no heading", () => {
    const html = `<title>Ulm Sun - Sport - Tide rises again</title><b>Sport</b><div><b>Tide rises again</b></div>${PROSE}`;
    expect(readWithBody(html).title).toMatchObject({ value: "Tide rises again", source: "piece" });
  });

  test("is no link to the home page, though the head ends with its words", () => {
    const head = "<title>Prices and times of this summer | The Harbour Paper</title>";
    for (const home of ["/", "https://paper.example/", "//paper.example"]) {
      const html = `${head}<a href="${home}">The Harbour Paper</a><h1>Tide rises again</h1>`;
      expect(readWithBody(html).title.value).toBe("Tide rises again");
    }
  });

  test("comes from the extractor's node before OpenGraph", () => {
    const page = new Page(parseHtml('<meta property="og:title" content="a b"><p>The tide</p>'));
    const titleNode = page.document.size - 2;
    expect(readMetadata(page, { ...NOTHING, titleNode }).title).toMatchObject({
      value: "The tide",
      source: "extractor",
    });
  });
});
