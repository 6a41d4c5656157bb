import { expect } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { finding, makeArticle, obtained, START_MS, STORY } from "./store-samples.ts";

const KEY = "news.example.org/harbour";

/** Rows of an article, a candidate and a saved search, as the first version wrote them. */
export const OLD_ROWS: readonly string[] = [
  `INSERT INTO articles (key, url, site, title, dated_ms, first_seen_ms, last_seen_ms, version, digest, bytes)
   VALUES ('${KEY}', '${STORY}', 'example.org', 'Quay repaired', 5, 5, 5, 1, 'x', 900)`,
  `INSERT INTO versions VALUES (1, 1, 5, 'first', '', '${JSON.stringify(makeArticle())}')`,
  `INSERT INTO addresses (key, url, site, article_id, outcome, detail, attempts, found_ms, done_ms, leased_until_ms)
   VALUES ('${KEY}', '${STORY}', 'example.org', 1, 'stored', '', 0, 5, 5, 0)`,
  `INSERT INTO addresses (key, url, site, detail, attempts, found_ms, due_ms, leased_until_ms)
   VALUES ('example.org/b', 'https://example.org/b', 'example.org', '', 0, 5, 5, 0)`,
  `INSERT INTO findings (key, digest, source, topic, title, found_ms) VALUES ('${KEY}', 'd', 'front', 'ports', 'Quay', 5)`,
  "INSERT INTO article_terms (rowid, terms) VALUES (1, ' topic:ports ¶ quay repaired ')",
  "INSERT INTO searches VALUES ('ports', 'quay', 1)",
];

/** Checks that these rows work as if this version had written them. */
export async function checkOldRows(store: Store): Promise<void> {
  expect((await store.getArticle(STORY))?.collectedTitles).toMatchObject([{ title: "Quay", topic: "ports" }]);
  expect((await store.search("quay topic:ports", { limit: 5 })).hits).toMatchObject([{ url: STORY }]);
  expect(await store.listSearches()).toMatchObject([{ name: "ports" }]);
  const leased = await store.lease({ nowMs: START_MS, leaseMs: 9, limit: 5, perSite: 2 });
  expect(leased.map(({ url }) => url)).toEqual(["https://example.org/b"]);
  expect(await store.finish(obtained(STORY, { title: "Changed" }))).toMatchObject({ outcome: "changed" });
  await store.addFindings([finding({ source: "feed" })], { nowMs: START_MS });
  expect((await store.search("changed source:feed", { limit: 5 })).hits).toHaveLength(1);
  expect(await store.finish(obtained("https://example.org/a"))).toMatchObject({ outcome: "stored" });
}
