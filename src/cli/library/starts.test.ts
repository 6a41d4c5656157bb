import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { PoliteFetcher } from "../../fetch/index.ts";
import { openStore } from "../../store/index.ts";
import { readStarts, type StartOptions } from "./starts.ts";

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
  expect(said()).toContain("sites.txt, line 4: b.example is no address of the web; left out.\n");
});

test("an OPML file warns of the outlines that it leaves out", async () => {
  const said = listen();
  const file = fileOf(
    "feeds.opml",
    '<opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/feed"/>\n<outline text="B" xmlUrl="b"/></body></opml>',
  );
  expect(await startsOf([file])).toEqual([{ kind: "address", url: "https://a.example/feed" }]);
  expect(said()).toMatch(
    /^galley: warning: .*feeds\.opml, line 2: b is no address of the web; left out\.\n$/,
  );
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
