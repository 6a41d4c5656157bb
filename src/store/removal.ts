import { inPieces, markList, type Session } from "./database.ts";
import type { Retention, RetentionPolicy } from "./store.ts";

/** Tables with rows of an article. */
const PARTS = ["versions", "bands", "raw_pages", "late_hits"] as const;

/** Removes articles with all versions, and notes their addresses so that they are not collected again. */
export async function removeArticles(
  session: Session,
  ids: readonly number[],
  nowMs: number,
): Promise<number> {
  let count = 0;
  await inPieces(ids, 1, async (piece) => {
    const list = markList(piece.length);
    const keys = await session.all<{ key: string }>(
      `SELECT key FROM articles WHERE id IN ${list} UNION SELECT key FROM addresses WHERE article_id IN ${list} ORDER BY key`,
      [...piece, ...piece],
    );
    for (const table of PARTS) await session.run(`DELETE FROM ${table} WHERE article_id IN ${list}`, piece);
    await session.run(`DELETE FROM answers WHERE id IN ${list}`, piece.map(String));
    for (const id of piece) await session.run("DELETE FROM article_terms WHERE rowid = ?", [id]);
    await inPieces(
      keys.map(({ key }) => key),
      2,
      (some) => forget(session, some, nowMs),
    );
    count += await session.run(`DELETE FROM articles WHERE id IN ${list}`, piece);
  });
  return count;
}

async function forget(session: Session, keys: readonly string[], nowMs: number): Promise<void> {
  await session.run(
    `INSERT INTO removed (key, at_ms) VALUES ${keys.map(() => "(?, ?)").join(", ")} ON CONFLICT (key) DO NOTHING`,
    keys.flatMap((key) => [key, nowMs]),
  );
  for (const table of ["addresses", "findings", "validators"])
    await session.run(`DELETE FROM ${table} WHERE key IN ${markList(keys.length)}`, keys);
}

interface SizedRow {
  readonly id: number;
  readonly bytes: number;
}

/** Articles that are looked at once for their size. */
const SIZED_AT_ONCE = 1000;

/** The articles that retention removes, oldest first; those that are removed anyway are counted as gone. */
export async function expiredArticles(
  session: Session,
  { beforeMs, maxBytes }: Retention,
  goneIds: readonly number[] = [],
): Promise<readonly number[]> {
  const old =
    beforeMs === undefined
      ? []
      : await session.all<{ id: number }>("SELECT id FROM articles WHERE first_seen_ms < ? ORDER BY id", [
          beforeMs,
        ]);
  const expired = new Set(old.map(({ id }) => id));
  if (maxBytes === undefined) return [...expired];
  const gone = new Set([...goneIds, ...expired]);
  const [sum] = await session.all<{ bytes: number }>(
    "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes FROM articles",
  );
  let left = (sum?.bytes ?? 0) - (await bytesOf(session, [...gone]));
  for (let after = 0; left > maxBytes; ) {
    const rows = await session.all<SizedRow>(
      "SELECT id, bytes FROM articles WHERE id > ? ORDER BY id LIMIT ?",
      [after, SIZED_AT_ONCE],
    );
    if (rows.length === 0) break;
    after = rows.at(-1)!.id;
    for (const { id, bytes } of rows) {
      if (left <= maxBytes) break;
      if (gone.has(id)) continue;
      expired.add(id);
      left -= bytes;
    }
  }
  return [...expired].sort((a, b) => a - b);
}

async function bytesOf(session: Session, ids: readonly number[]): Promise<number> {
  let bytes = 0;
  await inPieces(ids, 1, async (piece) => {
    const rows = await session.all<SizedRow>(
      `SELECT id, bytes FROM articles WHERE id IN ${markList(piece.length)}`,
      piece,
    );
    for (const row of rows) bytes += row.bytes;
  });
  return bytes;
}

/** Keeps what the library is to hold, or that it holds everything. */
export async function setRetention(session: Session, policy: RetentionPolicy | null): Promise<void> {
  await session.run("DELETE FROM retention");
  if (policy === null) return;
  for (const name of ["maxAgeMs", "maxBytes"] as const) {
    const value = policy[name];
    if (value !== null) await session.run("INSERT INTO retention (name, value) VALUES (?, ?)", [name, value]);
  }
}

/** What the library is to hold; null if everything. */
export async function getRetention(session: Session): Promise<RetentionPolicy | null> {
  const rows = await session.all<{ name: string; value: number }>("SELECT name, value FROM retention");
  if (rows.length === 0) return null;
  const limitOf = (wanted: keyof RetentionPolicy) => rows.find(({ name }) => name === wanted)?.value ?? null;
  return { maxAgeMs: limitOf("maxAgeMs"), maxBytes: limitOf("maxBytes") };
}
