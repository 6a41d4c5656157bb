import { describe, expect, test } from "vitest";
import type { Contribution } from "../article/index.ts";
import { parseHtml } from "../html/index.ts";
import { readMetadata } from "../metadata/index.ts";
import { type Cut, type Extraction, Page, reasonCode } from "../page/index.ts";
import { assemble } from "./assemble.ts";
import { contributionsOf } from "./explain.ts";
import type { Inclusion } from "./roles.ts";

const BODY =
  "The last ferry left Wexley nine years ago with eleven passengers and a piano on board, and on Saturday at half past eight, if the wind allows, the next one will follow it across the sound to Saint Orrin.";

interface Order {
  readonly include?: Partial<Inclusion>;
  readonly cuts?: readonly Cut[];
}

/** What the explanation says of the leaves beside the body, all of which the extractor kept. */
function explained(html: string, { include, cuts }: Order = {}): unknown[] {
  const page = new Page(parseHtml(`<article>${html}<p>${BODY}</p></article>`), "https://paper.example/");
  const { count } = page.leaves;
  const extraction: Extraction = {
    scores: new Float32Array(count).fill(1),
    reasons: new Uint8Array(count).fill(reasonCode("inside the body")),
    ...(cuts && { cuts }),
  };
  const options = { extractor: "all", include, explain: true };
  const { explanation } = assemble(page, extraction, readMetadata(page, extraction), options);
  return (explanation?.leaves ?? [])
    .filter(({ text }) => text !== BODY)
    .map(({ text, kept, score, reason }) => {
      expect(score).toBe(1);
      return [text, kept ? "kept" : "dropped", reason];
    });
}

const TITLE = "<title>Ferry returns to the harbour</title>";

describe("the explanation of a leaf that the extractor kept", () => {
  test.each<[keyof Inclusion, string]>([
    ["headline", `${TITLE}<h1>Ferry returns to the harbour</h1>`],
    ["byline", '<p><a rel="author" href="/m">Marta Ellingsworth</a></p>'],
    ["embeds", '<blockquote class="twitter-tweet"><p>A post</p></blockquote>'],
    ["related", '<nav><a href="/a">More</a></nav>'],
    ["promotions", "<aside>Sign up for our letter <input type=email></aside>"],
    ["pullQuotes", "<aside>with eleven passengers and a piano on board</aside>"],
    ["comments", '<div id="comments"><p>First!</p></div>'],
  ])("says that it was left out as one of the %s", (part, html) => {
    const [[text]] = explained(`<p>Kept</p>${html}`).slice(1) as [[string]];
    expect(explained(`<p>Kept</p>${html}`)).toEqual([
      ["Kept", "kept", "inside the body"],
      [text, "dropped", `left out: ${part}`],
    ]);
    expect(explained(html, { include: { [part]: true } })).toEqual([[text, "kept", "inside the body"]]);
  });

  test("gives a leaf of two parts the larger one", () => {
    const html = '<p>Kept</p><div id="comments"><p>First!</p><time>May</time></div>';
    expect(explained(html).slice(1)).toEqual([
      ["First!", "dropped", "left out: comments"],
      ["May", "dropped", "left out: comments"],
    ]);
  });

  test("says that captions and credits are in the HTML only, unless they are requested", () => {
    const html = "<figure><img src=/a.jpg><figcaption>At dawn <cite>Ann Low</cite></figcaption></figure>";
    const reasons = (include: Partial<Inclusion>) => explained(html, { include });
    expect(reasons({})).toEqual([
      ["", "kept", "inside the body"],
      ["At dawn", "kept", "in the html only: captions"],
      ["Ann Low", "kept", "in the html only: captions"],
    ]);
    expect(reasons({ captions: true }).slice(1)).toEqual([
      ["At dawn", "kept", "inside the body"],
      ["Ann Low", "kept", "inside the body"],
    ]);
  });

  test("says what became of media", () => {
    const html = `<img src="/a.jpg"><img src="/a.jpg"><img src="/count" width="1" height="1"><svg></svg><iframe src="https://v.example/1"></iframe>`;
    expect(explained(html)).toEqual([
      ["", "kept", "inside the body"],
      ["", "dropped", "left out: shown before"],
      ["", "dropped", "left out: nothing to show"],
      ["", "dropped", "left out: nothing to show"],
      ["", "kept", "in the media only"],
    ]);
  });

  test("shows the emoji that a picture represents", () => {
    expect(explained('<p><img src="/1f642.png" alt="🙂"></p>')).toEqual([["🙂", "kept", "inside the body"]]);
  });

  test("says that only a part of it was kept", () => {
    expect(explained("<p>One two</p>", { cuts: [{ leaf: 0, from: 0, to: 3 }] })).toEqual([
      ["One", "kept", "kept in part"],
      ["two", "dropped", "outside the body"],
    ]);
  });
});

const BASE: Contribution = { feature: "base", value: null, weight: -1 };

/** Features of falling strength, every second one against. */
function features(count: number): readonly Contribution[] {
  const weightOf = (at: number) => (count - at) * (at % 2 === 0 ? 0.25 : -0.25);
  return Array.from({ length: count }, (_, at) => ({ feature: `f${at}`, value: at, weight: weightOf(at) }));
}

const sumOf = (listed: readonly Contribution[]) => listed.reduce((sum, { weight }) => sum + weight, 0);

test("the base, the ten strongest features and the sum of the others are given", () => {
  const all = [BASE, ...features(30)];
  const listed = contributionsOf(Float32Array.of(0.5), () => all)(0);
  expect(listed.map(({ feature }) => feature)).toEqual([
    ...all.slice(0, 11).map((one) => one.feature),
    "others",
  ]);
  expect(sumOf(listed)).toBe(sumOf(all));
});

test("nothing is summed up where all fit, and nothing is listed where nothing has weight", () => {
  const all = [BASE, ...features(10)];
  expect(contributionsOf(Float32Array.of(0.5), () => all)(0)).toEqual(all);
  expect(contributionsOf(Float32Array.of(0.5), () => [])(0)).toEqual([]);
  expect(contributionsOf(Float32Array.of(0.5), undefined)(0)).toEqual([]);
});

test("of a page with very many leaves, the 5,000 nearest to the decision are listed", () => {
  const scores = Float32Array.from({ length: 20_000 }, (_, leaf) => leaf / 20_000);
  const asked: number[] = [];
  const weightsOf = contributionsOf(scores, (leaf) => {
    asked.push(leaf);
    return [BASE];
  });
  const listed = [...scores.keys()].filter((leaf) => weightsOf(leaf).length > 0);
  expect([listed.length, asked.length]).toEqual([5_000, 5_000]);
  expect([listed[0], listed.at(-1)]).toEqual([7_500, 12_499]);
});
