import { expect, test } from "vitest";
import { type DocumentText, SlicedText, Utf8Text } from "./write-document.ts";

const MAKERS: Readonly<Record<string, (source: string) => DocumentText>> = {
  text: (source) => new SlicedText(source),
  "UTF-8": (source) => new Utf8Text(new TextEncoder().encode(source)),
};

test.each(Object.entries(MAKERS))("ranges of %s are joined in any order, with kept texts", (_, make) => {
  const text = make("harbour and quay");
  text.add(12, 16);
  text.addKept(" é\r&");
  text.add(0, 7);
  expect([text.length, text.finish()]).toEqual([15, "quay é\r&harbour"]);
});

test.each(Object.entries(MAKERS))("carriage returns of %s end with their range", (_, make) => {
  const text = make("a\r\nb\r\r\n\r");
  text.add(0, 8);
  text.add(0, 2);
  text.add(2, 4);
  text.add(7, 8);
  expect([text.length, text.finish()]).toEqual([11, "a\nb\n\n\na\n\nb\n"]);
});

test.each(Object.entries(MAKERS))("a text of %s may have any number of pieces", (_, make) => {
  const count = 150_000;
  const source = "a\r".repeat(count);
  const expected = "a\n".repeat(count);
  const whole = make(source);
  whole.add(0, source.length);
  expect([whole.length, whole.finish() === expected]).toEqual([expected.length, true]);
  const pieces = make(source);
  for (let at = 0; at < count; at++) pieces.add(2 * at, 2 * at + 2);
  expect([pieces.length, pieces.finish() === expected]).toEqual([expected.length, true]);
});
