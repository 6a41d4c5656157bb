import { expect, test } from "vitest";
import type { Block, Inline } from "./content.ts";
import { MediaList } from "./media-list.ts";

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

test("a caption that the blocks show beside a picture is the picture's, however deep it stands", () => {
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
