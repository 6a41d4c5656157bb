import { describe, expect, test } from "vitest";
import { COPY_SHARE, commonShare, minHash } from "../text/index.ts";
import { groupOf, signatureOf } from "./collect.ts";

const WORDS =
  "harbour crane ferry quay storm council basin engineer passenger pier night water rain bus station holiday wall engine captain rope lamp fog tide".split(
    " ",
  );
/** Words of a made-up text, other ones for each seed. */
const textOf = (seed: number, length = 200) =>
  Array.from(
    { length },
    (_, at) => WORDS[(at * at * 7 + at * seed * 13 + seed * seed) % WORDS.length]! + ((at * seed) % 17),
  ).join(" ");
/** The text with every n-th word changed. */
const changed = (text: string, every: number) =>
  text
    .split(" ")
    .map((word, at) => (at % every === 0 ? `other${at}` : word))
    .join(" ");

describe("near duplicates", () => {
  test("a copy with a tenth of its words changed is distinguished from another text", () => {
    const texts = [textOf(3), changed(textOf(3), 10), textOf(5)];
    const [own, copy, other] = texts.map((text) => minHash(text)!);
    expect(commonShare(own!, copy!)).toBeGreaterThan(COPY_SHARE);
    expect(commonShare(own!, other!)).toBeLessThan(COPY_SHARE);
    const [ownBands, copyBands] = texts.map((text) => signatureOf(text)!.bands);
    expect(ownBands!.some((band, at) => band === copyBands![at])).toBe(true);
  });

  test("the same text has the same signature on every machine", () => {
    expect(signatureOf(textOf(3))?.bands.slice(0, 2)).toEqual(
      signatureOf(textOf(3).toUpperCase())?.bands.slice(0, 2),
    );
    expect(signatureOf(textOf(3))?.bands).toHaveLength(32);
  });

  test("a text of a few words has no signature", () => {
    expect(signatureOf("Two ferries are late today.")).toBeUndefined();
  });

  test("belongs to the group of the text that it copies most of", () => {
    const own = signatureOf(textOf(3))!;
    const value = (text: string) => signatureOf(text)!.value;
    const similar = [
      { id: 1, group: 1, value: value(textOf(5)) },
      { id: 2, group: 7, value: value(changed(textOf(3), 4)) },
      { id: 3, group: 8, value: value(changed(textOf(3), 20)) },
    ];
    expect(groupOf(own, similar)).toBe(8);
    expect(groupOf(own, similar.slice(0, 1))).toBeUndefined();
  });
});
