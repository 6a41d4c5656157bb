import { expect, test } from "vitest";
import { collect } from "./collect.ts";
import { at, DAY_MS, feedOf, makeOptions, makeUp, NOW, storyPage } from "./made-up.testing.ts";

test("what a library is no longer to hold goes at the end of a run, and stays away though it is still announced", async () => {
  const { origin, answers } = await makeUp({
    "/feed.xml": feedOf(["/old", "Old"]),
    "/old": storyPage("Old"),
    "/new": storyPage("New"),
  });
  const options = await makeOptions();
  const run = (nowMs: number) => collect([at(`${origin}/feed.xml`)], { ...options, now: () => nowMs });
  await options.store.setRetention({ maxAgeMs: DAY_MS, maxBytes: null });
  expect(await run(NOW)).toMatchObject({ removed: 0, outcomes: { stored: 1 } });
  answers["/feed.xml"] = feedOf(["/old", "Old"], ["/new", "New"]);
  expect(await run(NOW + 2 * DAY_MS)).toMatchObject({ removed: 1, outcomes: { stored: 1 } });
  answers["/feed.xml"] = feedOf(["/old", "Old"], ["/new", "New"], ["/gone", "Gone"]);
  expect(await run(NOW + 2 * DAY_MS + 1)).toMatchObject({ removed: 0, outcomes: { stored: 0 } });
  const left = await options.store.listArticles({ limit: 9 });
  expect(left.map(({ article }) => article.title)).toEqual(["New"]);
});

test("a library has at most the size that was set", async () => {
  const { origin, answers } = await makeUp({
    "/feed.xml": feedOf(["/a", "Ash"]),
    "/a": storyPage("Ash"),
    "/b": storyPage("Birch"),
  });
  const options = await makeOptions();
  await collect([at(`${origin}/feed.xml`)], options);
  const { bytes } = await options.store.report();
  await options.store.setRetention({ maxAgeMs: null, maxBytes: Math.floor(1.5 * bytes) });
  answers["/feed.xml"] = feedOf(["/a", "Ash"], ["/b", "Birch"]);
  expect(await collect([at(`${origin}/feed.xml`)], options)).toMatchObject({
    removed: 1,
    outcomes: { stored: 1 },
  });
  const left = await options.store.listArticles({ limit: 9 });
  expect(left.map(({ article }) => article.title)).toEqual(["Birch"]);
});
