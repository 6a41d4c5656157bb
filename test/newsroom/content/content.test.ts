import { describe, expect, test } from "vitest";
import { languages } from "../languages/index.ts";
import { makeRandom } from "../random.ts";
import { bodyText } from "./body-text.ts";
import { settleCases } from "./hard-cases.ts";
import { writeMoment } from "./moments.ts";
import { breakUp } from "./spans.ts";

describe("breakUp", () => {
  test.each([
    "A ferry left the harbour, and nobody saw it.",
    "经过三小时的会谈，市交通局同意重新考虑新电车线路。",
  ])("gives stretches that join to %s again", (words) => {
    const spans = breakUp(words, { share: 0.6, styles: ["link", "bold"], urls: ["/a/"] }, makeRandom("s"));
    expect(spans.length).toBeGreaterThan(1);
    expect(spans.map((span) => span.text).join("")).toBe(words);
  });

  test("gives every link an address and nothing else one", () => {
    const spans = breakUp(
      "a b c d e f",
      { share: 1, styles: ["link", "italic"], urls: ["/a/"] },
      makeRandom("s"),
    );
    for (const span of spans) expect(span.url).toBe(span.style === "link" ? "/a/" : undefined);
  });
});

describe("bodyText", () => {
  test("keeps what belongs to the article and leaves inserts out", () => {
    const body = bodyText({
      standfirst: "Stand.",
      blocks: [
        {
          kind: "paragraph",
          style: "plain",
          spans: [
            { style: "plain", text: "One " },
            { style: "bold", text: "two." },
          ],
        },
        { kind: "ad" },
        { kind: "pull-quote", text: "two." },
        { kind: "heading", text: "Head" },
        { kind: "list", items: ["a", "b"] },
        { kind: "table", head: ["x", "y"], rows: [["1", "2"]] },
        { kind: "credited", text: "Last.", credit: " (Post)" },
        { kind: "live", entry: { time: "10:00", title: "News", paragraphs: ["Text."] } },
      ],
    });
    expect(body).toBe("Stand.\n\nOne two.\n\nHead\n\na\nb\n\nx\ty\n1\t2\n\nLast.\n\nNews\n\nText.");
  });
});

describe("settleCases", () => {
  test("lets one case decide the shape and drops what cannot be combined with it", () => {
    const settled = settleCases(["gallery", "one-sentence", "table", "cookie-notice"], makeRandom("c"));
    expect(settled.shape).toBe("gallery");
    expect([...settled.cases]).toEqual(["gallery", "cookie-notice"]);
  });

  test("draws cases by chance only when none are asked for", () => {
    expect(settleCases([], makeRandom("c")).cases.size).toBe(0);
    const drawn = Array.from(
      { length: 30 },
      (_, seed) => settleCases(undefined, makeRandom(`${seed}`)).cases.size,
    );
    expect(Math.max(...drawn)).toBeGreaterThan(3);
  });
});

describe("writeMoment", () => {
  test("writes the same moment for machines and for readers", () => {
    const ms = Date.UTC(2024, 2, 5, 9, 7);
    expect(writeMoment(ms, languages.de)).toEqual({
      iso: "2024-03-05T09:07:00+00:00",
      label: "5. März 2024, 09:07 Uhr",
      time: "09:07",
    });
    expect(writeMoment(ms, languages.ja).label).toBe("2024年3月5日 09:07");
  });
});
