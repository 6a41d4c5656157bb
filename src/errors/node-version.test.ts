import { expect, test } from "vitest";
import { faultOfNode } from "./node-version.ts";

test("finds fault with Node before 22 only", () => {
  expect(faultOfNode("20.20.2")).toMatchObject({
    code: "OLD_NODE",
    message: "This is Node 20.20.2, which is too old.",
  });
  expect(faultOfNode("9.11.2")).toMatchObject({ code: "OLD_NODE" });
  expect(faultOfNode("22.0.0")).toBeUndefined();
  expect(faultOfNode("100.1.0")).toBeUndefined();
});

test("finds no fault with the Node that runs this", () => {
  expect(faultOfNode()).toBeUndefined();
});
