import { expect, onTestFinished, test } from "vitest";
import { openStore, type Store } from "../store/index.ts";
import { addPage } from "./add-page.ts";
import { NOW, storyPage } from "./made-up.testing.ts";

const URL_OF_STORY = "https://news.example/2026/11/crane";

async function library(): Promise<Store> {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  return store;
}

function send(store: Store, html: string, url = URL_OF_STORY) {
  return addPage(store, { url, html, source: "browser" }, NOW);
}

test("a page that was sent is stored with its article, its source and itself", async () => {
  const store = await library();
  const added = await send(store, storyPage("A crane for the harbour"), `${URL_OF_STORY}#comments`);
  expect(added).toMatchObject({ outcome: "stored", title: "A crane for the harbour" });
  const stored = await store.getArticle(added.id);
  expect(stored).toMatchObject({ sources: ["browser"], article: { url: URL_OF_STORY } });
  const [raw] = await store.getRawPages(added.id);
  expect(new TextDecoder().decode(raw?.bytes)).toContain("A crane for the harbour");
  expect(await store.countWaiting(NOW)).toMatchObject({ count: 0 });
});

test("the same page again is seen, a changed one a version", async () => {
  const store = await library();
  await send(store, storyPage("A crane for the harbour"));
  expect(await send(store, storyPage("A crane for the harbour"))).toMatchObject({ outcome: "seen" });
  const changed = await send(store, storyPage("Two cranes for the harbour"));
  expect(changed.outcome).toBe("changed");
  expect((await store.getArticle(changed.id))?.versions).toHaveLength(2);
});

test("the declared charset of a page does not change its text", async () => {
  const store = await library();
  const html = `<meta charset="windows-1252">${storyPage("Kräne für den Hafen")}`;
  const { id } = await send(store, html);
  expect((await store.getArticle(id))?.article.title).toBe("Kräne für den Hafen");
});

test("further parts of an article are not fetched, and the article says so", async () => {
  const store = await library();
  const next = `<link rel="next" href="${URL_OF_STORY}?page=2"><a href="${URL_OF_STORY}?page=2">2</a>`;
  const { id } = await send(store, storyPage("A crane for the harbour").replace("</head>", `${next}</head>`));
  const warnings = (await store.getArticle(id))?.article.warnings.map(({ code }) => code);
  expect(warnings).toContain("PART_MISSING");
});

test.each([
  ["a page without text", "<title>Quay</title>", URL_OF_STORY, "NO_ARTICLE"],
  ["nothing", "  ", URL_OF_STORY, "EMPTY_INPUT"],
  ["a page of the browser itself", storyPage("Settings"), "chrome://settings/", "BAD_URL"],
  ["a file", storyPage("Notes"), "file:///home/me/notes.html", "BAD_URL"],
  ["no address", storyPage("Notes"), "somewhere", "BAD_URL"],
])("%s is refused, and nothing is written", async (_, html, url, code) => {
  const store = await library();
  await expect(send(store, html, url)).rejects.toMatchObject({ code });
  expect(await store.report()).toMatchObject({ articles: 0, waiting: 0 });
  expect(await store.listFailures(10)).toEqual([]);
});

test("an article that was removed stays removed", async () => {
  const store = await library();
  const { id } = await send(store, storyPage("A crane for the harbour"));
  await store.removeArticles([id], NOW);
  await expect(send(store, storyPage("A crane for the harbour"))).rejects.toMatchObject({
    code: "NO_ARTICLE",
    message: expect.stringContaining("removed"),
  });
});
