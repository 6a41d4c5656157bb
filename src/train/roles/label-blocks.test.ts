import { describe, expect, test } from "vitest";
import { readPage } from "../read-page.ts";
import type { BlockTruth } from "./block-roles.ts";
import { blocksWithWords, blockWeights, labelBlocks } from "./label-blocks.ts";
import { type BlockRole, ROLES } from "./roles.data.ts";

const STORY = [
  "The ferry left at dawn with nineteen people on board, and by noon the harbour was empty again, as it had been for years.",
  "Nobody on the quay could say when the next one would come, or whether the island would still have a shop by then.",
];

const BODY = STORY.map((line) => `<p>${line}</p>`).join("");

function truthOf(truth: Partial<BlockTruth> = {}): BlockTruth {
  return { title: "Ferry leaves", authors: [], published: null, body: STORY.join("\n"), ...truth };
}

/** The role of the block that begins with `Mark`. */
function roleOf(html: string, truth: Partial<BlockTruth> = {}): BlockRole {
  const page = readPage(html);
  const { role } = labelBlocks(page, truthOf(truth));
  const at = page.document.text.lastIndexOf("Mark");
  const leaf = page.leaves.node.findLastIndex((node) => page.document.textStart[node]! <= at);
  return ROLES[role[page.blocks.ofLeaf[leaf]!]!]!;
}

function sharesOf(html: string, truth: Partial<BlockTruth> = {}): number[] {
  return Array.from(labelBlocks(readPage(html), truthOf(truth)).share);
}

describe("the share of a block that is the body's", () => {
  test("is all of a paragraph, none of a menu, and part of a mixed block", () => {
    const html = `<nav>Home</nav><p>${STORY[0]}</p><p>${STORY[1]} ${"Share this with all your friends. ".repeat(6)}</p>`;
    const shares = sharesOf(html);
    expect(shares.slice(0, 2)).toEqual([0, 1]);
    expect(shares[2]).toBeGreaterThan(0.2);
    expect(shares[2]).toBeLessThan(0.5);
  });

  test("is none for a pull quote and a teaser that repeat the body", () => {
    const quote = "nobody on the quay could say when the next one would come";
    const html = `<h3>${STORY[0]!.slice(0, 50)}</h3><aside>Menu</aside>${BODY}<blockquote>${quote}</blockquote>`;
    expect(sharesOf(html)).toEqual([0, 0, 1, 1, 0]);
    expect(sharesOf(`<p>${STORY[0]}</p><blockquote>${quote}</blockquote><p>${STORY[1]}</p>`)).toEqual([
      1, 0, 1,
    ]);
  });

  test("is there once for an article that stands twice on its page", () => {
    const shares = sharesOf(`<div>${BODY}</div><div>${BODY}</div>`);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(2);
  });

  test("sees words that are marked up letter by letter, and words that a line break parts", () => {
    expect(sharesOf(`<p><b>T</b>${STORY[0]!.slice(1).replace(" at dawn ", "<br>at dawn ")}</p>`)).toEqual([
      1,
    ]);
  });

  test("counts hidden text only where the body is nowhere else", () => {
    const hidden = `<div style="display:none">${BODY}</div>`;
    const menu = "<p>Home and news and much more of it for everybody who likes to read menus</p>".repeat(20);
    const shown = labelBlocks(readPage(`${menu}${hidden}${BODY}`), truthOf());
    expect([shown.scope, shown.share.at(-3), shown.share.at(-1)]).toEqual(["visible", 0, 1]);
    const revealed = labelBlocks(readPage(`${menu}${hidden}`), truthOf());
    expect([revealed.scope, revealed.share.at(-1), revealed.found]).toEqual(["revealed", 1, 1]);
  });

  test("tells how much of the body the page has", () => {
    const half = labelBlocks(readPage(`<p>${STORY[0]}</p>`), truthOf());
    expect(half.found).toBeGreaterThan(0.4);
    expect(half.found).toBeLessThan(0.6);
    expect(half.words[0]).toBe(24);
    expect(labelBlocks(readPage("<p>Gone</p>"), truthOf()).found).toBe(0);
    expect(labelBlocks(readPage("<p>Gone</p>"), truthOf({ body: null })).found).toBe(0);
    expect(labelBlocks(readPage("<p>"), truthOf()).share).toHaveLength(0);
  });
});

