import { expect, test } from "vitest";
import { sampleProse } from "./choose-legacy.ts";

const bytesOf = (source: string) => Buffer.from(source, "latin1");
const sampleOf = (source: string, maxBytes = 1000) => {
  const { bytes, isDense } = sampleProse(bytesOf(source), maxBytes);
  return { text: Buffer.from(bytes).toString("latin1"), isDense };
};
const WORD = "\xcf\xee\xf0\xf2";

test("takes stretches with high bytes and leaves markup, scripts and plain ones", () => {
  const source =
    '<p title="\xe9">caf\xe9</p><script>"\xe9"</script><p>plain</p><STYLE>\xe9</STYLE><b>th\xe9</b>';
  expect(sampleOf(source)).toEqual({ text: "caf\xe9 th\xe9 ", isDense: false });
});

test("takes writing in another script by itself", () => {
  const phrase = `${WORD} `.repeat(12);
  expect(sampleOf(`<p>\xa9 Harbour News</p><p>${phrase}</p>`)).toEqual({ text: `${phrase} `, isDense: true });
});

test("does not take rows of bullets for another script", () => {
  expect(sampleOf(`<p>${"\x95".repeat(60)}</p>`).isDense).toBe(false);
});

test("falls back to the page as it is where no prose has high bytes", () => {
  expect(sampleOf("<p title='\xe9'>plain</p>").text).toBe("<p title='\xe9'>plain</p>");
});

test("never passes the limit, and cuts no stretch", () => {
  const { bytes } = sampleProse(bytesOf(`<p>${WORD}</p>`.repeat(1000)), 100);
  expect(bytes.length).toBeLessThanOrEqual(100);
  expect(bytes.length % (WORD.length + 1)).toBe(0);
});
