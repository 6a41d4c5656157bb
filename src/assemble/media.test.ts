import { describe, expect, test } from "vitest";
import { parseContent } from "./assemble.ts";
import type { Block, Inline } from "./content.ts";
import { MediaList } from "./media.ts";

function sources(html: string): string[] {
  return parseContent(html, "https://paper.example/news/").media.map(({ src }) =>
    src.replace("https://paper.example", ""),
  );
}

const BLURRED = `data:image/png;base64,${"iVBORw0KGgo".repeat(60)}`;
const PLACEHOLDER = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";

describe("pictures", () => {
  test.each([
    ["data-src", `<img src="${PLACEHOLDER}" data-src="/a.jpg">`],
    ["data-original", `<img src="/img/blank.gif" data-original="/a.jpg">`],
    ["data-lazy-src", `<img src="/low/a.jpg" data-lazy-src="/a.jpg">`],
    ["data-srcset", `<img src="${PLACEHOLDER}" data-srcset="/s.jpg 100w, /a.jpg 900w">`],
    ["an attribute of any lazy loader", `<img src="${PLACEHOLDER}" nitro-lazy-src="/a.jpg">`],
    [
      "a source rather than the blurred stand-in",
      `<picture><source srcset="/a.jpg"><img src="${BLURRED}"></picture>`,
    ],
    ["width and height that state a ratio", '<img src="/a.jpg" width="3" height="2">'],
    ["srcset", `<img src="/s.jpg" srcset="/s.jpg 100w, /a.jpg 900w">`],
    ["a source of the picture", `<picture><source srcset="/a.jpg 900w"><img src="${PLACEHOLDER}"></picture>`],
    ["a picture's own image", `<picture><source srcset="/b.webp"><img src="/a.jpg"></picture>`],
    ["the noscript twin", `<img src="${PLACEHOLDER}"><noscript><img src="/a.jpg"></noscript>`],
    [
      "the twin beside its wrapper",
      `<span><img src="${PLACEHOLDER}"></span> <noscript><img src="/a.jpg"></noscript>`,
    ],
  ])("are found in %s", (_, html) => {
    expect(sources(html)).toEqual(["/a.jpg"]);
  });

  test.each([
    ["a counting pixel", '<img src="/count?x=1" width="1" height="1">'],
    ["a spacer by its side", '<img src="/line.gif" width="600px" height="1">'],
    ["a spacer by its name", '<img src="/img/spacer.gif">'],
    ["a placeholder without a twin", `<img src="${PLACEHOLDER}">`],
    ["a drawing", "<svg><text>words</text></svg>"],
    ["a drawing with an address", '<svg src="/a.svg"></svg><canvas data-src="/b.png"></canvas>'],
    ["a page's address", '<img data-url="/news/ferry-returns.html">'],
    ["a picture that says to wait", '<img src="/img/waiting.gif">'],
    ["a template's address", '<img data-src="{{ image.src }}">'],
  ])("leave out %s", (_, html) => {
    expect(sources(html)).toEqual([]);
  });

  test("that appear twice are kept once", () => {
    expect(sources('<img src="/a.jpg"><noscript><img src="/a.jpg"></noscript><img src="/b.jpg">')).toEqual([
      "/a.jpg",
      "/b.jpg",
    ]);
  });

  test("that represent an emoji begin a paragraph or are part of code, as the letters around them are", () => {
    const smile = '<img src="/1f642.png" alt="🙂">';
    expect(parseContent(`<p>One</p><p>${smile} two</p><pre>a ${smile}b</pre>`).blocks).toEqual([
      { type: "paragraph", children: [{ type: "text", text: "One" }] },
      { type: "paragraph", children: [{ type: "text", text: "🙂 two" }] },
      { type: "code", text: "a 🙂b", language: null },
    ]);
  });

  test("that represent an emoji become that emoji", () => {
    expect(parseContent('<p>Well <img src="/1f642.png" alt="🙂">done</p>').blocks).toEqual([
      { type: "paragraph", children: [{ type: "text", text: "Well 🙂done" }] },
    ]);
  });
});

describe("films, sounds and frames", () => {
  test("are listed with their kind and their caption", () => {
    const { media } = parseContent(
      `<figure><iframe src="https://video.example/embed/1" title="The launch"></iframe><figcaption>At dawn</figcaption></figure>
       <video poster="/still.jpg"><source src="/film.mp4"></video><audio src="/bell.ogg"></audio>`,
      "https://paper.example/",
    );
    expect(media).toEqual([
      {
        kind: "frame",
        src: "https://video.example/embed/1",
        alt: "The launch",
        caption: "At dawn",
        credit: null,
      },
      { kind: "video", src: "https://paper.example/film.mp4", alt: null, caption: null, credit: null },
      { kind: "audio", src: "https://paper.example/bell.ogg", alt: null, caption: null, credit: null },
    ]);
  });
});

const CAPTION: readonly Inline[] = [{ type: "text", text: "At dawn" }];

function image(src: string) {
  return { kind: "image", src, alt: null, poster: null } as const;
}

function figureOf(...sources: readonly string[]): Block {
  return { type: "figure", pictures: sources.map(image), caption: CAPTION, credit: "J. Petherick" };
}

/** Sources with their captions. */
function captions(
  list: MediaList,
  blocks: readonly Block[] = [],
): readonly (readonly [string, string | null])[] {
  return list.finish(blocks).map(({ src, caption }) => [src, caption] as const);
}

test("the words of a figure are those of the media in it, and of no others", () => {
  const list = new MediaList();
  list.add(image("before"));
  list.openFigure();
  list.add(image("inside"), { isInFigure: true });
  list.closeFigure(CAPTION, "J. Petherick");
  list.openFigure();
  list.add(image("next"), { isInFigure: true });
  expect(list.has("inside")).toBe(true);
  expect(captions(list)).toEqual([
    ["before", null],
    ["inside", "At dawn"],
    ["next", null],
  ]);
  expect(list.finish([]).map(({ credit }) => credit)).toEqual([null, "J. Petherick", null]);
});

test("a caption that the blocks show beside a picture is the picture's, however deep it is", () => {
  const list = new MediaList();
  for (const src of ["a", "b"]) list.add(image(src));
  const blocks: readonly Block[] = [{ type: "quote", blocks: [figureOf("b")] }];
  expect(captions(list, blocks)).toEqual([
    ["a", null],
    ["b", "At dawn"],
  ]);
});

test("a caption of a whole gallery is not repeated for each of its pictures", () => {
  const sources = Array.from({ length: 21 }, (_, at) => `${at}`);
  const list = new MediaList();
  list.openFigure();
  for (const src of sources) list.add(image(src), { isInFigure: true });
  list.closeFigure(CAPTION, "");
  expect(captions(list, [figureOf(...sources)])).toEqual(sources.map((src) => [src, null]));
});