describe("the role of a block", () => {
  const marked = (extra: string) => ({ body: `${STORY.join("\n")}\n${extra}` });
  test.each<[BlockRole, string, Partial<BlockTruth>?]>([
    ["headline", `<h1>Mark <i>leaves</i></h1>${BODY}`, { title: "Mark leaves!" }],
    ["headline", `<title>Mark leaves</title><h1>Mark leaves</h1>${BODY}`, { title: null }],
    ["standfirst", `<p itemprop="description">Mark of an island</p>${BODY}`],
    [
      "standfirst",
      `<meta name=description content="Mark of an island without ferries and shops"><h2>Mark of an island without ferries and shops</h2>${BODY}`,
    ],
    ["byline", `<p>Mark: by Ann Low, Wexley</p>${BODY}`, { authors: ["Ann Low"] }],
    ["byline", `<p>Mark <a rel=author href=/a>Ann Low</a></p>${BODY}`],
    ["date", `<p>Mark <time>12 March</time></p>${BODY}`],
    ["date", `<p>Mark: 12. März 2026</p>${BODY}`, { published: "2026-03-12T07:00:00Z" }],
    ["body", `<p>Mark was first to go.</p>${BODY}`, { body: `Mark was first to go. ${STORY.join(" ")}` }],
    ["body", `${BODY}<h2>Mark heads</h2>`, marked("Mark heads")],
    ["caption", `${BODY}<figure><img src=a><figcaption>Mark at sea</figcaption></figure>`],
    ["caption", `${BODY}<div class="photo-caption">Mark at sea</div>`],
    [
      "credit",
      `${BODY}<figure><figcaption><p>At sea</p><p class="credit">Mark Low</p></figcaption></figure>`,
    ],
    ["credit", `${BODY}<p>Photo by Mark Low</p>`.replace("Photo by Mark", "Photo: Mark")],
    ["related link", `${BODY}<p>Mark: <a href=/b>a boat that came back from the sound</a></p>`],
    ["related link", `${BODY}<nav>Mark</nav>`],
    ["promotion", `${BODY}<div class="newsletter"><p>Mark your calendar</p></div>`],
    ["comment", `${BODY}<div id="comments"><p>Mark, I was there!</p></div>`],
    ["quote", `${BODY}<blockquote>Mark my words</blockquote>`, marked("Mark my words")],
    ["list", `${BODY}<ul><li>Mark one</li></ul>`, marked("Mark one")],
    ["table", `${BODY}<table><tr><th>Mark<th>b<tr><td>c<td>d</table>`],
    ["code", `${BODY}<pre>Mark = 1</pre>`],
    ["embed", `${BODY}<blockquote class="twitter-tweet"><p>Mark</p></blockquote>`],
    ["other", `<h1>Mark of a section</h1>${BODY}`, { title: null }],
    ["other", `${BODY}<p>Mark of the house</p>`],
  ])("is %s: %s", (role, html, truth) => {
    expect(roleOf(html, truth)).toBe(role);
  });

  test("of a frame without text is that of an embed, and of a picture none", () => {
    const { role } = labelBlocks(
      readPage(`${BODY}<div><iframe src=v></iframe></div><div><img src=a></div>`),
      truthOf(),
    );
    expect(Array.from(role.slice(-2), (at) => ROLES[at])).toEqual(["embed", "other"]);
  });

  test.each<[string, string, Partial<BlockTruth>?]>([
    [
      "a sentence with the author's name",
      `${BODY}<p>Mark Low was first to go.</p>`,
      { ...marked("Mark Low was first to go."), authors: ["Mark Low"] },
    ],
    [
      "a first paragraph that is the description too",
      `<meta name=description content="Mark of an island without ferries and shops"><p>Mark of an island without ferries and shops</p>${BODY}`,
      { body: `Mark of an island without ferries and shops ${STORY.join(" ")}` },
    ],
    [
      "a paragraph of links that the truth has",
      `${BODY}<p><a href=/a>Mark and Low</a></p>`,
      marked("Mark and Low"),
    ],
  ])("is body for %s", (_, html, truth) => {
    expect(roleOf(html, truth)).toBe("body");
  });
});

describe("block weights", () => {
  function labelsOf(words: readonly number[], share: readonly number[]) {
    return {
      ...{ scope: "visible" as const, role: new Uint8Array(words.length), found: 1 },
      words: Int32Array.from(words),
      share: Float32Array.from(share),
    };
  }

  test("blocks without words do not count", () => {
    expect(blocksWithWords(labelsOf([3, 0, 5], [1, 0, 0]))).toEqual([0, 2]);
  });

  test("articles of 150 and of 600 words weigh alike, paragraph for paragraph", () => {
    const sum = (words: readonly number[]) =>
      blockWeights(
        labelsOf(
          words,
          words.map(() => 1),
        ),
        [...words.keys()],
      ).reduce((total, own) => total + own, 0);
    expect(sum([50, 50, 50])).toBeCloseTo(sum([200, 200, 200]), 3);
  });

  test("one block counts 100 words of a page of 300 at most, and never nothing", () => {
    const [long, short] = blockWeights(labelsOf([1000, 1], [1, 0]), [0, 1]);
    expect(long).toBeCloseTo(100.3, 3);
    expect(short).toBeCloseTo(0.6, 3);
  });
});
