import { expect, test } from "vitest";
import { treeShape } from "./tree-shape.testing.ts";

test("a frameset takes the body's place as long as the body is empty", () => {
  expect(treeShape("<frameset><frame><frame></frameset>")).toBe("html(head frameset(frame frame))");
  expect(treeShape("<p></p><frameset><frame>")).toBe("html(head frameset(frame))");
  expect(treeShape("<p>1<frameset><frame>")).toBe(`html(head body(p("1")))`);
});

test("frames hold nothing but frames, spaces and a noframes, which is text", () => {
  expect(treeShape("<frameset> 1<p><frame><noframes><p>2</noframes></frameset> 3")).toBe(
    `html(head frameset(" " frame noframes("<p>2")) " ")`,
  );
});
