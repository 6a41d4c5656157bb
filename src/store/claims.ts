import { NewsError } from "../errors/index.ts";
import { type AddressRow, keyOf, removedKeys, withFindings } from "./addresses.ts";
import type { Claim, ClaimOptions, FindingPreview, FindingTime, WaitingCount } from "./candidate.ts";
import { inPieces, markList, type Session } from "./database.ts";

interface HeldRow {
  readonly due_ms: number | null;
  readonly leased_by: number | null;
  readonly leased_until_ms: number;
}

/** Takes one candidate for a run, due or not yet, unless another run holds it. */
export async function claim(session: Session, url: string, options: ClaimOptions): Promise<Claim> {
  const { nowMs, leaseMs, run, isLastTry } = options;
  const key = keyOf(url);
  const rows = await session.all<AddressRow>(
    `UPDATE addresses SET leased_until_ms = ?, leased_by = ?${isLastTry ? ", due_ms = NULL" : ""}
     WHERE key = ? AND due_ms IS NOT NULL AND (leased_by IS NULL OR leased_by = ? OR leased_until_ms <= ?)
     RETURNING key, url, site, attempts, article_id`,
    [nowMs + leaseMs, run, key, run, nowMs],
  );
  const [candidate] = await withFindings(session, rows);
  if (candidate) return { kind: "claimed", candidate };
  const [held] = await session.all<HeldRow>(
    "SELECT due_ms, leased_by, leased_until_ms FROM addresses WHERE key = ?",
    [key],
  );
  if (held === undefined || held.due_ms === null) return { kind: "done" };
  return { kind: "held", untilMs: held.leased_until_ms };
}

/** Throws LEASE_LOST unless a run holds a candidate; the row is locked until the transaction ends. */
export async function checkHeld(
  session: Session,
  key: string,
  { run, forUpdate }: { readonly run: number | null; readonly forUpdate: string },
): Promise<void> {
  const [row] = await session.all<Pick<HeldRow, "leased_by">>(
    `SELECT leased_by FROM addresses WHERE key = ?${forUpdate}`,
    [key],
  );
  if (row !== undefined && row.leased_by !== null && row.leased_by === run) return;
  throw new NewsError("LEASE_LOST", "The page was given to another worker in the meantime.");
}

/** Makes known addresses due at once, whatever their outcome; returns how many. */
export async function makeDueAgain(
  session: Session,
  urls: readonly string[],
  nowMs: number,
): Promise<number> {
  let due = 0;
  await inPieces(urls.map(keyOf).toSorted(), 1, async (piece) => {
    due += await session.run(
      `UPDATE addresses SET due_ms = ?, attempts = 0, leased_until_ms = 0, leased_by = NULL
       WHERE key IN ${markList(piece.length)}`,
      [nowMs, ...piece],
    );
  });
  return due;
}

/** How many due candidates no run holds, and since when the first of them is due. */
export async function countWaiting(session: Session, nowMs: number): Promise<WaitingCount> {
  const [row] = await session.all<{ count: number; first: number | null }>(
    "SELECT count(*) AS count, min(due_ms) AS first FROM addresses WHERE due_ms <= ? AND leased_by IS NULL",
    [nowMs],
  );
  return { count: row?.count ?? 0, sinceMs: row?.first ?? null };
}

interface PreviewRow {
  readonly key: string;
  readonly due_ms: number | null;
  readonly done_ms: number | null;
  readonly outcome: string | null;
  readonly detail: string;
  readonly published: string | null;
}

/** What a run would do with found addresses. */
export async function previewFindings(
  session: Session,
  urls: readonly string[],
  when: FindingTime,
): Promise<readonly FindingPreview[]> {
  const keys = urls.map(keyOf);
  const known = new Map<string, FindingPreview>();
  await inPieces([...new Set(keys)], 1, async (piece) => {
    const rows = await session.all<PreviewRow>(
      `SELECT addresses.key, due_ms, done_ms, outcome, detail, published FROM addresses
       LEFT JOIN articles ON articles.id = article_id WHERE addresses.key IN ${markList(piece.length)}`,
      piece,
    );
    for (const row of rows) known.set(row.key, { state: stateOf(row, when), published: row.published });
    for (const key of await removedKeys(session, piece))
      known.set(key, { state: "removed", published: null });
  });
  return keys.map((key) => known.get(key) ?? { state: "new", published: null });
}

function stateOf(
  { due_ms, done_ms, outcome, detail }: PreviewRow,
  when: FindingTime,
): FindingPreview["state"] {
  const { nowMs, recheckMs, againRule } = when;
  if (due_ms !== null) return due_ms <= nowMs ? "waiting" : "known";
  if (recheckMs === undefined || done_ms === null) return "known";
  const isAgain = done_ms <= nowMs - recheckMs || (outcome === "refused" && detail === againRule);
  return isAgain ? "again" : "known";
}
