import { expect, test } from "vitest";
import { tagName } from "./document.ts";
import { TreeWriter } from "./tree-writer.ts";

test("grows past its first estimate without losing a node", () => {
  const writer = new TreeWriter(0);
  writer.open("", []);
  for (let index = 0; index < 1000; index++) {
    writer.open(index % 2 === 0 ? "p" : "x-odd", [{ name: "id", value: String(index) }]);
    writer.text(`${index};`);
    writer.close();
  }
  writer.close();
  const document = writer.finish();
  expect(document.size).toBe(2001);
  expect(document.attributes.valueAt(999)).toBe("999");
  expect(document.attributeStart[document.size]).toBe(1000);
  expect(tagName(document, 1999)).toBe("x-odd");
  expect(document.text.slice(document.textStart[2000], document.textEnd[2000])).toBe("999;");
  expect(document.nextSibling[1997]).toBe(1999);
});
