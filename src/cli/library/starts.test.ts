import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { NewsError } from "../../errors/index.ts";
import type { PoliteFetcher } from "../../fetch/index.ts";
import { openStore } from "../../store/index.ts";
import { readStarts, rereadStarts, type StartOptions, warnOnce } from "./starts.ts";

const FETCHER = { get: vi.fn() } as unknown as PoliteFetcher;

async function startsOf(names: readonly string[], options: StartOptions = {}) {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  return readStarts(names, options, store, FETCHER);
}

function fileOf(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-starts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function listen() {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  return () => write.mock.calls.map(([text]) => String(text)).join("");
}

test("a file of addresses is read line by line, and warns of lines that are none", async () => {
  const said = listen();
  const file = fileOf("sites.txt", "# papers\nhttps://a.example/\n\nb.example\nhttps://a.example/\n");
  expect(await startsOf([file])).toEqual([{ kind: "address", url: "https://a.example/" }]);
  expect(said()).toContain("sites.txt, line 4: b.example is not a web address; left out.\n");
});

test("an OPML file warns of the outlines that it leaves out", async () => {
  const said = listen();
  const file = fileOf(
    "feeds.opml",
    '<opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/feed"/>\n<outline text="B" xmlUrl="b"/></body></opml>',
  );
  expect(await startsOf([file])).toEqual([{ kind: "address", url: "https://a.example/feed", title: "A" }]);
  expect(said()).toMatch(/^galley: warning: .*feeds\.opml, line 2: b is not a web address; left out\.\n$/);
});

test.each([
  ["feeds.opml", "FILE_NOT_FOUND"],
  ["news.example", "BAD_URL"],
])("%s that is not there is %s", async (name, code) => {
  await expect(startsOf([name])).rejects.toMatchObject({ code });
});

test("a list without any address is no order to read all known sources", async () => {
  await expect(startsOf([fileOf("empty.txt", "# none\n")])).rejects.toMatchObject({ code: "BAD_FEED" });
});

test("later runs see a list that was edited, and keep what it had while it cannot be read", async () => {
  const file = fileOf("sites.txt", "https://a.example/\n");
  const failures: string[] = [];
  const next = rereadStarts(
    () => startsOf([file]),
    ({ code }) => failures.push(code),
  );
  const urls = async () => (await next()).map((start) => (start.kind === "address" ? start.url : ""));
  expect(await urls()).toEqual(["https://a.example/"]);
  writeFileSync(file, "https://a.example/\nhttps://b.example/\n");
  expect(await urls()).toEqual(["https://a.example/", "https://b.example/"]);
  rmSync(file);
  expect(await urls()).toEqual(["https://a.example/", "https://b.example/"]);
  expect(failures).toEqual(["FILE_NOT_FOUND"]);
});

test("what a list names wrongly is told once, however often it is read", async () => {
  const file = fileOf("sites.txt", "https://a.example/\nno address\n");
  const printed: string[] = [];
  const warn = warnOnce((warning) => printed.push(warning));
  for (const _ of [1, 2]) await startsOf([file], { warn });
  expect(printed).toEqual([expect.stringMatching(/line 2: no address/)]);
});

test("a first list that cannot be read, and a library that is gone, are failures", async () => {
  await expect(rereadStarts(() => startsOf(["gone.opml"]), vi.fn())()).rejects.toMatchObject({
    code: "FILE_NOT_FOUND",
  });
  const read = vi.fn(async () => startsOf(["https://a.example/"]));
  const next = rereadStarts(read, vi.fn());
  await next();
  read.mockRejectedValueOnce(new NewsError("STORE_UNAVAILABLE", "It is gone."));
  await expect(next()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});

test("a search with a place that nothing fills is refused", async () => {
  const search = "https://a.example/?q={keywrd}";
  await expect(startsOf([], { search, keyword: ["quay"] })).rejects.toThrow(
    /in place of \{keywrd\}.*\{keyword\}/,
  );
});

test("an OPML file without outlines names no feed", async () => {
  const file = fileOf("feeds.opml", '<opml version="2.0"><body></body></opml>');
  await expect(startsOf([file])).rejects.toThrow(/names no feed or site/);
});
