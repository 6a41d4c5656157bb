import { cleanText } from "./addresses.ts";
import { inPieces, markList, markRows, type Session } from "./database.ts";
import type { SourceKind } from "./source.ts";
import type { SampleAnswer, SampleBy, SampledPage, Store } from "./store.ts";

interface SampledRow {
  readonly key: string;
  readonly url: string;
  readonly article_id: number | null;
  readonly version: number | null;
  readonly detail: string;
  readonly source: string | null;
  readonly topic: string | null;
  readonly publisher: string | null;
  readonly kind: SourceKind | null;
  readonly found_ms: number;
  readonly dated_ms: number | null;
}

/** Addresses that gave an article, or should have, with the finding that counts: the first, or the first of a kind of source. */
export async function listSampled(
  session: Session,
  by: SampleBy,
  { after = "", limit, kind }: Parameters<Store["listSampled"]>[1],
): Promise<readonly SampledPage[]> {
  const isTold = by === "topic" ? "AND topic <> ''" : "";
  const isOfKind = kind === undefined ? "" : "AND source IN (SELECT id FROM sources WHERE kind = ?)";
  const rows = await session.all<SampledRow>(
    `SELECT addresses.key, coalesce(articles.url, addresses.url) AS url, article_id, version, detail, findings.source,
     findings.topic, publisher, kind, findings.found_ms, dated_ms FROM addresses JOIN findings ON findings.key = addresses.key AND findings.digest =
       (SELECT digest FROM findings AS first WHERE first.key = addresses.key ${isTold} ${isOfKind} ORDER BY found_ms, digest LIMIT 1)
     LEFT JOIN articles ON articles.id = article_id LEFT JOIN sources ON sources.id = findings.source
     WHERE addresses.key > ? AND (article_id IS NOT NULL OR outcome IN ('failed', 'not-obtained'))
     ORDER BY addresses.key LIMIT ?`,
    [...(kind === undefined ? [] : [kind]), after, limit],
  );
  return rows.map(({ article_id, version, found_ms, dated_ms, ...row }) => ({
    ...row,
    topic: row.topic || null,
    articleId: article_id,
    version: version ?? 0,
    foundMs: found_ms,
    datedMs: dated_ms,
  }));
}

const VALUES_AN_ANSWER = 4;

/** Keeps answers; a later one replaces the one before. */
export async function putAnswers(session: Session, answers: readonly SampleAnswer[]): Promise<void> {
  const unique = [...new Map(answers.map((answer) => [answer.id, answer])).values()];
  await inPieces(unique, VALUES_AN_ANSWER, async (piece) => {
    await session.run(
      `INSERT INTO answers (id, version, verdict, at_ms) VALUES ${markRows(piece.length, VALUES_AN_ANSWER)}
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, verdict = excluded.verdict, at_ms = excluded.at_ms`,
      piece.flatMap(({ id, version, verdict, atMs }) => [cleanText(id, id.length), version, verdict, atMs]),
    );
  });
}

/** The answers of some ids. */
export async function getAnswers(session: Session, ids: readonly string[]): Promise<readonly SampleAnswer[]> {
  const answers: SampleAnswer[] = [];
  await inPieces(ids, 1, async (piece) => {
    const rows = await session.all<Omit<SampleAnswer, "atMs"> & { readonly at_ms: number }>(
      `SELECT id, version, verdict, at_ms FROM answers WHERE id IN ${markList(piece.length)} ORDER BY id`,
      piece,
    );
    answers.push(...rows.map(({ at_ms, ...row }) => ({ ...row, atMs: at_ms })));
  });
  return answers;
}
