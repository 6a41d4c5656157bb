import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readPrivateFile } from "../archive/index.ts";
import { HeaderFiles, readHeaderFiles, readHeaders } from "./source-headers.ts";

function fileOf(text: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-private-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

test.skipIf(process.platform === "win32")(
  "a secret that others can read is refused (needs rights of files)",
  () => {
    expect(readPrivateFile(fileOf("tide\n"))).toBe("tide");
    for (const mode of [0o604, 0o640, 0o620, 0o777])
      expect(() => readPrivateFile(fileOf("tide", mode))).toThrow(
        expect.objectContaining({ code: "FILE_EXPOSED" }),
      );
  },
);

test("headers go to their own host alone", () => {
  const headersFor = readHeaders(fileOf('{"News.example": {"Cookie": "a=1"}}'));
  expect(headersFor(new URL("https://news.example/story"))).toEqual({ cookie: "a=1" });
  for (const url of [
    "http://news.example/",
    "https://www.news.example/",
    "https://news.example:8443/",
    "https://news.example.evil.example/",
  ])
    expect(headersFor(new URL(url))).toEqual({});
});

test("headers go over http only where the file says so", () => {
  const headersFor = readHeaders(fileOf('{"http://news.example:8080": {"Cookie": "a=1"}}'));
  expect(headersFor(new URL("http://news.example:8080/story"))).toEqual({ cookie: "a=1" });
  expect(headersFor(new URL("https://news.example:8080/story"))).toEqual({});
});

test("files of headers are read anew, the first that names a host counts, and a bad one keeps none of the others", () => {
  const first = fileOf('{"a.example": {"cookie": "1"}}');
  const paths = [first, fileOf('{"a.example": {"cookie": "2"}, "b.example": {"cookie": "2"}}')];
  const files = new HeaderFiles();
  const cookies = () =>
    ["a", "b"].map((name) => files.headersFor(new URL(`https://${name}.example/`)).cookie);
  const gone = join(first, "gone");
  expect([...files.read([...paths, gone, fileOf("{}", 0o644)])].map(([, { code }]) => code)).toEqual([
    "FILE_NOT_FOUND",
    "FILE_EXPOSED",
  ]);
  expect(cookies()).toEqual(["1", "2"]);
  writeFileSync(first, '{"a.example": {"cookie": "3"}}');
  expect(files.read(paths).size).toBe(0);
  expect(cookies()).toEqual(["3", "2"]);
});

test("what a run names takes the place of what was remembered of its sources, and of no others", async () => {
  const names = ["a", "b"];
  const cookies = (value: string) =>
    fileOf(JSON.stringify(Object.fromEntries(names.map((name) => [`${name}.example`, { cookie: value }]))));
  const [old, fresh] = [cookies("old"), cookies("new")];
  const store = {
    listHeaders: async () => names.map((name) => ({ source: `https://www.${name}.example/feed`, path: old })),
    listLinked: async () => [],
  };
  const sent = async (named: string | null | undefined, starts?: readonly string[]) => {
    const files = new HeaderFiles();
    const from = starts?.map((url) => ({ kind: "address", url }) as const);
    await readHeaderFiles(files, store, { named, starts: from });
    return names.map((name) => files.headersFor(new URL(`https://${name}.example/`)).cookie);
  };
  const [a, b] = ["https://a.example/", "https://b.example/"];
  expect(await sent(undefined, [a])).toEqual(["old", "old"]);
  expect(await sent(null, [a])).toEqual([undefined, "old"]);
  expect(await sent(null, [a, b])).toEqual([undefined, undefined]);
  expect(await sent(null)).toEqual([undefined, undefined]);
  expect(await sent(fileOf('{"b.example": {"cookie": "new"}}'), [a])).toEqual([undefined, "new"]);
  expect(await sent(fresh, [a])).toEqual(["new", "new"]);
});

test.each([
  "{",
  '{"a.example/b": {}}',
  "[]",
  '{"a.example": 1}',
  '{"a.example": {"x y": "1"}}',
  '{"a.example": {"x": "1\\n2"}}',
])("a file of headers that is %s is refused", (text) => {
  expect(() => readHeaders(fileOf(text))).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
});
