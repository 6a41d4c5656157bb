import { cleanText } from "./addresses.ts";
import { markRows, type Session } from "./database.ts";
import type { Watch, WatchState } from "./store.ts";

/** Watches a saved search, or replaces how it is watched. */
export async function putWatch(
  session: Session,
  { name, feed, webhook, secretFile, afterId }: Omit<Watch, "query" | "failure">,
): Promise<void> {
  const places = [feed, webhook, secretFile].map((place) => (place === null ? null : cleanText(place)));
  await session.run(
    `INSERT INTO watches (name, feed, webhook, secret_file, after_id, failure) VALUES ${markRows(1, 6)}
     ON CONFLICT (name) DO UPDATE SET feed = excluded.feed, webhook = excluded.webhook,
     secret_file = excluded.secret_file, after_id = excluded.after_id, failure = NULL`,
    [cleanText(name), ...places, afterId, null],
  );
}

interface WatchRow extends Omit<Watch, "secretFile" | "afterId"> {
  readonly secret_file: string | null;
  readonly after_id: number;
}

/** Watched searches by name; one whose search is gone is not watched. */
export async function listWatches(session: Session): Promise<readonly Watch[]> {
  const rows = await session.all<WatchRow>(
    `SELECT watches.name, query, feed, webhook, secret_file, after_id, failure FROM watches
     JOIN searches ON searches.name = watches.name ORDER BY watches.name`,
  );
  return rows.map(({ secret_file, after_id, ...row }) => ({
    ...row,
    secretFile: secret_file,
    afterId: after_id,
  }));
}

/** Notes what was told last, or why it was not. */
export async function noteWatch(
  session: Session,
  name: string,
  { afterId, failure }: WatchState,
): Promise<void> {
  await session.run("UPDATE watches SET after_id = coalesce(?, after_id), failure = ? WHERE name = ?", [
    afterId ?? null,
    failure === null ? null : cleanText(failure),
    name,
  ]);
}

/** Watches a search no longer. */
export async function removeWatch(session: Session, name: string): Promise<boolean> {
  return (await session.run("DELETE FROM watches WHERE name = ?", [name])) > 0;
}
