import { expect, test } from "vitest";
import { blocksOf, linksOf } from "./blocks.ts";

const fence = "```";

test("an output right after a command belongs to it", () => {
  const [block, ...others] = blocksOf(`One\n\n${fence}sh\necho a\n${fence}\n\n${fence}text\na\n${fence}\n`);
  expect(block).toMatchObject({ line: 3, language: "sh", code: "echo a\n", output: { code: "a\n" } });
  expect(others).toEqual([]);
});

test("a text with words before it is a block of its own", () => {
  const blocks = blocksOf(`${fence}sh\necho a\n${fence}\nand\n${fence}text\na\n${fence}\n`);
  expect(blocks.map(({ language, output }) => [language, output])).toEqual([
    ["sh", undefined],
    ["text", undefined],
  ]);
});

test("a need is read from the comment before the block", () => {
  expect(blocksOf(`<!-- needs: data -->\n${fence}sh\nls\n${fence}`)[0]?.needs).toBe("data");
  expect(blocksOf(`<!-- needs: data -->\nwords\n${fence}sh\nls\n${fence}`)[0]?.needs).toBeUndefined();
});

test("a longer fence holds a shorter one", () => {
  expect(blocksOf(`${fence}\`markdown\n${fence}sh\nls\n${fence}\n${fence}\`\n`)).toHaveLength(1);
});

test("links are those to files, outside code", () => {
  const markdown = `[a](a.md#part) [b](https://example.org) \`[c](c.md)\` ![d](<d.png>)\n${fence}sh\n[e](e.md)\n${fence}`;
  expect(linksOf(markdown)).toEqual(["a.md", "d.png"]);
});
