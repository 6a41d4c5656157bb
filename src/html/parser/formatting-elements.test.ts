import { expect, test } from "vitest";
import { markupOfText } from "../markup.ts";
import { NAME } from "../tags.ts";
import { FormattingElements } from "./formatting-elements.ts";
import { TagReader } from "./tokens.ts";
import { KIND, ParseTree } from "./tree.ts";

/** A list that tags are pushed to; `nodes` says what it holds, -1 for a marker. */
function makeList() {
  const tree = new ParseTree();
  const tag = new TagReader();
  const list = new FormattingElements(tree, tag.attributes);
  const source = `<b><i><b id=1 class=a><b class=a id="1"><b id=&#49; class=a><b id=2>`;
  tag.reset(markupOfText(source), false);
  list.reset(markupOfText(source));
  const push = (text: string): number => {
    tag.read(source.indexOf(text) + 1);
    const node = tree.add(KIND.element, tag.name, tag.attributeFrom, tag.attributeTo);
    list.push(node);
    return node;
  };
  const nodes = (): number[] => {
    const found: number[] = [];
    for (let entry = list.last; entry !== undefined; entry = entry.before) found.unshift(entry.node);
    return found;
  };
  return { list, push, nodes };
}

test("a fourth that looks the same takes the place of the first, however its attributes are written", () => {
  const { push, nodes } = makeList();
  const first = push("<b id=1 class=a>");
  const others = [push("<b>"), push('<b class=a id="1">'), push("<b id=&#49; class=a>"), push("<b id=2>")];
  expect(nodes()).toEqual([first, ...others]);
  const fourth = push("<b id=1 class=a>");
  expect(nodes()).toEqual([...others, fourth]);
});

test("only what comes after the last marker is counted and found", () => {
  const { list, push, nodes } = makeList();
  const before = [push("<b>"), push("<b>"), push("<i>"), push("<b>")];
  list.pushMarker();
  expect(list.find(NAME.b)).toBeUndefined();
  const after = [push("<b>"), push("<b>"), push("<b>")];
  expect(nodes()).toEqual([...before, -1, ...after]);
  expect(list.find(NAME.b)?.node).toBe(after[2]);
  expect(list.find(NAME.i)).toBeUndefined();
  list.clearToMarker();
  expect(nodes()).toEqual(before);
  expect(list.find(NAME.b)?.node).toBe(before[3]);
  const fourth = push("<b>");
  expect(nodes()).toEqual([...before.slice(1), fourth]);
});

test("what is moved, replaced or taken out leaves the rest in order", () => {
  const { list, push, nodes } = makeList();
  const [one, two, three] = [push("<b>"), push("<i>"), push("<b id=2>")];
  list.moveAfter(list.entryOf(one)!, list.entryOf(two)!);
  expect(nodes()).toEqual([two, one, three]);
  list.replace(list.entryOf(one)!, 99);
  expect([list.entryOf(one), list.entryOf(99)?.node]).toEqual([undefined, 99]);
  list.remove(list.entryOf(three)!);
  expect([nodes(), list.find(NAME.b)?.node]).toEqual([[two, 99], 99]);
});
