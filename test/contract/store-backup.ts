import { expect, test } from "vitest";
import { openStore, type Store } from "../../src/store/index.ts";
import { finding, obtained, START_MS, STORY } from "./store-samples.ts";

/** A store with a row in every table. */
async function fill(store: Store): Promise<void> {
  await store.putSource(
    { id: "front", kind: "front", url: "https://example.org/", title: "Ä", topic: null, concept: null },
    START_MS,
  );
  const run = await store.startRun({ topics: ["ports"] }, START_MS);
  await store.addFindings([finding({ topic: "ports" }), finding({ url: "https://example.org/b" })], {
    nowMs: 1,
  });
  const rawPage = { url: STORY, bytes: new Uint8Array([0, 255, 10]), charset: null };
  const signature = { bands: [1, 2], value: "x" };
  const first = {
    ...obtained(STORY, {}, { rawPages: [rawPage], signature }),
    run,
    validators: { etag: '"e"', lastModified: null },
  };
  await store.finish(first);
  await store.finish({ ...obtained(STORY, { title: "Changed" }), nowMs: START_MS + 1 });
  const { articleId } = await store.finish(obtained("https://example.org/gone"));
  await store.removeArticles([articleId ?? 0], START_MS);
  await store.putSiteRecord({ site: "example.org", kind: "model", atMs: 1, value: { weights: [1] } });
  await store.noteRead("front", { atMs: 1, announced: 2, failure: null });
  await store.putWatch({ name: "ports", feed: "a.xml", webhook: null, secretFile: null, afterId: 1 });
  await store.setRendered("front", true);
  await store.setRetention({ maxAgeMs: 1, maxBytes: 2 });
  await store.setHeaders("front", "/etc/galley/headers.json");
  await store.linkLists("https://example.org/", ["front"]);
  await store.putAnswers([{ id: "1", version: 1, verdict: "right", atMs: 1 }]);
  await store.putSearch({ name: "ports", query: "quay", savedMs: 1 });
}

async function linesOf(store: Store): Promise<string> {
  let text = "";
  await store.backup(async (lines) => {
    text += lines;
  });
  return text;
}

async function* linesIn(text: string): AsyncGenerator<string> {
  yield* text.split("\n");
}

/** What every driver promises of backups. */
export function checkBackup(store: () => Store): void {
  const openOther = () => openStore(":memory:", { mayCreate: true });

  test("a backup holds everything, and goes from one driver to the other and back", async () => {
    const [first, last] = [await openOther(), await openOther()];
    await fill(first);
    const text = await linesOf(first);
    expect(await store().restore(linesIn(text))).toBe(1);
    expect(await linesOf(store())).toBe(text);
    expect((await store().search("changed topic:ports", { limit: 5 })).hits).toHaveLength(1);
    const fresh = await store().finish(obtained("https://example.org/new"));
    expect(fresh.articleId).toBeGreaterThan((await first.getArticle(STORY))?.id ?? 0);
    await last.restore(linesIn(await linesOf(store())));
    expect(await last.listArticles({ limit: 9 })).toEqual(await store().listArticles({ limit: 9 }));
    expect(await last.listRawPages({ limit: 9 })).toEqual(await first.listRawPages({ limit: 9 }));
    await first.close();
    await last.close();
  });

  test("a backup that is cut short, altered or none restores nothing", async () => {
    const first = await openOther();
    await fill(first);
    const text = await linesOf(first);
    await first.close();
    const lines = text.split("\n");
    const bad = [
      "",
      "{}",
      lines.slice(0, 4).join("\n"),
      lines.toSpliced(3, 1).join("\n"),
      lines.toSpliced(3, 0, '["articles; DROP TABLE articles", {"id": 1}]').join("\n"),
      lines.toSpliced(3, 0, '["sources", {"id) VALUES (1); --": 1}]').join("\n"),
      lines.toSpliced(3, 0, '["sources", {"id": "x", "colour": "red"}]').join("\n"),
      lines.toSpliced(3, 0, '["removed", {"key": "x", "at_ms": [1]}]').join("\n"),
      lines.toSpliced(3, 0, '["removed", {"at_ms": 1}]').join("\n"),
      text.slice(0, text.length / 2),
    ];
    for (const each of bad)
      await expect(store().restore(linesIn(each)), each.slice(0, 40)).rejects.toMatchObject({
        code: "BAD_BACKUP",
      });
    expect(await store().report()).toMatchObject({ articles: 0, waiting: 0 });
    for (const newer of [
      text.replace('"version":1', '"version":2'),
      text.replace(/"schema":\d+/, '"schema":99'),
    ])
      await expect(store().restore(linesIn(newer))).rejects.toMatchObject({ code: "STORE_NEWER" });
  });

  test("a backup is not restored over what is there", async () => {
    await fill(store());
    const text = await linesOf(store());
    await expect(store().restore(linesIn(text))).rejects.toMatchObject({ code: "BAD_OPTION" });
  });
}
